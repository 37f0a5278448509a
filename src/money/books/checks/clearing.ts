import { formatAmount } from '../../../amount';
import type { BookCheck } from './book-check';

/** Everything is read as it was at one moment. */
export const clearing: BookCheck = {
  name: 'clearing',
  proves:
    'what is on its way in the books are the payments that are, and the deposits that are nobody’s; what has left, those that have arrived',
  run: ({ books, payments, deposits, inTransaction }) =>
    inTransaction(async (session) => {
      const booked = await books.balancesOf(
        ['clearing:payments', 'outside:payments', 'clearing:deposits'],
        session,
      );
      const open = await payments.sumOf(['prepared', 'sent'], session);
      const unassigned = await deposits.sumUnassigned(session);
      const confirmed = await payments.sumOf(['confirmed'], session);
      const checked = open.count + confirmed.count + unassigned.count;
      for (const [book, { amount }] of [
        ['clearing:payments', open],
        ['outside:payments', confirmed],
        ['clearing:deposits', unassigned],
      ] as const) {
        const balance = booked.get(book) ?? 0n;
        if (balance !== amount)
          return {
            checked,
            problem: `${book} has ${formatAmount(balance)}, its payments or deposits come to ${formatAmount(amount)}`,
          };
      }
      return { checked, problem: null };
    }),
};
