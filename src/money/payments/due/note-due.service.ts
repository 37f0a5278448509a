import type { PaymentContext } from '../payment.context';
import type { DueNotes } from './due-page';

/** Stores who waits since when, and lets the books forget hours that are final. */
export async function noteDue(
  { books, payees }: Pick<PaymentContext, 'books' | 'payees'>,
  { at, newlyUnpaid, newlyDue, notDue, forget }: DueNotes,
): Promise<void> {
  await payees.noteUnpaid(newlyUnpaid, at);
  await payees.noteDue(newlyDue, at);
  await payees.noteNotDue(notDue);
  const { accountIds, before } = forget;
  if (accountIds.length > 0) await books.forgetHours(accountIds, before);
}
