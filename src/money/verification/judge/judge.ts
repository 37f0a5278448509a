import type { Amount } from '../../../amount';
import { isLocalAddress } from '../../../ip-address';
import { budgetTimeOf } from '../../../market/events/event';
import { isOnOwnSite } from '../../../market/events/event-token';
import { pageRunMs } from '../../../market/events/offer-lifetime';
import { hourIdOf } from '../../../hour';
import { type HourTally, hourTallyIdOf, withSeen } from '../../budgets/hour-tally';
import { budgetOf } from './budget-of-hour';
import type { EventFacts, JudgedEvent, VerificationLimits, ViewOfClick } from './event-rule';
import { awaitsHostLook, type HostLooks, isNamedByHost } from './host-looks';
import { type OpenViewFacts, OpenViews } from './open-views';
import { PeriodBudgets, type PeriodFacts } from './period-budgets';
import { type PeerBatchFacts, PeersOfBatch } from './peers-of-batch';
import { type Histories, standingsOf } from './standings';
import { type Fees, feesOn, freeParts, partsOf, type PriceParts } from './price-parts';
import { eventRules } from '../rules';
import { activityOf, isCounted, tallyKeysOf } from './tally';
import type { RejectionReason, VerdictStatus } from '../verdict';

/** A view that is stored: its status is null while it has no verdict. */
export interface KnownView {
  readonly caseId: string;
  readonly occurredAt: Date;
  readonly status: VerdictStatus | null;
}

/** All that a batch of events is judged by, as things were before the first event. */
export interface BatchFacts extends Histories, PeerBatchFacts, OpenViewFacts, PeriodFacts {
  /** By their offers. */
  readonly views: ReadonlyMap<string, KnownView>;
  /** By the number of the hour. Events of an hour without a rate wait. */
  readonly rates: ReadonlyMap<number, Amount>;
  /** Funds and credit of advertisers, 10^-11 coins; null: without limit. */
  readonly means: ReadonlyMap<string, Amount | null>;
  /** By the keys of `askedKeysOf`. */
  readonly tallies: ReadonlyMap<string, number>;
  /** Publisher and network, with a blank between them: who has logged in from where. */
  readonly ownNetworks: ReadonlySet<string>;
  readonly hostLooks: HostLooks;
  readonly limits: VerificationLimits;
  readonly terms: Fees;
}

/** An event whose turn it is, and until when a click's view may still come. */
export interface DueEvent extends JudgedEvent {
  readonly placementId: string;
  /** null: not told; absent: stored before it was noted. */
  readonly country?: string | null;
  /** Absent: not known. */
  readonly frequency?: number;
  /** null: no view is waited for. */
  readonly settleAt: Date | null;
}

/**
 * The thing that an event waits for: a rate of its hour, the verdict of its view, the view itself, its page, a look at its host, or
 * the views that money is set aside for.
 */
export type WaitReason = 'rate' | 'verdict' | 'view' | 'page' | 'host' | 'views';

export interface Judgement extends PriceParts {
  readonly event: DueEvent;
  readonly status: VerdictStatus;
  readonly reason: RejectionReason | null;
}

export interface WaitingEvent {
  readonly event: DueEvent;
  readonly waitsFor: WaitReason;
}

/** Judges the events of a batch one after the other: each counts for those that follow. */
export class Judge {
  /** Counted events so far, by the keys of `tallyKeysOf`. */
  readonly addedCounts = new Map<string, number>();
  readonly peers: PeersOfBatch;
  readonly #views: Map<string, KnownView>;
  readonly #openViews: OpenViews;
  /** By the ids of `hourTallyIdOf`: as stored, and with what the batch has judged of ours where it has events of other servers. */
  readonly #hours: Map<string, HourTally>;
  readonly #peerSpent: Map<string, Amount>;
  readonly #spent: Map<string, Amount>;
  readonly #means: Map<string, Amount | null>;
  readonly #periods: PeriodBudgets;

  /** @param adjust changes the facts that an event is judged by; default: they stay as they are */
  constructor(
    private readonly known: BatchFacts,
    private readonly adjust: (event: DueEvent, facts: EventFacts) => EventFacts = (_, facts) =>
      facts,
  ) {
    this.#views = new Map(known.views);
    this.#spent = new Map([...known.hours].map(([id, hour]) => [id, hour.spent]));
    this.#peerSpent = new Map([...known.hours].map(([id, hour]) => [id, hour.peerSpent ?? 0n]));
    this.#means = new Map(known.means);
    this.peers = new PeersOfBatch(known);
    this.#openViews = new OpenViews(known);
    this.#hours = new Map(known.hours);
    this.#periods = new PeriodBudgets({ ...known, hours: this.#hours });
  }

