import { hourOfId } from '../../hour';
import type { MoneyMembers } from '../../money/money.members';
import { describeRemoval, type EventRemovalContext } from '../../market/events/kept-events';
import { checkBooks } from '../../money/books/check-books.service';
import { balances } from '../../money/books/checks/balances';
import type { BookCheckContext } from '../../money/books/checks/book-check';
import { charges } from '../../money/books/checks/charges';
import { chargedConversions } from '../../money/books/checks/conversions';
import { entries } from '../../money/books/checks/entries';
import { keepEarnings } from '../../money/remittances/keep-earnings.service';
import type { PlatformMembers } from '../../platform/platform.members';
import type { JobTurn } from '../../platform/jobs/job';
import { dayMs, hourMs } from '../../time';
import { isSameCell } from '../statistics/roll-ups/cell';
import { foldAllChanges } from '../statistics/roll-ups/fold-changes.service';
import { inParts } from '../statistics/questions/in-parts';
import { recountHour } from '../statistics/roll-ups/recount-hour.service';
import type { StatisticsContext } from '../statistics/statistics.context';
import { dayOf } from '../statistics/first-views/visitor-day.store';

/** The stores and services that removing old events needs. */
export interface RetentionContext
  extends StatisticsContext,
    BookCheckContext,
    EventRemovalContext,
    Pick<PlatformMembers, 'randomBytes'>,
    Pick<MoneyMembers, 'openVerdicts' | 'campaignHours' | 'peerEarnings'> {}

/** The checks that events must pass before they are removed; checks that need the ledger say nothing of them. */
const checks = [entries, balances, charges, chargedConversions];
/** So many that a server merges their places in an index. */
const campaignsAtOnce = 100;
const deletedAtOnce = 1_000;
/** A day of a time zone may have begun so long before the last event of it. */
const longestDayMs = 27 * hourMs;

/**
 * Removes events that are older than the setting says, which of them were a visitor's first, and what was set aside for
 * offers of their hours, day by day: only those of hours whose events all have a verdict, where the books agree with them, and
 * whose roll-ups do. One that was cut off goes on with the day that had begun.
 *
 * @throws {Error} saying what keeps it from going on; nothing more is removed then.
 */
export async function removeOldEvents(
  ctx: RetentionContext,
  signal: AbortSignal,
  { tell }: Pick<JobTurn, 'tell'>,
): Promise<void> {
  const { eventDays } = ctx.config;
  if (eventDays === null) return;
  const lastDay = dayOf(ctx.now().getTime()) - eventDays;
  const before = await ctx.eventRemovals.find();
  if (before?.isDone === false) await removeBefore(ctx, before.goneBefore, signal);
  const firstDay = before ? dayOf(before.goneBefore.getTime()) : await findFirstDay(ctx);
  if (firstDay === null || firstDay >= lastDay) return;
  await assertBooksAgree(ctx, new Date(lastDay * dayMs), signal);
  for (let day = firstDay; day < lastDay; day += 1) {
    await assertCounted(ctx, day, signal);
    const goneBefore = new Date((day + 1) * dayMs);
    await ctx.eventRemovals.begin(goneBefore);
    await removeBefore(ctx, goneBefore, signal);
    const left = lastDay - day - 1;
    tell(`${describeRemoval({ goneBefore })}${left > 0 ? `, days left: ${left}` : ''}`);
  }
}

async function findFirstDay({
  countableEvents,
  eventRemovals,
}: RetentionContext): Promise<number | null> {
  const times: number[] = [];
  for (const ids of inParts(await countableEvents.listCampaignIds(), campaignsAtOnce)) {
    const first = await eventRemovals.findFirstTime(ids);
    if (first) times.push(first.getTime());
  }
  return times.length === 0 ? null : dayOf(Math.min(...times));
}

/** @throws {Error} where an event has no verdict yet, or the books do not agree with events. */
async function assertBooksAgree(
  ctx: RetentionContext,
  until: Date,
  signal: AbortSignal,
): Promise<void> {
  const open = await ctx.openVerdicts.findBefore(until);
  if (open !== null)
    throw new Error(
      `an event of ${open.toISOString()} has no verdict yet: is there a rate for it?`,
    );
  if ((await ctx.statisticsRebuilds.find()) !== null)
    throw new Error('the job rebuild-statistics has to count former hours first');
  for (const { name, problem } of await checkBooks(ctx, checks, signal))
    if (problem !== null) throw new Error(`the books do not agree, ${name}: ${problem}`);
}

/**
 * Compares the roll-ups of a day with its events, since removed events cannot be counted again. Sums alone are
 * compared: conversions of views that are removed have lost device and country.
 * @throws {Error} where roll-ups and events differ.
 */
async function assertCounted(
  ctx: RetentionContext,
  day: number,
  signal: AbortSignal,
): Promise<void> {
  await foldAllChanges(ctx);
  for (let hour = (day * dayMs) / hourMs; hour < ((day + 1) * dayMs) / hourMs; hour += 1) {
    signal.throwIfAborted();
    const { before, now } = await recountHour(ctx, hour, { isApplied: false });
    if (isSameCell(before, now)) continue;
    const from = hourOfId(hour).toISOString();
    throw new Error(
      `the statistics of the hour ${from} are not what its events come to: \`adgate statistics rebuild\` corrects them`,
    );
  }
}

/** Does no harm twice. */
async function removeBefore(
  ctx: RetentionContext,
  goneBefore: Date,
  signal: AbortSignal,
): Promise<void> {
  const { campaignHours, countableEvents, eventRemovals, visitorDays } = ctx;
  for (const ids of inParts(await countableEvents.listCampaignIds(), campaignsAtOnce)) {
    do signal.throwIfAborted();
    while ((await removeSome(ctx, ids, goneBefore)) > 0);
    // Events are judged again by them; hours that are judged again begin a day later.
    await campaignHours.removeBefore(ids, goneBefore);
    await campaignHours.periods.removeDaysBefore(
      ids,
      new Date(goneBefore.getTime() - longestDayMs),
    );
  }
  do signal.throwIfAborted();
  while ((await visitorDays.deleteSome(dayOf(goneBefore.getTime()), deletedAtOnce)) > 0);
  await eventRemovals.finish(goneBefore);
}

/** @returns how many; 0: there are no more */
async function removeSome(
  ctx: RetentionContext,
  campaignIds: readonly string[],
  goneBefore: Date,
): Promise<number> {
  const old = await ctx.eventRemovals.listSome(campaignIds, goneBefore, deletedAtOnce);
  if (old.length === 0) return 0;
  const ofPeers = old.filter(({ isOfPeer }) => isOfPeer).map(({ id }) => id);
  await keepEarnings(ctx, ofPeers);
  await ctx.eventRemovals.delete(old.map(({ id }) => id));
  return old.length;
}
