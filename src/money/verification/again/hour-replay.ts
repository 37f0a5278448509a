import type { Amount } from '../../../amount';
import { budgetTimeOf } from '../../../market/events/event';
import { isOnOwnSite } from '../../../market/events/event-token';
import { isInBudget } from '../../../market/recorded-conversions/recorded-conversion';
import { type HourTally, hourTallyIdOf } from '../../budgets/hour-tally';
import { getLastingFacts, type LastingFacts } from '../judge/batch-facts.service';
import { budgetOf } from '../judge/budget-of-hour';
import { getConversionFacts, type MovingConversionFacts } from '../judge/conversion-facts.service';
import type { ClickOfCase, EventOutcome } from '../judge/conversion-rule';
import { type ConversionBatchFacts, ConversionJudge } from '../judge/conversion-judge';
import { type Correction, correctConversion, correctEvent } from './correction';
import type { HourSums, OwnerReplay } from './hour-sums';
import { Judge, type KnownView } from '../judge/judge';
import type { PastConversions } from '../judge/past-conversions';
import { type PastConversion, type PastEvent, toBooked } from '../judge/past-event.store';
import { ReplayedTallies } from './replayed-tallies';
import type { Verdict } from '../verdict';
import type { VerificationContext } from '../verification.context';

/** All that is needed to play an hour again. */
export interface ReplayedHour {
  readonly owner: OwnerReplay;
  readonly sums: HourSums;
  readonly conversions: PastConversions;
  /** The hours' tallies as they were stored before this hour is played, by the ids of `hourTallyIdOf`. */
  readonly tallies: ReadonlyMap<string, HourTally>;
  /** Writes corrections to the database; null: this run changes nothing there. */
  readonly apply: ((corrections: readonly Correction[]) => Promise<void>) | null;
  /** True where events of some conversions are gone: these conversions stay as they were judged. */
  readonly areEventsRemoved: boolean;
}

type JudgedPastEvent = PastEvent & { readonly verdict: Verdict; readonly firstJudgedAt: Date };

const conversionsAtOnce = 200;
const correctionsAtOnce = 1_000;

/** Plays one hour of an advertiser again, with sums that begin at 0. */
export class HourReplay {
  /** By the keys of `tallyKeysOf`. */
  private readonly tallies = new Map<string, number>();
  private readonly hours: ReplayedTallies;

  constructor(
    private readonly ctx: VerificationContext,
    private readonly hour: ReplayedHour,
  ) {
    this.hours = new ReplayedTallies(hour.tallies);
  }

  /** Judges events of the hour, and the conversions before them. @param page in the order of judging */
  async judge(page: readonly PastEvent[]): Promise<void> {
    const judged: JudgedPastEvent[] = [];
    for (const { verdict, firstJudgedAt, ...past } of page)
      if (verdict === null || firstJudgedAt === null) this.hour.owner.differences.addPending();
      else judged.push({ ...past, verdict, firstJudgedAt });
    if (judged.length === 0) return;
    const lasting = await getLastingFacts(
      this.ctx,
      judged.map(({ event }) => event),
    );
    const clicks = judged.filter(({ event }) => event.kind === 'click');
    const offerIds = new Set(clicks.map(({ event }) => event.offerId));
    const views = await this.ctx.verification.listViews([...offerIds]);
    for (const [batch, events] of Map.groupBy(judged, ({ verdict }) => verdict.batch)) {
      await this.judgeConversions(batch);
      this.judgeBatch(events, lasting, views);
    }
    await this.apply();
    // The database has the corrections now: the next page is read with them.
    if (this.hour.apply) this.hour.owner.turned.clear();
  }

  /** Judges the conversions that came after the last event. */
  async finish(): Promise<void> {
    await this.judgeConversions(Infinity);
    await this.apply();
  }

  private async apply(): Promise<void> {
    const corrections = this.hour.sums.takeCorrections();
    await this.hour.apply?.(corrections);
  }

