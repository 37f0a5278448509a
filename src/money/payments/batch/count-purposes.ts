import type { PaymentBatch } from '../payment';

/** The number of payments in transactions, and of those that make none: `2`, `0, and other transactions: 1`. */
export function countPurposes(batches: readonly PaymentBatch[]): string {
  const payments = new Set(batches.flatMap(({ paymentIds }) => paymentIds)).size;
  const others = batches.filter(({ kind }) => kind !== 'transfer').length;
  return others === 0 ? `${payments}` : `${payments}, and other transactions: ${others}`;
}
