import type { Amount } from '../../../amount';
import { dayMs, startOfDay } from '../../../time';
import type { EntryKind } from '../journal-entry';
import { listUnsummed } from './account-statement.service';
import { type BookedDay, pocketChangeOf } from './booked-day';
import type { BookedDayContext } from './booked-day.context';

const daysBack = 6;
const ofCampaigns: readonly EntryKind[] = ['charge', 'conversion', 'reversal'];

/**
 * The coins a day that campaigns were charged to the funds of an account: the mean of today, as far as it has gone, and the
 * six days (UTC) before it, from the first day with a charge on.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` as `getAccountStatement`.
 */
export async function getDailySpend(ctx: BookedDayContext, accountId: string): Promise<Amount> {
  const now = ctx.now();
  const today = startOfDay(now).getTime();
  const range = { from: new Date(today - daysBack * dayMs), to: new Date(today + dayMs) };
  const days = await ctx.inTransaction(async (session) => [
    ...(await ctx.bookedDays.list(accountId, range, session)),
    ...(await listUnsummed(ctx, accountId, session)).filter(({ day }) => day >= range.from),
  ]);
  const charged = days.filter((day) => chargeOf(day) !== 0n);
  const first = Math.min(today, ...charged.map(({ day }) => day.getTime()));
  const sum = charged.reduce((total, day) => total + chargeOf(day), 0n);
  const ms = Math.max(now.getTime() - first, dayMs);
  return sum > 0n ? (sum * BigInt(dayMs)) / BigInt(ms) : 0n;
}

const chargeOf = ({ sums }: BookedDay): Amount =>
  -pocketChangeOf(
    sums.filter(({ kind, subjectId }) => ofCampaigns.includes(kind) && subjectId !== null),
    'funds',
  );
