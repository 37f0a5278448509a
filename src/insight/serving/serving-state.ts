import type { Amount } from '../../amount';
import { isFree } from '../../demand/campaigns/campaign-priority';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Refusal } from '../../demand/refused-domains/refused-domain';
import type { OutcomeSums } from './outcome-sums';
import type { ServingState } from './serving-states';
import { type WordOfFinds, wordOfFinds } from './word-of-finds';

/** Why a budget offers nothing more. */
export const budgetLimits = ['used', 'set_aside', 'lowered'] as const;
export type BudgetLimit = (typeof budgetLimits)[number];

/** The spans that a campaign has budgets for. */
export const budgetSpans = ['hour', 'day', 'total'] as const;
export type BudgetSpan = (typeof budgetSpans)[number];

/** The money of a span. */
export interface SpentOfSpan {
  /** USD; null: no bound. */
  readonly budget: Amount | null;
  /** USD. */
  readonly spent: Amount;
  /** USD for offers that nobody has seen yet. */
  readonly setAside: Amount;
}

/** The budgets of a campaign. */
export interface Budgets {
  /** null: the budgets pay for another offer. */
  readonly limit: BudgetLimit | null;
  /** The span whose budget has the limit, of several the longest; null where there is no limit. */
  readonly span: BudgetSpan | null;
  readonly spans: Readonly<Record<BudgetSpan, SpentOfSpan>>;
  /** When its next day begins. */
  readonly nextDayAt: Date;
}

/** Facts outside a campaign that its serving depends on. */
export interface ServingFacts {
  readonly at: Date;
  /** True where the campaign's schedule has the hour, or the campaign has no schedule. */
  readonly isOnSchedule: boolean;
  /** True where the campaign has a creative for sale; known of active campaigns only. */
  readonly isForSale: boolean;
  /** True where a creative for sale is within its own times, or this process has none for sale. */
  readonly isWithinTimes: boolean;
  /** True where no creative is for sale because an operator has yet to approve some. */
  readonly isWaiting: boolean;
  /** True where no creative is for sale because the operator has rejected some. */
  readonly isRejected: boolean;
  /** The refused domain that the landing page is on; null: no domain of the page is refused. */
  readonly refusal: Refusal | null;
  readonly budgets: Budgets;
  /** When the exchange rate becomes too old; null: the rate is too old already. */
  readonly rateFreshUntil: Date | null;
  /** Finds since the campaign was changed, of today and yesterday (UTC). */
  readonly finds: OutcomeSums;
}

/** @param of.offerCost USD that an offer is expected to cost; null: budgets do not bound the campaign */
export function budgetsOf(
  spans: Budgets['spans'],
  of: { readonly offerCost: Amount | null; readonly nextDayAt: Date },
): Budgets {
  const { offerCost, nextDayAt } = of;
  const limits = budgetSpans
    .toReversed()
    .map((span) => ({ span, limit: limitOf(spans[span], offerCost) }));
  // Spent money stays spent; money that is set aside may come back within minutes.
  const found =
    limits.find(({ limit }) => limit !== null && limit !== 'set_aside') ??
    limits.find(({ limit }) => limit !== null);
  return { limit: found?.limit ?? null, span: found?.span ?? null, spans, nextDayAt };
}

function limitOf(
  { budget, spent, setAside }: SpentOfSpan,
  offerCost: Amount | null,
): BudgetLimit | null {
  if (budget === null || offerCost === null) return null;
  if (spent > budget) return 'lowered';
  if (offerCost === 0n) return null;
  if (spent + offerCost > budget) return 'used';
  return spent + setAside + offerCost > budget ? 'set_aside' : null;
}

/** Says that the campaign costs money, and nobody knows how many coins. */
export const lacksRate = (
  campaign: Campaign,
  { rateFreshUntil }: Pick<ServingFacts, 'rateFreshUntil'>,
): boolean => rateFreshUntil === null && !isFree(campaign);

export function servingStateOf(campaign: Campaign, facts: ServingFacts): WordOfFinds {
  const { status, startsAt, endsAt } = campaign;
  const { at, isOnSchedule, isForSale, isWithinTimes, isWaiting, isRejected, refusal, budgets } =
    facts;
  const states: readonly (readonly [ServingState, boolean])[] = [
    ['draft', status === 'draft'],
    ['paused', status === 'inactive'],
    ['suspended', status === 'suspended'],
    ['ended', endsAt !== null && endsAt < at],
    ['scheduled', startsAt > at || !isOnSchedule],
    ['waiting_for_review', isWaiting],
    ['rejected_by_operator', isRejected || refusal !== null],
    ['no_active_creative', !isForSale],
    ['creatives_not_scheduled', !isWithinTimes],
    ['no_exchange_rate', lacksRate(campaign, facts)],
    ['limited_by_budget', budgets.limit !== null],
  ];
  const found = states.find(([, is]) => is)?.[0];
  return found === undefined ? wordOfFinds(campaign, facts) : { state: found, keptAwayBy: null };
}
