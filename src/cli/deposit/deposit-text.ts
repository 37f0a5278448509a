import { formatAmount } from '../../amount';
import type { Deposit } from '../../money/deposits/deposit';

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