  /** Judges the conversions that were judged before a batch. */
  private async judgeConversions(batch: number): Promise<void> {
    const { owner, sums, conversions } = this.hour;
    for (;;) {
      const due = await conversions.takeBefore(batch, conversionsAtOnce);
      if (due.length === 0) return;
      const facts = await getConversionFacts(
        this.ctx,
        due.map(({ conversion }) => conversion),
      );
      const ofNow = <Known extends Pick<EventOutcome, 'status'>>(
        id: string,
        known: Known,
      ): Known => ({
        ...known,
        status: owner.turned.get(id) ?? known.status,
      });
      const events = new Map([...facts.events].map(([id, one]) => [id, ofNow(id, one)]));
      const clicks = new Map(
        [...facts.clicks].map(([id, all]) => [id, all.map((one) => ofNow(one.id, one))]),
      );
      for (const past of due) this.judgeConversion(past, { ...facts, events, clicks });
      if (sums.waiting >= correctionsAtOnce) await this.apply();
    }
  }

  private judgeConversion(
    past: PastConversion,
    facts: Omit<ConversionBatchFacts, MovingConversionFacts>,
  ): void {
    const { owner, sums, areEventsRemoved } = this.hour;
    const { conversion, verdict: before, firstJudgedAt } = past;
    const { campaignId, advertiserId, occurredAt } = conversion;
    const hourId = hourTallyIdOf(campaignId, occurredAt);
    const spent = sums.spentOf(hourId) + sums.keptFor(before, campaignId);
    const turn = { campaignId, budgetTime: occurredAt, firstJudgedAt };
    const states = facts.campaigns.get(campaignId) ?? [];
    const judgement = new ConversionJudge({
      ...facts,
      campaigns: new Map([[campaignId, states.filter(({ at }) => at <= firstJudgedAt)]]),
      periods: before.status === 'accepted' ? new Map() : owner.periods.spentFor(turn),
      clicks: clicksBefore(before.batch, facts.clicks),
      tallies: new Map(),
      spent: new Map([[hourId, spent]]),
      means: new Map([[advertiserId, sums.meansFor(before)]]),
      ...{ hours: new Map(), accountHours: new Map() },
      peerDays: new Map(),
    }).judge(conversion, null);
    const isGone =
      areEventsRemoved &&
      conversion.cases
        .flatMap(({ eventId, laterViewIds = [] }) => [eventId, ...laterViewIds])
        .some((id) => !facts.events.has(id));
    // Other servers may have been told the details of their earnings: these conversions stay.
    const isOfPeers = conversion.cases.some(({ peer }) => peer !== undefined);
    const isKept = isGone || isOfPeers || isOfLimit(before);
    const now = 'waitsFor' in judgement || isKept ? null : judgement;
    const correct = () => now && correctConversion({ before, firstJudgedAt }, now);
    const { price } = sums.settle({ campaignId, before, booked: toBooked(past), now, correct });
    if (!isInBudget(conversion)) return;
    sums.spend(hourId, price);
    owner.periods.add(turn, price - before.price);
    this.hours.takeBeside(hourId, price, { budgetTime: occurredAt, firstJudgedAt });
  }

  private judgeBatch(
    events: readonly JudgedPastEvent[],
    lasting: LastingFacts,
    views: ReadonlyMap<string, KnownView>,
  ): void {
    const { sums } = this.hour;
    let current: JudgedPastEvent;
    const judge = new Judge(
      {
        ...lasting,
        ownNetworks: ownNetworksOf(events),
        views: this.viewsOf(events, views),
        hours: this.hours.current,
        means: new Map(),
        tallies: this.tallies,
        // Limits of days and sums that were set aside are not judged again.
        ...{ peerDays: new Map(), accountHours: new Map() },
        periods: new Map(),
      },
      (event, facts) => {
        const budgetTime = budgetTimeOf(event);
        const { verdict: before, firstJudgedAt } = current;
        const spent =
          sums.spentOf(hourTallyIdOf(event.campaignId, budgetTime)) +
          sums.keptFor(before, event.campaignId);
        const isKept = before.status === 'accepted';
        const turn = { campaignId: event.campaignId, budgetTime, firstJudgedAt };
        return {
          ...facts,
          ...{ means: sums.meansFor(before), spent },
          budget: isKept ? facts.budget : this.budgetThen(current, lasting),
          leftOfPeriods: isKept ? null : this.hour.owner.periods.leftFor(turn),
        };
      },
    );
    for (const past of events) {
      current = past;
      this.judgeEvent(judge, past);
    }
    for (const [key, cases] of judge.addedCounts)
      this.tallies.set(key, (this.tallies.get(key) ?? 0) + cases);
  }

