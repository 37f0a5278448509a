import { formatAmount } from '../../amount';
import type { Withdrawal } from '../../money/withdrawals/withdrawal';

export const withdrawalArgument = { name: 'id', description: 'id of the withdrawal' } as const;

/**
 * A withdrawal as `--json` prints it: amounts are coins. From `prepared` on, the payment of the same id says more.
 *
 * @param heldReason why it is not paid though it is approved; null: nothing keeps it from that
 */
export function toWithdrawalJson(withdrawal: Withdrawal, heldReason: string | null) {
  const { id, accountId, reference, amount, address, step, reason } = withdrawal;
  return {
    ...{
      id,
      accountId,
      reference,
      amount: formatAmount(amount),
      address,
      step,
      reason,
      heldReason,
    },
    requestedAt: withdrawal.requestedAt.toISOString(),
    expiresAt: withdrawal.expiresAt.toISOString(),
    approvedAt: withdrawal.approvedAt?.toISOString() ?? null,
    endedAt: withdrawal.endedAt?.toISOString() ?? null,
  };
}
