import { formatAccount, type AccountObject } from '../ledger/account';
import { formatAccountAddress } from '../ledger/address';
import { formatAmount } from '../ledger/amount';
import { blockSeconds, blockTime } from '../ledger/block';
import { ledgerErrorText } from '../ledger/errors';
import { formatTransactionName } from '../ledger/identifiers';
import { decodeReceipt, type TransactionReceipt } from '../ledger/receipt';
import { changeAccountKey } from '../ledger/transactions/change-account-key';
import { changeNodeKey } from '../ledger/transactions/change-node-key';
import type { ParsedTransaction } from '../ledger/transactions/index';
import type { SubmitOutcome } from '../node/submit';
import { RpcError } from '../rpc/errors';

type Strings = Readonly<Record<string, string>>;

/** An accepted transaction, read. */
export interface Acceptance {
  readonly receipt: TransactionReceipt;
  /** `host:port` of the node that the first one sent us to. */
  readonly redirect: string | null;
}

/**
 * Takes the receipt out of an outcome.
 *
 * @param prepared goes into the error's data when the outcome is unknown, so that the caller can send
 * exactly this again
 * @throws {RpcError} for every outcome but an acceptance
 */
export function requireReceipt(
  outcome: SubmitOutcome,
  { transaction, prepared }: { transaction: ParsedTransaction; prepared?: Strings },
): Acceptance {
  switch (outcome.kind) {
    case 'accepted':
      try {
        const receipt = decodeReceipt(transaction.method, outcome.payload);
        return { receipt, redirect: outcome.redirect };
      } catch (cause) {
        const reason = 'the answer of the node makes no sense';
        throw outcomeUnknown(transaction, { reason, prepared, cause });
      }
    case 'unknown':
      throw outcomeUnknown(transaction, { reason: outcome.reason, prepared });
    default:
      throw refusal(outcome);
  }
}

/** The error for an outcome after which it is certain that nothing has happened. */
export function refusal(
  outcome: Exclude<SubmitOutcome, { readonly kind: 'accepted' | 'unknown' }>,
): RpcError {
  switch (outcome.kind) {
    case 'refused': {
      const { code, info } = outcome;
      return new RpcError('LEDGER_REFUSED', ledgerErrorText(code), { data: { code, info } });
    }
    case 'busy':
      return new RpcError('BUSY', `busy: ${outcome.reason}`);
    case 'unreachable':
      return new RpcError('NODE_UNREACHABLE', `node not reachable: ${outcome.reason}`);
    default:
      return outcome satisfies never;
  }
}

/**
 * The error for a transaction that may or may not be in. Names the account and its counter: until the
 * account's msid is past it, the transaction is not in.
 */
export function outcomeUnknown(
  { sender, messageId }: ParsedTransaction,
  { reason, prepared, cause }: { reason: string; prepared?: Strings | undefined; cause?: unknown },
): RpcError {
  return new RpcError('OUTCOME_UNKNOWN', `outcome unknown: ${reason}`, {
    cause,
    data: { address: formatAccountAddress(sender), msid: String(messageId), ...prepared },
  });
}

/** The block of the caller's clock and the one before, in Unix seconds. */
export function blockTimes(nowMs: number): Strings {
  const current = blockTime(Math.floor(nowMs / 1000));
  return {
    current_block_time: String(current),
    previous_block_time: String(current - blockSeconds),
  };
}

/** What the transaction costs: `deduct` is amount plus fee. */
export function describeCost({ amount, fee }: Pick<ParsedTransaction, 'amount' | 'fee'>): Strings {
  return { deduct: formatAmount(amount + fee), fee: formatAmount(fee) };
}

/** What the node made of the transaction: members of `tx` that only a real send has. */
export function describeReceipt(
  { sender }: Pick<ParsedTransaction, 'sender'>,
  receipt: TransactionReceipt,
): Strings {
  return {
    node_msid: String(receipt.nodeMessageId),
    node_mpos: String(receipt.position),
    id: formatTransactionName({ ...receipt, node: sender.node }),
  };
}

/** What the ledger's own client adds, per type: a changed account key comes without the account. */
export function describeEffect(
  { method, sender }: Pick<ParsedTransaction, 'method' | 'sender'>,
  receipt: TransactionReceipt,
): Readonly<Record<string, string | AccountObject>> {
  const account = formatAccount(sender, receipt.account);
  switch (method) {
    case changeAccountKey.method:
      return { result: 'PKEY changed' };
    case changeNodeKey.method:
      return { result: 'Node key changed', account };
    default:
      return { account, ...describeNewAccount(sender.node, receipt) };
  }
}

/** Only an account made on the sender's own node has a number yet. */
function describeNewAccount(
  node: number,
  { newUser: user }: TransactionReceipt,
): Readonly<Record<string, AccountObject>> {
  if (user === 0) return {};
  const address = formatAccountAddress({ node, user });
  return { new_account: { address, node: String(node), id: String(user) } };
}
