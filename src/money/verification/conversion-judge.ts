import { type Amount, maxAmount } from '../../amount';
import type { CampaignState } from '../../demand/campaigns/campaign-state';
import {
  isInBudget,
  type RecordedConversion,
} from '../../market/recorded-conversions/recorded-conversion';
import { stateAt, type TimedState } from '../../platform/states/state-history';
import { hourIdOf } from '../amounts/hour';
import { hourTallyIdOf } from '../budgets/hour-tally';
import type { Chargeable } from './charge-entry';
import { partsOf, type PriceParts, type Terms } from './price-parts';
import type { RejectionReason, VerdictStatus } from './verdict';

/** The event that a case of a conversion is known by. */
export interface EventOutcome {
  /** null: it has no verdict yet. */
  readonly status: VerdictStatus | null;
  /** USD that its find offered. */
  readonly price: Amount | null;
  readonly needsConfirmation: boolean;
}

/** What a batch of conversions is judged by, as it was before the first of them. */
export interface ConversionFacts {
  readonly campaigns: ReadonlyMap<string, readonly TimedState<CampaignState>[]>;
  /** By their ids. */
  readonly events: ReadonlyMap<string, EventOutcome>;
  /** By the number of the hour. */
  readonly rates: ReadonlyMap<number, Amount>;
  /** USD, by the ids of `hourTallyIdOf`. */
  readonly spent: ReadonlyMap<string, Amount>;
  /** Funds and credit of advertisers, 10^-11 coins; null: without limit. */
  readonly means: ReadonlyMap<string, Amount | null>;
  readonly terms: Omit<Terms, 'rate'>;
}

export interface JudgedConversion extends PriceParts {
  readonly conversion: RecordedConversion;
  readonly status: VerdictStatus;
  readonly reason: RejectionReason | null;
  /** What its cases are paid; none of a rejected one. */
  readonly charges: readonly Chargeable[];
  /** The same, as its verdict keeps it. */
  readonly parts: readonly PriceParts[];
}

export interface WaitingConversion {
  readonly conversion: RecordedConversion;
  readonly waitsFor: 'rate' | 'verdict';
}

type ConversionJudge = (conversion: RecordedConversion) => JudgedConversion | WaitingConversion;

/**
 * Judges conversions one after the other: whole or nothing. What is accepted counts for those that follow.
 *
 * @see docs/verification.md
 */
export function createConversionJudge(facts: ConversionFacts): ConversionJudge {
  const spent = new Map(facts.spent);
  const means = new Map(facts.means);

  return (conversion) => {
    const { campaignId, advertiserId, occurredAt } = conversion;
    const outcomes = conversion.cases.map(({ eventId }) => facts.events.get(eventId) ?? null);
    if (isUndecided(conversion, outcomes)) return { conversion, waitsFor: 'verdict' };
    if (!outcomes.some((outcome) => outcome?.status === 'accepted'))
      return rejected(conversion, reasonOf(conversion, outcomes));

    const prices = conversion.cases.map((one, at) =>
      conversion.conversionId === null ? clickPriceOf(outcomes[at]!) : one.value,
    );
    const price = sumOf(prices);
    const rate = facts.rates.get(hourIdOf(occurredAt)) ?? null;
    if (price > 0n && rate === null) return { conversion, waitsFor: 'rate' };
    const parts = prices.map((one) => partsOf(one, { ...facts.terms, rate }));
    const charge = sumOf(parts.map((part) => part.charge));

    const hour = hourTallyIdOf(campaignId, occurredAt);
    const spentSoFar = spent.get(hour) ?? 0n;
    const states = facts.campaigns.get(campaignId) ?? [];
    const budget = stateAt(states, occurredAt)?.hourlyBudget ?? 0n;
    if (isInBudget(conversion) && price > 0n && spentSoFar + price > budget)
      return rejected(conversion, 'budget_spent');
    const left = means.get(advertiserId) ?? null;
    if (charge > 0n && charge > (left ?? maxAmount)) return rejected(conversion, 'no_funds');

    if (isInBudget(conversion)) spent.set(hour, spentSoFar + price);
    if (left !== null) means.set(advertiserId, left - charge);
    return {
      conversion,
      status: 'accepted',
      reason: null,
      price,
      rate: price > 0n ? rate : null,
      charge,
      demandFee: sumOf(parts.map(({ demandFee }) => demandFee)),
      supplyFee: sumOf(parts.map(({ supplyFee }) => supplyFee)),
      revenue: sumOf(parts.map(({ revenue }) => revenue)),
      parts: charge > 0n ? parts : [],
      charges: conversion.cases.map(({ publisherId, siteId }, at) => ({
        ...parts[at]!,
        ...{ id: conversion.id, campaignId, advertiserId, publisherId, siteId, occurredAt },
      })),
    };
  };
}

/** One accepted view decides for all cases; of clicks each has a price of its own. */
function isUndecided(
  { conversionId }: RecordedConversion,
  outcomes: readonly (EventOutcome | null)[],
): boolean {
  const isPending = outcomes.some((outcome) => outcome !== null && outcome.status === null);
  const hasView = outcomes.some((outcome) => outcome?.status === 'accepted');
  return isPending && (conversionId === null || !hasView);
}

function reasonOf(
  { conversionId }: RecordedConversion,
  outcomes: readonly (EventOutcome | null)[],
): RejectionReason {
  if (conversionId === null) return 'click_rejected';
  return outcomes.every((outcome) => outcome === null) ? 'no_impression' : 'impression_rejected';
}

/** One that counted at once is paid already. */
function clickPriceOf(click: EventOutcome | null): Amount {
  const isPayable = click?.status === 'accepted' && click.needsConfirmation;
  return isPayable ? (click.price ?? 0n) : 0n;
}

function rejected(conversion: RecordedConversion, reason: RejectionReason): JudgedConversion {
  const nothing = { price: 0n, charge: 0n, demandFee: 0n, supplyFee: 0n, revenue: 0n };
  return { conversion, status: 'rejected', reason, ...nothing, rate: null, charges: [], parts: [] };
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
