import type { Config } from '../../config';
import type { PlatformMembers } from '../../platform/platform.members';
import { inTurns } from '../../platform/process/in-turns';
import { hourMs, minuteMs, startOfDay } from '../../time';
import type { MarketMembers } from '../market.members';
import { AgedCounts } from './aged-counts';
import { type KeyedChange, readChanges } from './change-bytes';
import { countsPerTurn } from './count-bytes';
import { slices, sliceOf } from './frequency-counts';
import { changed, isOlderThan, noViews } from './view-count';

export interface KeepingContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<MarketMembers, 'frequencyShares' | 'frequencySlices'> {
  readonly config: Pick<Config, 'offerMinutes'>;
}

/** By then every process has stored what it told of a time. */
const settledMs = minuteMs;
/** Of each slice: they have room in a document. */
const mostOfSlice = 600_000;
/** Nobody is remembered for longer, whatever the cap. */
const keptDays = 90;
/** Bytes of shares that are merged at once. */
const mostBytes = 8 * 2 ** 20;

/** Changes of one slice, with the times of their shares. */
type SliceChanges = { readonly sharedAt: Date; readonly keyed: KeyedChange }[];

/** All shares of a span, up to `to`. */
interface Gathered {
  readonly to: Date;
  readonly isEmpty: boolean;
  readonly bySlice: readonly SliceChanges[];
}

/**
 * Adds what processes have told to what is kept for those that start. A slice says up to when it knows all shares: a run that ended
 * early is gone on with, and nothing counts twice.
 */
export async function keepFrequencyCounts(ctx: KeepingContext, signal: AbortSignal): Promise<void> {
  const until = new Date(ctx.now().getTime() - settledMs);
  let from = await earliestMark(ctx);
  while (from < until) {
    const gathered = await gather(ctx, from, until);
    if (!gathered.isEmpty) {
      await advanceUnchanged(ctx, gathered);
      const marks = await ctx.frequencySlices.listMarks(slices);
      for (const [slice, mergedTo] of marks.entries()) {
        if (signal.aborted) return;
        if (mergedTo < gathered.to) await keepSlice(ctx, slice, gathered);
      }
    }
    from = gathered.to;
  }
  await ctx.frequencyShares.removeUntil(new Date(until.getTime() - hourMs));
}

async function earliestMark({ frequencySlices }: KeepingContext): Promise<Date> {
  const marks = await frequencySlices.listMarks(slices);
  return new Date(Math.min(...marks.map(Number)));
}

/** Ends early where there is much, between two shares of different times. */
async function gather(
  { frequencyShares }: KeepingContext,
  from: Date,
  until: Date,
): Promise<Gathered> {
  const bySlice: SliceChanges[] = Array.from({ length: slices }, () => []);
  let bytes = 0;
  let to = from;
  for await (const { sharedAt, changes } of frequencyShares.stream(from, until)) {
    if (bytes > mostBytes && sharedAt > to) return { to, isEmpty: false, bySlice };
    for await (const some of inTurns(readChanges(changes), countsPerTurn))
      for (const keyed of some) bySlice[sliceOf(keyed)]?.push({ sharedAt, keyed });
    bytes += changes.length;
    to = sharedAt;
  }
  return { to: until, isEmpty: bytes === 0, bySlice };
}

/** Slices that nothing was told of are not written anew, but for once a day (UTC): who is too old leaves them then. */
function advanceUnchanged(
  { frequencySlices }: KeepingContext,
  { to, bySlice }: Gathered,
): Promise<void> {
  const unchanged = [...bySlice.keys()].filter((slice) => bySlice[slice]?.length === 0);
  return frequencySlices.advance(unchanged, startOfDay(to), to);
}

async function keepSlice(
  { now, config, frequencySlices }: KeepingContext,
  slice: number,
  { to, bySlice }: Gathered,
): Promise<void> {
  const { mergedTo, counts } = await frequencySlices.find(slice);
  if (mergedTo >= to) return;
  const all = new AgedCounts(mostOfSlice);
  for await (const some of inTurns(counts, countsPerTurn))
    for (const [key, count] of some) if (!isOlderThan(count, keptDays, now())) all.set(key, count);
  const lifeSeconds = config.offerMinutes * 60;
  for await (const some of inTurns(bySlice[slice] ?? [], countsPerTurn))
    for (const { sharedAt, keyed } of some)
      if (sharedAt > mergedTo)
        all.set(keyed.key, changed(all.get(keyed.key) ?? noViews, keyed.change, lifeSeconds));
  // Where it is not replaced, another process keeps it.
  await frequencySlices.replace({ slice, mergedTo: to, counts: all.entries() }, mergedTo);
}
