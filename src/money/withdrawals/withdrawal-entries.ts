import { fundsOf } from '../books/book';
import type { JournalEntry } from '../books/journal-entry';
import type { Withdrawal } from './withdrawal';

/** Takes what is asked for out of the funds: nobody may ask for it again, and nothing is charged to it. */
export function requestedEntry(
  { id, accountId, amount, reference }: Withdrawal,
  at: Date,
): JournalEntry {
  return {
    id: `withdrawal-requested:${id}`,
    kind: 'withdrawal',
    at,
    lines: [
      { book: fundsOf(accountId), amount: -amount },
      { book: 'clearing:withdrawals', amount },
    ],
    memo: reference,
  };
}

/** Makes funds again of what was asked for and given up before there was a payment of it. */
export function endedEntry(
  { id, accountId, amount, reference }: Withdrawal,
  at: Date,
): JournalEntry {
  return {
    id: `withdrawal-ended:${id}`,
    kind: 'withdrawal',
    at,
    lines: [
      { book: 'clearing:withdrawals', amount: -amount },
      { book: fundsOf(accountId), amount },
    ],
    memo: reference,
  };
}