  /** Judges an event, and counts it. */
  judge(event: DueEvent, now: Date): Judgement | WaitingEvent {
    const judgement = this.weigh(event, now);
    if ('waitsFor' in judgement) return judgement;
    this.#openViews.note(event, now);
    this.#noteSeen(event);
    this.count(event, judgement);
    return judgement;
  }

  /** @param now tells only how long a click has waited for its view; null: long enough */
  weigh(event: DueEvent, now: Date | null): Judgement | WaitingEvent {
    const view = this.#viewOf(event);
    const waitsFor = this.#waitOf(event, view, now);
    if (waitsFor !== null) return { event, waitsFor };
    const rate = this.known.rates.get(hourIdOf(budgetTimeOf(event))) ?? null;
    // An event that a program made costs nothing, so it needs no rate either.
    const isFree = event.needsConfirmation || event.invalidTraffic !== null;
    const price = isFree ? 0n : (event.price ?? 0n);
    const parts = partsOf(price, { ...feesOn(event, this.known.terms), rate });
    // Safe: a view without a verdict is waited for.
    const own = this.#factsOf(event, view as ViewOfClick | null, parts);
    const facts = this.adjust(event, this.#leaveOurs(event, own, { rate, now }));
    const reason = eventRules.find((rule) => rule.refusesEvent(event, facts))?.reason ?? null;
    if (reason === null && this.#waitsForViews(event, facts, { rate, now }))
      return { event, waitsFor: 'views' };
    if (reason !== null) return { event, status: 'rejected', reason, ...freeParts };
    return { event, status: 'accepted', reason, ...parts };
  }

  /** Counts an event with what has become of it. */
  count(event: DueEvent, outcome: Omit<Judgement, 'event'>): void {
    const { status, reason } = outcome;
    this.#noteView(event, status);
    if (status === 'accepted') this.#take(event, outcome);
    if (!isCounted(reason)) return;
    for (const key of tallyKeysOf(event, this.known.limits))
      this.addedCounts.set(key, (this.addedCounts.get(key) ?? 0) + 1);
  }

  #countOf(key: string): number {
    return (this.known.tallies.get(key) ?? 0) + (this.addedCounts.get(key) ?? 0);
  }

  #viewOf(event: DueEvent): KnownView | null {
    if (event.kind !== 'click') return null;
    const view = this.#views.get(event.offerId);
    return view?.caseId === event.caseId ? view : null;
  }

