import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import {
  isInBudget,
  type RecordedConversion,
} from '../../../market/recorded-conversions/recorded-conversion';
import { stateAt, type TimedState } from '../../../platform/states/state-history';
import { hourIdOf } from '../../../hour';
import { settleAfterMs } from '../../../market/events/event-document';
import { hourTallyIdOf } from '../../budgets/hour-tally';
import type { Chargeable } from './charge-entry';
import { type ConvertedPeerFacts, ConvertedPeers } from './converted-peers';
import {
  type ClickOfCase,
  type ConversionFacts,
  type EventOutcome,
  isAnyAccepted,
} from './conversion-rule';
import type { VerificationLimits } from './event-rule';
import { type Fees, feesOn, freeParts, partsOf, type PriceParts, sumOfParts } from './price-parts';
import { clicksOf, countsOf, isUnsigned, unsignedCountsOf } from './unsigned-conversions';
import { conversionRules } from '../rules';
import type { RejectionReason, VerdictStatus } from '../verdict';
import { type OpenViewFacts, OpenViews } from './open-views';
import { PeriodBudgets, type PeriodFacts } from './period-budgets';
import { assertPresent } from '../../../present';

/** All that a batch of conversions is judged by, as it was before the first of them. */
export interface ConversionBatchFacts extends ConvertedPeerFacts, OpenViewFacts, PeriodFacts {
  readonly campaigns: ReadonlyMap<string, readonly TimedState<CampaignState>[]>;
  /** Clicks in the cases of unsigned conversions, by case. */
  readonly clicks: ReadonlyMap<string, readonly ClickOfCase[]>;
  /** USD, by the ids of `hourTallyIdOf`. */
  readonly spent: ReadonlyMap<string, Amount>;
  /** Funds and credit of advertisers, 10^-11 coins; null: without limit. */
  readonly means: ReadonlyMap<string, Amount | null>;
  /** By the keys of `countsOf`. */
  readonly tallies: ReadonlyMap<string, number>;
  readonly limits: VerificationLimits;
  readonly terms: Fees;
}

export interface JudgedConversion extends PriceParts {
  readonly conversion: RecordedConversion;
  readonly status: VerdictStatus;
  readonly reason: RejectionReason | null;
  /** The charges for its cases; none for a rejected one. */
  readonly charges: readonly Chargeable[];
  /** The same parts, as its verdict keeps them. */
  readonly parts: readonly PriceParts[];
}

export interface WaitingConversion {
  readonly conversion: RecordedConversion;
  readonly waitsFor: 'rate' | 'verdict' | 'click' | 'views';
}

/**
 * Judges conversions one after the other: whole or nothing. An accepted one counts for those that follow.
 *
 * @see docs/verification.md
 */
export class ConversionJudge {
  /** The counts that accepted conversions have added so far, by the keys of `countsOf`. */
  readonly added = new Map<string, number>();
  readonly peers: ConvertedPeers;
  readonly #openViews: OpenViews;
  readonly #periods: PeriodBudgets;
  readonly #spent: Map<string, Amount>;
  readonly #means: Map<string, Amount | null>;

  constructor(private readonly known: ConversionBatchFacts) {
    this.peers = new ConvertedPeers(known);
    this.#openViews = new OpenViews(known);
    this.#periods = new PeriodBudgets(known);
    this.#spent = new Map(known.spent);
    this.#means = new Map(known.means);
  }

