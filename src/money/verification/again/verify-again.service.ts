import { hourOf, nextHourOf } from '../../../hour';
import { assertEventsKept } from '../../../market/events/kept-events';
import { hourTallyIdOf } from '../../budgets/hour-tally';
import { applyCorrections } from './apply-corrections.service';
import type { Correction } from './correction';
import { freeMeansOf } from './free-means.service';
import { getHeldMoney } from './held-money';
import { HourReplay } from './hour-replay';
import { HourSums, type OwnerReplay } from './hour-sums';
import { Differences, type JudgedAgain } from './judged-again';
import { PeriodSums } from './period-sums';
import { PastConversions } from '../judge/past-conversions';
import type { TimeRange } from '../judge/paid-within';
import type { CampaignOwner, PastEvent } from '../judge/past-event.store';
import type { VerificationContext } from '../verification.context';
import { hourMs } from '../../../time';

const pageSize = 1_000;
/** A click is judged by its view, up to a day before it. */
const judgedByEventsOfMs = 25 * hourMs;

export interface VerifyAgainParams {
  /** Start of a clock hour. */
  readonly from: Date;
  /** Start of the clock hour after the last one. */
  readonly to: Date;
  /** True: differences are corrected and booked. Default: they are only counted. */
  readonly isApplied?: boolean;
  readonly signal?: AbortSignal;
  /** Is told how many events a page had. */
  readonly onPage?: (events: number) => void;
}

/**
 * Judges the events and conversions of past hours by the rules and settings of now and the facts of then, in the order
 * in which they were judged. What is applied, is so page by page, and stays so: running it again goes on, and after the
 * end of it changes nothing. Its memory grows with the visitors and networks of one advertiser's hour, and, while
 * nothing is applied, with the events of one advertiser whose verdict differs.
 *
 * @throws what the signal was aborted with; {AppError} `CONFLICT` as for `applyCorrections`, and where events are removed.
 */
export async function verifyAgain(
  ctx: VerificationContext,
  params: VerifyAgainParams,
): Promise<JudgedAgain> {
  const { from, to, signal } = params;
  await assertEventsKept(ctx, { from, reachMs: judgedByEventsOfMs });
  const differences = new Differences();
  for await (const campaigns of ctx.pastEvents.streamOwners()) {
    signal?.throwIfAborted();
    const { advertiserId, campaignIds } = campaigns;
    const firstAfter = (time: Date) =>
      ctx.pastEvents.findFirstTime(campaignIds, { from: time, to });
    let first = await firstAfter(from);
    if (first === null) continue;
    const means = await freeMeansOf(ctx, advertiserId);
    const periods = await PeriodSums.of(ctx, campaignIds);
    const owner: OwnerReplay = { differences, turned: new Map(), means, periods };
    while (first !== null) {
      // From its start: a conversion may come before the first event, and take of the budget.
      const hour = { from: hourOf(first), to: nextHourOf(first) };
      await replayHour(ctx, { owner, campaigns, hour }, params);
      first = await firstAfter(hour.to);
    }
  }
  return differences.toReport();
}

async function replayHour(
  ctx: VerificationContext,
  {
    owner,
    campaigns: { campaignIds },
    hour,
  }: {
    readonly owner: OwnerReplay;
    readonly campaigns: CampaignOwner;
    readonly hour: TimeRange;
  },
  { isApplied = false, signal, onPage }: VerifyAgainParams,
): Promise<void> {
  const ids = campaignIds.map((id) => hourTallyIdOf(id, hour.from));
  const tallies = await ctx.campaignHours.list(ids);
  const spent = new Map([...tallies].map(([id, tally]) => [id, tally.spent]));
  const apply = (corrections: readonly Correction[]) => applyCorrections(ctx, corrections, spent);
  await owner.periods.begin(hour, { isApplied });
  const sums = new HourSums(owner, await getHeldMoney(ctx, campaignIds, hour));
  const all = ctx.pastEvents.streamConversions(campaignIds, hour);
  const replay = new HourReplay(ctx, {
    ...{ owner, sums, conversions: new PastConversions(all), tallies },
    apply: isApplied ? apply : null,
    areEventsRemoved: (await ctx.eventRemovals.find()) !== null,
  });
  try {
    for await (const page of pagesOf(ctx.pastEvents.streamJudged(campaignIds, hour))) {
      signal?.throwIfAborted();
      await replay.judge(page);
      onPage?.(page.length);
    }
    await replay.finish();
  } finally {
    await all.return(undefined);
  }
}

async function* pagesOf(events: AsyncIterable<PastEvent>): AsyncGenerator<readonly PastEvent[]> {
  let page: PastEvent[] = [];
  for await (const event of events) {
    page.push(event);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
