import { formatAmount } from '../amount';
import { isUuid, toId } from '../id';
import type { Deposit } from '../money/deposits/deposit';
import { CommandError } from './command';

/** @throws {CommandError} for a text that is no id. */
export function readDepositId(text: string): string {
  if (!isUuid(text))
    throw new CommandError(`${text} is no id of a deposit: it has 32 hex digits`, 2);
  return toId(text);
}

/** A deposit as `--json` prints it: amounts are coins. */
export function toDepositJson({ id, transactionId, sender, message, ...deposit }: Deposit) {
  return {
    ...{ id, transactionId, sender, message },
    amount: formatAmount(deposit.amount),
    accountId: deposit.accountId,
    sentAt: deposit.sentAt.toISOString(),
    bookedAt: deposit.bookedAt.toISOString(),
  };
}