  /** @param now tells only how long it has waited for a click; null: long enough */
  judge(conversion: RecordedConversion, now: Date | null): JudgedConversion | WaitingConversion {
    const outcomes = conversion.cases.map(({ eventId }) => this.known.events.get(eventId) ?? null);
    const ofAll = [...outcomes, ...this.#laterOutcomesOf(conversion)];
    if (isUndecided(conversion, ofAll) || this.peers.isUndecided(conversion))
      return { conversion, waitsFor: 'verdict' };
    const refusals = conversion.cases.map((one) => this.peers.refusalOf(conversion, one));
    const mayEarn = refusals.map((reason) => reason === null);
    const prices = pricesOf(conversion, outcomes, { hasView: isAnyAccepted(ofAll), mayEarn });
    const isFree = prices.every((price) => price === 0n);
    const clicks = isUnsigned(conversion) && !isFree ? clicksOf(conversion, this.known.clicks) : [];
    if (!isFree && waitsForClick(conversion, clicks, now))
      return { conversion, waitsFor: clicks.length > 0 ? 'verdict' : 'click' };
    const rate = this.known.rates.get(hourIdOf(conversion.occurredAt)) ?? null;
    if (rate === null && !isFree) return { conversion, waitsFor: 'rate' };
    const { parts, unpaid } = this.#partsOf(conversion, prices, { rate, now });
    const total = sumOfParts(parts);
    const own = this.#factsOf(conversion, {
      ...{ outcomes: ofAll, total, hasClick: isAnyAccepted(clicks) },
      peerRefusal: refusalOfAll(refusals.map((reason, at) => reason ?? unpaid[at] ?? null)),
    });
    const spender = { ...conversion, budgetTime: conversion.occurredAt, rate };
    const means = now && this.#openViews.meansBeside(spender, own.means, now);
    const facts = now === null ? own : { ...own, means };
    const rule = conversionRules.find((one) => one.refusesConversion(conversion, facts));
    if (rule) return rejected(conversion, rule.reason);
    const states = this.known.campaigns.get(conversion.campaignId) ?? [];
    const openViews = this.#openViews;
    const isHeld =
      now !== null &&
      (openViews.areInTheWay(spender, facts, { states, now }) ||
        this.#periods.areViewsInTheWay(spender, facts.price, { openViews, now }));
    if (isHeld && facts.isInBudget) return { conversion, waitsFor: 'views' };
    this.#take(conversion, facts);
    this.peers.take(conversion, parts);
    return accepted(conversion, parts, total);
  }

  /** Outcomes of views of later offers that have the case of an earlier one. */
  #laterOutcomesOf({ cases }: RecordedConversion): readonly (EventOutcome | null)[] {
    return cases
      .flatMap(({ laterViewIds = [] }) => laterViewIds)
      .map((id) => this.known.events.get(id) ?? null);
  }

  /** The parts of all cases, and why those of other servers are not paid. */
  #partsOf(
    conversion: RecordedConversion,
    prices: readonly Amount[],
    at: { readonly rate: Amount | null; readonly now: Date | null },
  ) {
    const parts = prices.map((price, index) => {
      const fees = feesOn(conversion.cases[index] ?? {}, this.known.terms);
      return partsOf(price, { ...fees, rate: at.rate });
    });
    const spender = { ...conversion, budgetTime: conversion.occurredAt };
    const unpaid = this.peers.unpaidReasonsOf(conversion, parts, {
      ...this.#moneyOf(conversion),
      leftOfPeriods: this.#periods.leftBesideOffers(spender, at.now),
      ...at,
    });
    return { parts: parts.map((part, index) => (unpaid[index] ? freeParts : part)), unpaid };
  }

  #moneyOf({ campaignId, advertiserId, occurredAt }: RecordedConversion) {
    const states = this.known.campaigns.get(campaignId) ?? [];
    return {
      budget: stateAt(states, occurredAt)?.hourlyBudget ?? 0n,
      spent: this.#spent.get(hourTallyIdOf(campaignId, occurredAt)) ?? 0n,
      leftOfPeriods: this.#periods.leftFor({ campaignId, budgetTime: occurredAt }),
      means: this.#means.get(advertiserId) ?? null,
    };
  }

  #factsOf(
    conversion: RecordedConversion,
    judged: Pick<ConversionFacts, 'outcomes' | 'hasClick' | 'peerRefusal'> & {
      readonly total: PriceParts;
    },
  ): ConversionFacts {
    const { total, ...rest } = judged;
    return {
      ...rest,
      ...this.#moneyOf(conversion),
      isInBudget: isInBudget(conversion),
      price: total.price,
      charge: total.charge,
      unsigned: unsignedCountsOf(conversion, (key) => this.#countOf(key)),
      limits: this.known.limits,
    };
  }

  #countOf(key: string): number {
    return (this.known.tallies.get(key) ?? 0) + (this.added.get(key) ?? 0);
  }

  #take(conversion: RecordedConversion, facts: ConversionFacts): void {
    const { campaignId, advertiserId, occurredAt } = conversion;
    const hour = hourTallyIdOf(campaignId, occurredAt);
    if (facts.isInBudget) {
      this.#spent.set(hour, facts.spent + facts.price);
      this.#periods.take({ campaignId, budgetTime: occurredAt }, facts.price);
    }
    if (facts.means !== null) this.#means.set(advertiserId, facts.means - facts.charge);
    if (facts.price === 0n) return;
    for (const key of countsOf(conversion, facts.hasClick))
      this.added.set(key, (this.added.get(key) ?? 0) + 1);
  }
}

