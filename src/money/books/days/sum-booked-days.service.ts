import { minuteMs } from '../../../time';
import { settledAfterMs } from '../journal-entry';
import { type BookedDay, DaySums } from './booked-day';
import type { BookedDayContext } from './booked-day.context';

/** The journal is summed up in pieces of so much time: each is one transaction. */
const pieceMs = 10 * minuteMs;

/** Sums up the journal from where the last run stopped, but for the last entries: others may still be booked among them. */
export async function sumBookedDays(ctx: BookedDayContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await sumPiece(ctx)));
}

/** @returns false where nothing was left. */
async function sumPiece(ctx: BookedDayContext): Promise<boolean> {
  const from = await ctx.bookedDays.findUntil();
  const first = await ctx.books.findBookedAt(from ?? new Date(0));
  const settled = ctx.now().getTime() - settledAfterMs;
  if (first === null || first.getTime() >= settled) return false;
  const until = new Date(Math.min(first.getTime() + pieceMs, settled));
  const days = await sumBetween(ctx, first, until);
  await ctx.inTransaction(async (session) => {
    const known = await ctx.bookedDays.findUntil(session);
    // Another process was faster: the next piece begins where it has stopped.
    if (known?.getTime() === from?.getTime()) await ctx.bookedDays.add(days, until, session);
  });
  return true;
}

async function sumBetween(
  { books }: BookedDayContext,
  from: Date,
  to: Date,
): Promise<readonly BookedDay[]> {
  const sums = new DaySums();
  for await (const entry of books.streamBookedBetween(from, to)) sums.addEntry(entry);
  return sums.list();
}
