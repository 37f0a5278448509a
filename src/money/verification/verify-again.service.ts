import { hourOf, nextHourOf } from '../amounts/hour';
import { findMeans } from './batch-facts.service';
import { HourReplay, type OwnerReplay } from './hour-replay';
import { Differences, type JudgedAgain } from './judged-again';
import type { PastEvent } from './past-event.store';
import type { VerificationContext } from './verification.context';

const pageSize = 1_000;
/** No click is accepted longer after its offer: see the rule `not_offered`. */
const clicksForMs = 25 * 60 * 60 * 1000;

export interface VerifyAgainParams {
  /** Start of a clock hour. */
  readonly from: Date;
  /** Start of the clock hour after the last one. */
  readonly to: Date;
  readonly signal?: AbortSignal;
  /** Is told how many events a page had. */
  readonly onPage?: (events: number) => void;
}

/**
 * Judges the events of past hours by the rules and settings of now and the facts of then, in the order in which they
 * were judged. It changes nothing. Its memory grows with the visitors and networks of one advertiser's hour, and with
 * the views of an advertiser's day whose verdict differs.
 *
 * @throws what the signal was aborted with.
 */
export async function verifyAgain(
  ctx: VerificationContext,
  { from, to, signal, onPage }: VerifyAgainParams,
): Promise<JudgedAgain> {
  const differences = new Differences();
  for await (const { advertiserId, campaignIds } of ctx.pastEvents.streamOwners()) {
    signal?.throwIfAborted();
    const firstAfter = (time: Date) =>
      ctx.pastEvents.findFirstTime(campaignIds, { from: time, to });
    let first = await firstAfter(from);
    if (first === null) continue;
    const means = (await findMeans(ctx, [advertiserId])).get(advertiserId) ?? null;
    const owner: OwnerReplay = { differences, turned: new Map(), means };
    while (first !== null) {
      forgetLongPast(owner, first);
      // From its start: a conversion may come before the first event, and take of the budget.
      const hour = { from: hourOf(first), to: nextHourOf(first) };
      const conversions = ctx.pastEvents.streamBudgeted(campaignIds, hour);
      const replay = new HourReplay(ctx, owner, conversions);
      for await (const page of pagesOf(ctx.pastEvents.streamJudged(campaignIds, hour))) {
        signal?.throwIfAborted();
        await replay.judge(page);
        onPage?.(page.length);
      }
      await conversions.return(undefined);
      first = await firstAfter(hour.to);
    }
  }
  return differences.toReport();
}

function forgetLongPast({ turned }: OwnerReplay, now: Date): void {
  for (const [offerId, { offeredAt }] of turned)
    if (now.getTime() - offeredAt.getTime() > clicksForMs) turned.delete(offerId);
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