/** @returns the first reason where every case has one. */
const refusalOfAll = (reasons: readonly (RejectionReason | null)[]): RejectionReason | null =>
  reasons.includes(null) ? null : (reasons[0] ?? null);

/** Says that a click of the conversion may still be stored, or still get its verdict. */
function waitsForClick(
  { evidence, occurredAt }: RecordedConversion,
  clicks: readonly ClickOfCase[],
  now: Date | null,
): boolean {
  if (isAnyAccepted(clicks)) return false;
  if (clicks.some(({ status }) => status === null)) return true;
  const isEarly = now !== null && now.getTime() < occurredAt.getTime() + settleAfterMs;
  return evidence === 'none' && isEarly;
}

/** Says that an event which decides on the price has no verdict yet. One accepted view decides for all cases; each click has its own price. */
function isUndecided(
  { conversionId }: RecordedConversion,
  outcomes: readonly (EventOutcome | null)[],
): boolean {
  const isPending = outcomes.some((outcome) => outcome !== null && outcome.status === null);
  return isPending && (conversionId === null || !isAnyAccepted(outcomes));
}

/** The price of each case: 0 where no event was accepted, so that no rate is needed. */
function pricesOf(
  { conversionId, cases }: RecordedConversion,
  outcomes: readonly (EventOutcome | null)[],
  { hasView, mayEarn }: { readonly hasView: boolean; readonly mayEarn: readonly boolean[] },
): readonly Amount[] {
  if (conversionId === null) {
    const earning = outcomes.map((outcome, at) => (mayEarn[at] === true ? outcome : null));
    return clickPricesOf(cases, earning);
  }
  return cases.map(({ value }, at) =>
    hasView && mayEarn[at] === true && outcomes[at]?.isOwn !== true ? value : 0n,
  );
}

/** Several offers may have one case: of its clicks that wait the first that was accepted is paid, as one is what was confirmed. */
function clickPricesOf(
  cases: RecordedConversion['cases'],
  clicks: readonly (EventOutcome | null)[],
): readonly Amount[] {
  const paid = new Map(
    cases.flatMap(({ caseId }, at) =>
      isPayable(clicks[at] ?? null) ? [[caseId, at] as const] : [],
    ),
  );
  return cases.map(({ caseId }, at) => (paid.get(caseId) === at ? (clicks[at]?.price ?? 0n) : 0n));
}

/** Says that a click needed a confirmation: one that counted at once is paid already. */
const isPayable = (click: EventOutcome | null): boolean =>
  click?.status === 'accepted' && click.needsConfirmation;

function accepted(
  conversion: RecordedConversion,
  parts: readonly PriceParts[],
  total: PriceParts,
): JudgedConversion {
  const { id, campaignId, advertiserId, occurredAt, cases } = conversion;
  return {
    conversion,
    status: 'accepted',
    reason: null,
    ...total,
    parts: total.charge > 0n ? parts : [],
    charges: cases.map(({ publisherId, siteId }, at) => ({
      ...assertPresent(parts[at], 'there is a part for each case'),
      id,
      campaignId,
      advertiserId,
      publisherId,
      siteId,
      budgetTime: occurredAt,
    })),
  };
}

function rejected(conversion: RecordedConversion, reason: RejectionReason): JudgedConversion {
  return { conversion, status: 'rejected', reason, ...freeParts, charges: [], parts: [] };
}
