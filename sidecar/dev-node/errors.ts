/** What keeps the development node from starting, in one line that says what to do. */
export class DevNodeError extends Error {
  override readonly name = 'DevNodeError';
}

/** Numbers of the node's error table that this node answers. @see protocol.md, sections 9 and 17 */
export const refusals = {
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
  statusNotAuthorized: 45,
  nodeStatusNotAuthorized: 48,
  remoteStatus: 49,
  broadcastTooLong: 51,
  blockBeforeStart: 55,
  noVipKeys: 56,
} as const;

/** Thrown inside the ledger for a request that it answers with an error number. Changes nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param info text that the node sends along, empty for most */
  constructor(
    readonly code: number,
    readonly info = '',
  ) {
    super(`refused with ${code}`);
  }
}

/** @throws {Refusal} with the code unless the condition holds */
export function requireThat(condition: boolean, code: number, info?: string): asserts condition {
  if (!condition) throw new Refusal(code, info);
}
