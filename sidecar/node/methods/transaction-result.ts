import { formatAccount, type AccountObject } from '../../ledger/account';
import { formatAccountAddress } from '../../ledger/address';
import { formatAmount } from '../../ledger/amount';
import { blockSeconds, blockTime } from '../../ledger/block';
import { ledgerErrorCodes, ledgerErrorText } from '../../ledger/errors';
import { formatTransactionName, type TransactionName } from '../../ledger/identifiers';
import type { TransactionReceipt } from '../../ledger/receipt';
import type { LedgerObject } from '../../ledger/text';
import type { ParsedTransaction } from '../../ledger/parse-transaction';
import type { SubmitOutcome } from '../submit';
import { RpcError } from '../../rpc/errors';

type Strings = Readonly<Record<string, string>>;

/** Facts of a transaction that the node has accepted. */
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
        const receipt = transaction.type.decodeReceipt(outcome.payload);
        return { receipt, redirect: outcome.redirect };
      } catch (cause) {
        const reason = 'the answer of the node makes no sense';
        throw outcomeUnknown(transaction, { reason, prepared, cause });
      }
    case 'unknown':
      throw outcomeUnknown(transaction, { reason: outcome.reason, prepared });
    case 'refused':
      throw isStale(outcome) ? staleRefusal(outcome, transaction) : refusal(outcome);
    default:
      throw refusal(outcome);
  }
}

type Refused = Extract<SubmitOutcome, { readonly kind: 'refused' }>;

/** Refusals that an account which has moved on explains: wrong number, and wrong signature for a wrong hash. */
const staleCodes: readonly number[] = [
  ledgerErrorCodes.badMessageId,
  ledgerErrorCodes.wrongSignature,
];

/** Says that the same bytes may have been applied before they were refused. */
export function isStale(outcome: SubmitOutcome): outcome is Refused {
  return outcome.kind === 'refused' && staleCodes.includes(outcome.code);
}

function staleRefusal({ code, info }: Refused, transaction: ParsedTransaction): RpcError {
  const data = { code, info: info === '' ? howToCheck(transaction) : info };
  return new RpcError('LEDGER_REFUSED', ledgerErrorText(code), { data });
}

/** The error for bytes that the node refused now because it had taken them before. */
export function alreadyApplied({ code }: Refused, name: TransactionName): RpcError {
  const id = formatTransactionName(name);
  const info = `already applied as ${id}`;
  return new RpcError('LEDGER_REFUSED', info, { data: { code, info, id } });
}

/** How a caller finds out whether bytes that were sent before have been applied. */
function howToCheck({ sender, messageId }: ParsedTransaction): string {
  const address = formatAccountAddress(sender);
  return (
    `if these bytes were sent before, read account ${address}: while its msid is ${messageId}, they are not ` +
    `applied; once it is larger, its log shows at account_msid ${messageId} what was`
  );
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
 * The error for a transaction that may have been applied or not. It names the account and the number: as long
 * as the account's msid is not past that number, the transaction is not applied.
 */
export function outcomeUnknown(
  transaction: ParsedTransaction,
  { reason, prepared, cause }: { reason: string; prepared?: Strings | undefined; cause?: unknown },
): RpcError {
  return new RpcError('OUTCOME_UNKNOWN', `outcome unknown: ${reason}`, {
    cause,
    data: {
      address: formatAccountAddress(transaction.sender),
      msid: String(transaction.messageId),
      ...prepared,
      info: howToCheck(transaction),
    },
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

/** Prints the cost of the transaction: `deduct` is amount plus fee. */
export function describeCost({ amount, fee }: Pick<ParsedTransaction, 'amount' | 'fee'>): Strings {
  return { deduct: formatAmount(amount + fee), fee: formatAmount(fee) };
}

/** Where the node has put the transaction: members of `tx` that a dry run does not have. */
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

/**
 * Prints the members that the ledger's own client has after `tx`: the account, and a new one. Some types print other
 * members.
 */
export function describeEffect(
  { type, sender }: Pick<ParsedTransaction, 'type' | 'sender'>,
  receipt: TransactionReceipt,
): LedgerObject {
  const account = formatAccount(sender, receipt.account);
  return {
    ...type.text.describeResult(account),
    ...describeNewAccount(sender.node, receipt),
  };
}

/** Only an account made on the sender's own node has a number yet. */
function describeNewAccount(
  node: number,
  { newUser: user }: TransactionReceipt,
): Readonly<Record<string, AccountObject>> {
  if (user === undefined || user === 0) return {};
  const address = formatAccountAddress({ node, user });
  return { new_account: { address, node: String(node), id: String(user) } };
}
