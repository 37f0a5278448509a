import { formatAmount } from '../../../amount';
import type { BookCheck } from './book-check';

/** Everything is read as it was at one moment. */
export const clearing: BookCheck = {
  name: 'clearing',
  proves:
    'what is on its way in the books are the payments and withdrawals that are, the deposits that are nobody’s, and what other servers have not explained; what has left, those that have arrived',
  run: ({
    books,
    payments,
    paymentBatches,
    transferOrders,
    withdrawals,
    deposits,
    peerReceipts,
    inTransaction,
  }) =>
    inTransaction(async (session) => {
      const open = await payments.sumOf(['prepared', 'sent'], session);
      const unassigned = await deposits.sumUnassigned(session);
      const confirmed = await payments.sumOf(['confirmed'], session);
      const ordered = await transferOrders.sumOf('prepared', session);
      const arrived = await transferOrders.sumOf('confirmed', session);
      const fees = await paymentBatches.sumOtherFees(session);
      const checked = open.count + confirmed.count + unassigned.count;
      const expected = [
        ['clearing:payments', open.amount + ordered],
        ['outside:payments', confirmed.amount + arrived],
        ['outside:network', fees],
        ['fees:network', -fees],
        ['clearing:withdrawals', await withdrawals.sumOpen(session)],
        ['clearing:deposits', unassigned.amount],
        ['clearing:peers', await peerReceipts.sumUnbooked(session)],
      ] as const;
      const booked = await books.balancesOf(
        expected.map(([book]) => book),
        session,
      );
      for (const [book, amount] of expected) {
        const balance = booked.get(book) ?? 0n;
        if (balance !== amount)
          return {
            checked,
            problem: `${book} has ${formatAmount(balance)}, what is in it comes to ${formatAmount(amount)}`,
          };
      }
      return { checked, problem: null };
    }),
};