  /** The limit that an event's hour had when the event was refused: a budget that was raised later does not count. */
  private budgetThen(
    { event, firstJudgedAt }: JudgedPastEvent,
    { campaigns }: LastingFacts,
  ): Amount {
    const states = (campaigns.get(event.campaignId) ?? []).filter(({ at }) => at <= firstJudgedAt);
    const hourId = hourTallyIdOf(event.campaignId, budgetTimeOf(event));
    return budgetOf(event, states, this.hours.current.get(hourId) ?? null);
  }

  private judgeEvent(judge: Judge, past: JudgedPastEvent): void {
    const { event, verdict: before, firstJudgedAt } = past;
    const { sums } = this.hour;
    const { campaignId, publisherId } = event;
    const judgement = judge.weigh(event, null);
    // Other servers may have been told the details of their earnings: these events stay.
    const now = 'waitsFor' in judgement || event.peer !== undefined ? null : judgement;
    const { limits } = this.ctx.config.verification;
    const correct = () => now && correctEvent({ before, firstJudgedAt }, now, limits);
    const booked = { ...before, publisherIds: [publisherId], siteIds: [event.siteId] };
    const kept = sums.settle({ campaignId, before, booked, now, correct });
    judge.count(event, kept);
    const budgetTime = budgetTimeOf(event);
    const hourId = hourTallyIdOf(campaignId, budgetTime);
    sums.spend(hourId, kept.price);
    const more = kept.price - before.price;
    this.hour.owner.periods.add({ campaignId, budgetTime }, more);
    if (event.kind === 'click')
      this.hours.takeBeside(hourId, kept.price, { budgetTime, firstJudgedAt });
  }

  /** The views of clicks, with the statuses that this run has given them. */
  private viewsOf(
    events: readonly JudgedPastEvent[],
    views: ReadonlyMap<string, KnownView>,
  ): ReadonlyMap<string, KnownView> {
    const known = new Map<string, KnownView>();
    for (const { event } of events) {
      const view = event.kind === 'click' ? views.get(event.offerId) : undefined;
      const status = this.hour.owner.turned.get(`impression:${event.offerId}`);
      if (view) known.set(event.offerId, { ...view, ...(status && { status }) });
    }
    return known;
  }
}

/** Leaves the clicks that were judged before a batch: a later click did not count for the batch's conversions. */
function clicksBefore(
  batch: number,
  clicks: ConversionBatchFacts['clicks'],
): ConversionBatchFacts['clicks'] {
  const isBefore = (click: ClickOfCase) => click.batch !== null && click.batch < batch;
  return new Map([...clicks].map(([caseId, all]) => [caseId, all.filter(isBefore)]));
}

/** Says that a count refused the conversion: conversions of days and networks are not counted again. */
const isOfLimit = ({ reason }: Verdict): boolean =>
  reason === 'conversion_limit' || reason === 'network_limit';

/**
 * The networks that were the publishers' own, as the batch found them: no history of log-ins is kept. An event on an
 * advertiser's own site from before such events were free (`isOwn`) was refused for its site, whatever its network.
 */
function ownNetworksOf(events: readonly JudgedPastEvent[]): ReadonlySet<string> {
  return new Set(
    events
      .filter(({ event, isOwnTraffic }) => isOwnTraffic && (event.isOwn || !isOnOwnSite(event)))
      .map(({ event }) => `${event.publisherId} ${event.remoteAddress}`),
  );
}