  #waitOf(event: DueEvent, view: KnownView | null, now: Date | null): WaitReason | null {
    if (event.price === null || event.invalidTraffic !== null) return null;
    if (now !== null && awaitsPage(event, now)) return 'page';
    const isAsked = this.known.peerTerms.adsTxt !== 'none';
    if (isAsked && now !== null && awaitsHostLook(event, this.known.hostLooks, now)) return 'host';
    if (event.kind === 'click') {
      if (view && view.status === null) return 'verdict';
      const isEarly = now !== null && event.settleAt !== null && now < event.settleAt;
      if (view === null && isEarly) return 'view';
    }
    const isFree = event.price === 0n || event.needsConfirmation;
    return isFree || this.known.rates.has(hourIdOf(budgetTimeOf(event))) ? null : 'rate';
  }

  #factsOf(event: DueEvent, view: ViewOfClick | null, parts: PriceParts): EventFacts {
    const { publisherId, remoteAddress } = event;
    const hour = hourTallyIdOf(event.campaignId, budgetTimeOf(event));
    const campaignStates = this.known.campaigns.get(event.campaignId) ?? [];
    return {
      ...standingsOf(event, this.known),
      peer: this.peers.factsOf(event),
      isNamedByHost: isNamedByHost(event, this.known.hostLooks, this.known.peerTerms.adsTxt),
      view,
      isLocal: remoteAddress === null || isLocalAddress(remoteAddress),
      isOwn:
        (isOnOwnSite(event) && event.isOwn !== true) ||
        (remoteAddress !== null && this.known.ownNetworks.has(`${publisherId} ${remoteAddress}`)),
      ...activityOf(event, (key) => this.#countOf(key)),
      limits: this.known.limits,
      price: parts.price,
      budget: budgetOf(event, campaignStates, this.known.hours.get(hour) ?? null),
      spent: this.#spent.get(hour) ?? 0n,
      leftOfPeriods: this.#periods.leftFor(spenderOf(event)),
      charge: parts.charge,
      means: this.#means.get(event.advertiserId) ?? null,
    };
  }

  /** Leaves out of another server's facts what is for offers of ours. */
  #leaveOurs(
    event: DueEvent,
    facts: EventFacts,
    at: { readonly rate: Amount | null; readonly now: Date | null },
  ): EventFacts {
    if (event.peer === undefined) return this.#leaveViews(event, facts, at);
    const hour = hourTallyIdOf(event.campaignId, budgetTimeOf(event));
    const tally = this.#hours.get(hour) ?? null;
    const peerSpent = this.#peerSpent.get(hour) ?? 0n;
    return {
      ...facts,
      ...this.peers.leftOf(event, { ...facts, ...at, tally, peerSpent }),
      leftOfPeriods: this.#periods.leftBesideOffers(spenderOf(event), at.now),
    };
  }

  /** Frees the money that was set aside for an event of ours: other servers may use what the verdict leaves of it. */
  #noteSeen(event: DueEvent): void {
    const isOfPeers = this.known.peers.size > 0;
    if (!isOfPeers || event.peer !== undefined || event.invalidTraffic !== null) return;
    const id = hourTallyIdOf(event.campaignId, event.offeredAt);
    const hour = this.#hours.get(id);
    if (hour) this.#hours.set(id, withSeen(hour, event));
    this.peers.note(event);
  }

  /** Leaves out of a click's means what is for views that were offered. */
  #leaveViews(
    event: DueEvent,
    facts: EventFacts,
    { rate, now }: { readonly rate: Amount | null; readonly now: Date | null },
  ): EventFacts {
    if (event.kind !== 'click' || now === null) return facts;
    const spender = { ...event, budgetTime: budgetTimeOf(event), rate };
    return { ...facts, means: this.#openViews.meansBeside(spender, facts.means, now) };
  }

  #waitsForViews(
    event: DueEvent,
    facts: EventFacts,
    { rate, now }: { readonly rate: Amount | null; readonly now: Date | null },
  ): boolean {
    if (event.kind !== 'click' || event.peer !== undefined || now === null) return false;
    const states = this.known.campaigns.get(event.campaignId) ?? [];
    const spender = { ...event, budgetTime: budgetTimeOf(event), rate };
    const openViews = this.#openViews;
    return (
      openViews.areInTheWay(spender, facts, { states, now }) ||
      this.#periods.areViewsInTheWay(spender, facts.price, { openViews, now })
    );
  }

  #noteView({ kind, invalidTraffic, ...event }: DueEvent, status: VerdictStatus): void {
    if (kind !== 'impression' || invalidTraffic !== null) return;
    const { caseId, occurredAt } = event;
    this.#views.set(event.offerId, { caseId, occurredAt, status });
  }

  #take(event: DueEvent, parts: PriceParts): void {
    const { price, charge } = parts;
    const hour = hourTallyIdOf(event.campaignId, budgetTimeOf(event));
    const add = (spent: Map<string, Amount>) => spent.set(hour, (spent.get(hour) ?? 0n) + price);
    if (price > 0n) add(this.#spent);
    this.#periods.take(spenderOf(event), price);
    if (event.peer !== undefined) add(this.#peerSpent);
    this.peers.take(event, parts);
    const left = this.#means.get(event.advertiserId) ?? null;
    if (left !== null) this.#means.set(event.advertiserId, left - charge);
  }
}

const spenderOf = (event: DueEvent) => ({
  campaignId: event.campaignId,
  budgetTime: budgetTimeOf(event),
});

/** A view of another server's site that no browser has vouched for yet. */
const awaitsPage = ({ kind, peer, occurredAt }: DueEvent, now: Date): boolean =>
  kind === 'impression' &&
  peer?.needsPage === true &&
  peer.unmet === null &&
  peer.ran === undefined &&
  now.getTime() < occurredAt.getTime() + pageRunMs;
