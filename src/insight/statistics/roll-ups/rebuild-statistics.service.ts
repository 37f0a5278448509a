import { hourOfId } from '../../../hour';
import { assertEventsKept } from '../../../market/events/kept-events';
import { hourMs } from '../../../time';
import { foldAllChanges } from './fold-changes.service';
import { inParts } from '../questions/in-parts';
import { recountHour, type RecountedHour } from './recount-hour.service';
import type { StatisticsContext } from '../statistics.context';

/** The result of counting anew. */
export interface RebuiltStatistics {
  readonly hours: number;
  /** Events with a verdict and accepted conversions. */
  readonly counted: number;
  /** Hours that differ. */
  readonly differing: number;
  /** The latest of them. */
  readonly latest: readonly RecountedHour[];
}

const mostShown = 20;
/** So many that a server merges their places in an index. */
const campaignsAtOnce = 100;

/**
 * Counts clock hours anew, the latest first, each in one transaction: what is applied stays so when it is interrupted,
 * and verdicts go on meanwhile.
 *
 * @param params.from start of the first hour
 * @param params.to end of the last one
 * @throws what the signal was aborted with; {AppError} `CONFLICT` for hours whose events are removed.
 */
export async function rebuildStatistics(
  ctx: StatisticsContext,
  params: {
    readonly from: Date;
    readonly to: Date;
    /** Default: it only tells what differs. */
    readonly isApplied?: boolean;
    readonly signal?: AbortSignal;
    readonly onHour?: (counted: number) => void;
  },
): Promise<RebuiltStatistics> {
  const { from, to, isApplied = false, signal, onHour } = params;
  const sum = { hours: 0, counted: 0, differing: 0 };
  const latest: RecountedHour[] = [];
  await assertEventsKept(ctx, { from });
  const first = from.getTime() / hourMs;
  for (let hour = to.getTime() / hourMs - 1; hour >= first; hour -= 1) {
    signal?.throwIfAborted();
    const recounted = isApplied
      ? await rebuildHour(ctx, hour)
      : await recountHour(ctx, hour, { isApplied });
    sum.hours += 1;
    sum.counted += recounted.counted;
    if (!recounted.isSame) {
      sum.differing += 1;
      if (latest.length < mostShown) latest.push(recounted);
    }
    onHour?.(recounted.counted);
  }
  return { ...sum, latest };
}

async function rebuildHour(ctx: StatisticsContext, hour: number): Promise<RecountedHour> {
  await foldAllChanges(ctx);
  return recountHour(ctx, hour, { isApplied: true });
}

/**
 * Goes on with counting the hours that were before there were roll-ups, for some time.
 *
 * @returns how far it came; null: there is nothing to do.
 */
export async function rebuildFirstHours(
  ctx: StatisticsContext,
  { signal, forMs }: { readonly signal: AbortSignal; readonly forMs: number },
): Promise<string | null> {
  const found = await ctx.statisticsRebuilds.find();
  if (found === null) return null;
  let { beforeHour } = found;
  const firstHour = found.firstHour ?? (await findFirstHour(ctx)) ?? beforeHour;
  const until = ctx.now().getTime() + forMs;
  while (beforeHour > firstHour && !signal.aborted && ctx.now().getTime() < until) {
    await rebuildHour(ctx, beforeHour - 1);
    beforeHour -= 1;
    await ctx.statisticsRebuilds.save({ beforeHour, firstHour });
  }
  if (beforeHour <= firstHour) {
    await ctx.statisticsRebuilds.delete();
    return 'all hours are counted';
  }
  const left = (beforeHour - firstHour).toLocaleString('en');
  return `counted back to ${hourOfId(beforeHour).toISOString()}, hours left: ${left}`;
}

async function findFirstHour({ countableEvents }: StatisticsContext): Promise<number | null> {
  const times: number[] = [];
  for (const ids of inParts(await countableEvents.listCampaignIds(), campaignsAtOnce)) {
    const first = await countableEvents.findFirstTime(ids);
    if (first) times.push(first.getTime());
  }
  return times.length === 0 ? null : Math.floor(Math.min(...times) / hourMs);
}
