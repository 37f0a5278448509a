import { type Amount, formatAmount } from '../../../amount';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';
import { type ChargedConversions, noConversions } from './charged-event.store';

/** Entries of conversions are few: each is read by itself. */
export const chargedConversions: BookCheck = {
  name: 'conversions',
  proves: 'what the verdicts of conversions say was charged stands in their entries',
  start(ctx) {
    let checked = 0;
    return {
      read: (entry) => (entry.kind === 'conversion' ? lookAgain(ctx, entry.id) : null),
      async end() {
        const unbooked = await ctx.chargedEvents.findUnbookedConversion();
        if (unbooked !== null) return `conversion ${unbooked} is charged in no entry`;
        for await (const sums of ctx.chargedEvents.streamConversions()) {
          const isRight = problemOf(sums, await ctx.books.findEntry(sums.entryId), []) === null;
          const problem = isRight ? null : await lookAgain(ctx, sums.entryId);
          if (problem !== null) return problem;
          checked += sums.count;
        }
        return null;
      },
      checked: () => checked,
    };
  },
};

/** The problem of an entry and its conversions, as they are at one moment; null: none. */
function lookAgain(ctx: BookCheckContext, entryId: string): Promise<string | null> {
  return ctx.inTransaction(async (session) => {
    const entry = await ctx.books.findEntry(entryId, session);
    const reversals = await ctx.books.listReversals(entryId, session);
    for await (const sums of ctx.chargedEvents.streamConversions(entryId, session))
      return problemOf(sums, entry, reversals);
    // All of it may have been taken back.
    return problemOf({ ...noConversions, entryId }, entry, reversals);
  });
}

function problemOf(
  sums: ChargedConversions,
  entry: JournalEntry | null,
  reversals: readonly JournalEntry[],
): string | null {
  const { entryId, count } = sums;
  if (!entry) return `conversions name the entry ${entryId}, which there is not`;
  const lines = [entry, ...reversals].flatMap((one) => one.lines);
  const expected: readonly (readonly [RegExp, Amount])[] = [
    [/^funds:/, -sums.charge],
    [/^fees:demand:/, sums.demandFee],
    [/^fees:supply:/, sums.supplyFee],
    [/^fees:community$/, sums.communityFee],
    [/^(?:earnings:|unclaimed(?::|$))/, sums.revenue],
  ];
  for (const [books, amount] of expected) {
    const booked = lines
      .filter(({ book }) => books.test(book))
      .reduce((sum, line) => sum + line.amount, 0n);
    if (booked !== amount)
      return `entry ${entryId} has ${formatAmount(booked)} where its ${count} conversions come to ${formatAmount(amount)}`;
  }
  return null;
}
