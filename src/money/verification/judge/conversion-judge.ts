import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import {
  isInBudget,
  type RecordedConversion,
} from '../../../market/recorded-conversions/recorded-conversion';
import { stateAt, type TimedState } from '../../../platform/states/state-history';
import { hourIdOf } from '../../amounts/hour';
import { hourTallyIdOf } from '../../budgets/hour-tally';
import type { Chargeable } from './charge-entry';
import { type ConversionFacts, type EventOutcome, isAnyAccepted } from './conversion-rule';
import { freeParts, partsOf, type PriceParts, type Terms } from './price-parts';
import { conversionRules } from '../rules';
import type { RejectionReason, VerdictStatus } from '../verdict';
import { assertPresent } from '../../../present';

/** All that a batch of conversions is judged by, as it was before the first of them. */
export interface ConversionBatchFacts {
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
  /** The charges for its cases; none for a rejected one. */
  readonly charges: readonly Chargeable[];
  /** The same parts, as its verdict keeps them. */
  readonly parts: readonly PriceParts[];
}

export interface WaitingConversion {
  readonly conversion: RecordedConversion;
  readonly waitsFor: 'rate' | 'verdict';
}

type ConversionJudge = (conversion: RecordedConversion) => JudgedConversion | WaitingConversion;

/**
 * Judges conversions one after the other: whole or nothing. An accepted one counts for those that follow.
 *
 * @see docs/verification.md
 */
export function createConversionJudge(known: ConversionBatchFacts): ConversionJudge {
  const spent = new Map(known.spent);
  const means = new Map(known.means);

  return (conversion) => {
    const { campaignId, advertiserId, occurredAt } = conversion;
    const outcomes = conversion.cases.map(({ eventId }) => known.events.get(eventId) ?? null);
    if (isUndecided(conversion, outcomes)) return { conversion, waitsFor: 'verdict' };
    const prices = pricesOf(conversion, outcomes);
    const rate = known.rates.get(hourIdOf(occurredAt)) ?? null;
    if (rate === null && prices.some((price) => price > 0n))
      return { conversion, waitsFor: 'rate' };
    const parts = prices.map((price) => partsOf(price, { ...known.terms, rate }));
    const total = totalOf(parts);

    const hour = hourTallyIdOf(campaignId, occurredAt);
    const states = known.campaigns.get(campaignId) ?? [];
    const facts: ConversionFacts = {
      outcomes,
      isInBudget: isInBudget(conversion),
      price: total.price,
      budget: stateAt(states, occurredAt)?.hourlyBudget ?? 0n,
      spent: spent.get(hour) ?? 0n,
      charge: total.charge,
      means: means.get(advertiserId) ?? null,
    };
    const rule = conversionRules.find((one) => one.refusesConversion(conversion, facts));
    if (rule) return rejected(conversion, rule.reason);

    if (facts.isInBudget) spent.set(hour, facts.spent + total.price);
    if (facts.means !== null) means.set(advertiserId, facts.means - total.charge);
    return accepted(conversion, parts, total);
  };
}

/** One accepted view decides for all cases; of clicks each has a price of its own. */
function isUndecided(
  { conversionId }: RecordedConversion,
  outcomes: readonly (EventOutcome | null)[],
): boolean {
  const isPending = outcomes.some((outcome) => outcome !== null && outcome.status === null);
  return isPending && (conversionId === null || !isAnyAccepted(outcomes));
}

/** The price of each case. Without an accepted event nothing is paid, so no rate is needed either. */
function pricesOf(
  { conversionId, cases }: RecordedConversion,
  outcomes: readonly (EventOutcome | null)[],
): readonly Amount[] {
  if (conversionId === null) return outcomes.map(clickPriceOf);
  const hasView = isAnyAccepted(outcomes);
  return cases.map(({ value }) => (hasView ? value : 0n));
}

/** One that counted at once is paid already. */
function clickPriceOf(click: EventOutcome | null): Amount {
  const isPayable = click?.status === 'accepted' && click.needsConfirmation;
  return isPayable ? (click.price ?? 0n) : 0n;
}

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

function totalOf(parts: readonly PriceParts[]): PriceParts {
  return parts.reduce(
    (sum, part) => ({
      price: sum.price + part.price,
      rate: sum.rate ?? part.rate,
      charge: sum.charge + part.charge,
      demandFee: sum.demandFee + part.demandFee,
      supplyFee: sum.supplyFee + part.supplyFee,
      revenue: sum.revenue + part.revenue,
    }),
    freeParts,
  );
}
