import { formatAmount } from '../../amount';
import type { PeerReceipt } from '../../money/peer-receipts/peer-receipt';

/** A receipt as `--json` prints it: amounts are coins. */
export function toReceiptJson({ amount, told, booked, ...receipt }: PeerReceipt) {
  const { parts, lines, leftOut, sum, boosts } = told;
  return {
    ...receipt,
    amount: formatAmount(amount),
    told: { parts, lines, leftOut, sum: formatAmount(sum), boosts: boosts ?? 0 },
    booked: {
      amount: formatAmount(booked.amount),
      credited: formatAmount(booked.credited),
      boost: formatAmount(booked.boost),
    },
  };
}
