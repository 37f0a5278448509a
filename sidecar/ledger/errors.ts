/** Text or bytes that are not what the ledger's formats allow. Says what was expected and what came. */
export class LedgerDataError extends Error {
  override readonly name = 'LedgerDataError';

  /** @param member path to what is wrong, empty for the whole */
  constructor(
    private readonly reason: string,
    private readonly member = '',
  ) {
    super(member === '' ? reason : `${member}: ${reason}`);
  }

  /** The same error, told by who has the member inside one of its own. */
  within(name: string): LedgerDataError {
    return new LedgerDataError(this.reason, this.member === '' ? name : `${name}.${this.member}`);
  }
}

/**
 * Numbers of the node's error table that this code decides on or answers.
 *
 * @see docs/ledger-protocol.md §9
 */
export const ledgerErrorCodes = {
  badUser: 2,
  cannotOpenBank: 3,
  incorrectBank: 5,
  cannotOpenUndo: 6,
  noUser: 7,
  noNetworkUser: 8,
  tooLowBalance: 9,
  readOnly: 10,
  badMessageId: 11,
  badTiming: 12,
  wrongSignature: 15,
  duplicatedTarget: 16,
  amountBelowZero: 17,
  amountNotPositive: 18,
  badTargetUser: 19,
  badTargetNode: 20,
  timeInFuture: 21,
  broadcastNotReady: 22,
  noMessageList: 24,
  noMatchingSecret: 26,
  remoteKeyFailed: 27,
  noBlock: 29,
  noSignatures: 30,
  badLength: 32,
  timeDifference: 34,
  transactionNotReady: 42,
  noSuchPosition: 43,
  noHashTree: 44,
  statusNotAuthorized: 45,
  lockUserFailed: 47,
  nodeStatusNotAuthorized: 48,
  remoteStatus: 49,
  broadcastTooLong: 51,
  blockBeforeStart: 55,
  noVipKeys: 56,
  protocolMismatch: 58,
  redirect: 59,
} as const;

/** The node's error table: number to the text that its own client prints. */
const errorTexts: ReadonlyMap<number, string> = new Map([
  [1, 'Bad path'],
  [2, 'Bad user'],
  [3, "Can't open bank file"],
  [4, 'Read user failed'],
  [5, 'Incorrect bank'],
  [6, "Can't open undo file"],
  [7, 'Failed to get user info'],
  [8, 'Failed to get global user info'],
  [9, 'Too low balance'],
  [10, 'Reject transaction in readonly mode'],
  [11, 'Bad message id (msid)'],
  [12, 'Bad timing for remote account request, try again later.'],
  [13, 'Failed to create account'],
  [14, 'Failed message submission'],
  [15, 'Wrong signature'],
  [16, 'Duplicated target'],
  [17, 'Amount below zero'],
  [18, 'Amount must be positive'],
  [19, 'Bad target user'],
  [20, 'Bad target node'],
  [21, "Can't perform operation, inserted time value is in future"],
  [22, 'Broadcast not ready, try again later'],
  [23, 'No broadcast file to send'],
  [24, 'No message list file'],
  [25, 'Incorrect transaction type'],
  [26, 'Matching secret key not found'],
  [27, 'Setting key for remote bank failed'],
  [28, "Can't connect to server"],
  [29, 'Block info is unavailable'],
  [30, 'Signature is unavailable'],
  [31, 'Incorrect type'],
  [32, 'Bad length'],
  [33, 'Get log failed'],
  [34, 'High time difference'],
  [35, 'Public key differs from response key'],
  [36, 'Public key not changed'],
  [37, 'Hash mismatch'],
  [38, 'Got empty block'],
  [39, 'Failed to load hash for block. Try perform get_blocks command to resolve.'],
  [40, "Can't open a file"],
  [41, "Can't create a directory"],
  [42, 'Failed to provide transaction info. Try again later.'],
  [43, 'Failed to read transaction'],
  [44, 'Failed to create msgl hash tree'],
  [45, 'Not authorized to change bits'],
  [46, 'Status submission failed'],
  [47, 'Lock user failed'],
  [48, 'Not authorized to change node status'],
  [49, 'Changing account status on remote node not allowed'],
  [50, 'Parse error, check input data'],
  [51, 'Broadcast message max length exceeded'],
  [52, 'Fee less than zero'],
  [53, 'Failed to read block start'],
  [54, 'Failed to read block at start'],
  [55, 'Failed to read block in specified block range'],
  [56, 'Vip keys file not found or empty or vipkeys failed check'],
  [57, 'No new blocks to download'],
  [58, 'Server and client protocol does not match'],
  [59, 'Redirect request to another endpoint'],
  [60, 'Node requires 2FA token'],
  [61, '2FA token is invalid'],
  [62, 'Extra data error. Consult extension provider.'],
]);

/** The ledger's own text for an error number; numbers it never defined are named as such. */
export function ledgerErrorText(code: number): string {
  return errorTexts.get(code) ?? `Unknown ledger error ${code}`;
}
