import { formatAmount } from '../../../amount';
import type { BookCheck } from './book-check';

/** Everything is read as it was at one moment. */
export const clearing: BookCheck = {
  name: 'clearing',
  proves:
    'what is on its way in the books are the payments and withdrawals that are, and the deposits that are nobody’s; what has left, those that have arrived',
  run: ({ books, payments, withdrawals, deposits, inTransaction }) =>
    inTransaction(async (session) => {
      const booked = await books.balancesOf(
        ['clearing:payments', 'outside:payments', 'clearing:withdrawals', 'clearing:deposits'],
        session,
      );
      const open = await payments.sumOf(['prepared', 'sent'], session);
      const unassigned = await deposits.sumUnassigned(session);
      const confirmed = await payments.sumOf(['confirmed'], session);
      const checked = open.count + confirmed.count + unassigned.count;
      for (const [book, { amount }] of [
        ['clearing:payments', open],
        ['outside:payments', confirmed],
        ['clearing:withdrawals', { amount: await withdrawals.sumOpen(session) }],
        ['clearing:deposits', unassigned],
      ] as const) {
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
