import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { type FindOutcome, outcomes } from '../../market/outcomes/outcome';
import type { Refusal } from '../../demand/refused-domains/refused-domain';
import { hourMs } from '../../time';
import { enoughFinds, findsOf, type OutcomeSums } from './outcome-sums';

/** How a campaign stands with being shown: the first that is true. */
export const servingStates = [
  'draft',
  'paused',
  'suspended',
  'ended',
  'scheduled',
  'waiting_for_review',
  'rejected_by_operator',
  'no_active_creative',
  'no_exchange_rate',
  'limited_by_budget',
  'outbid',
  'too_narrow',
  'no_inventory',
  'rejected_by_publishers',
  'running',
] as const;
export type ServingState = (typeof servingStates)[number];

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
  /** null: they pay for another offer. */
  readonly limit: BudgetLimit | null;
  /** The span whose budget that is, of several the longest; null where the limit is. */
  readonly span: BudgetSpan | null;
  readonly spans: Readonly<Record<BudgetSpan, SpentOfSpan>>;
  /** When its next day begins. */
  readonly nextDayAt: Date;
}

/** Facts outside a campaign that its serving depends on. */
export interface ServingFacts {
  readonly at: Date;
  /** True where the hour is one of the campaign's schedule, or that has none. */
  readonly isOnSchedule: boolean;
  /** True where the campaign has a creative for sale; known of active campaigns only. */
  readonly isForSale: boolean;
  /** True where none is for sale because an operator has yet to approve some. */
  readonly isWaiting: boolean;
  /** True where none is for sale because the operator has rejected some. */
  readonly isRejected: boolean;
  /** The refused domain that the landing page is on; null: none is. */
  readonly refusal: Refusal | null;
  readonly budgets: Budgets;
  /** When the exchange rate is too old; null: it is already. */
  readonly rateFreshUntil: Date | null;
  /** Finds since the campaign was changed, of today and yesterday (UTC). */
  readonly finds: OutcomeSums;
}

/** @param of.offerCost USD that an offer is expected to cost, 0 where it is free */
export function budgetsOf(
  spans: Budgets['spans'],
  of: { readonly offerCost: Amount; readonly nextDayAt: Date },
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

function limitOf({ budget, spent, setAside }: SpentOfSpan, offerCost: Amount): BudgetLimit | null {
  if (budget === null) return null;
  if (spent > budget) return 'lowered';
  if (offerCost === 0n) return null;
  if (spent + offerCost > budget) return 'used';
  return spent + setAside + offerCost > budget ? 'set_aside' : null;
}

export function servingStateOf(campaign: Campaign, facts: ServingFacts): ServingState {
  const { status, startsAt, endsAt } = campaign;
  const { at, isOnSchedule, isForSale, isWaiting, isRejected, refusal } = facts;
  const { budgets, rateFreshUntil } = facts;
  const states: readonly (readonly [ServingState, boolean])[] = [
    ['draft', status === 'draft'],
    ['paused', status === 'inactive'],
    ['suspended', status === 'suspended'],
    ['ended', endsAt !== null && endsAt < at],
    ['scheduled', startsAt > at || !isOnSchedule],
    ['waiting_for_review', isWaiting],
    ['rejected_by_operator', isRejected || refusal !== null],
    ['no_active_creative', !isForSale],
    ['no_exchange_rate', rateFreshUntil === null],
    ['limited_by_budget', budgets.limit !== null],
  ];
  const found = states.find(([, is]) => is)?.[0];
  return found ?? stateByFinds(campaign, facts);
}

/** Outcomes of finds that a campaign fitted. */
const fitting: readonly FindOutcome[] = outcomes.slice(outcomes.indexOf('floor'));
export const lostToPrice: readonly FindOutcome[] = ['floor', 'price'];
export const lostToBudget: readonly FindOutcome[] = ['budget'];

/** Where nothing was won, the outcome that came nearest tells what has to change. */
const stateOfNearest: Readonly<Record<FindOutcome, ServingState>> = {
  medium: 'no_inventory',
  size: 'no_inventory',
  type: 'no_inventory',
  flight: 'running',
  schedule: 'running',
  publisher: 'rejected_by_publishers',
  own_site: 'no_inventory',
  targeting: 'too_narrow',
  frequency: 'running',
  competitor: 'running',
  on_page: 'running',
  roadblock: 'running',
  floor: 'outbid',
  budget: 'limited_by_budget',
  unseen: 'running',
  share_of_voice: 'running',
  priority: 'running',
  price: 'outbid',
  lot: 'running',
  rotation: 'running',
  won: 'running',
};

function stateByFinds({ updatedAt, startsAt }: Campaign, { at, finds }: ServingFacts) {
  const looks = findsOf(finds);
  if (looks < enoughFinds) {
    const since = Math.max(updatedAt.getTime(), startsAt.getTime());
    return looks === 0 && at.getTime() - since >= hourMs ? 'no_inventory' : 'running';
  }
  if (findsOf(finds, ['won']) === 0) {
    const nearest = outcomes.findLast((outcome) => findsOf(finds, [outcome]) > 0) ?? 'won';
    return stateOfNearest[nearest];
  }
  if ((shareOf(finds, lostToPrice) ?? 0) > 0.5) return 'outbid';
  return (shareOf(finds, lostToBudget) ?? 0) > 0.5 ? 'limited_by_budget' : 'running';
}

/** The share, 0 to 1, of finds that a campaign fitted which had one of these outcomes; null: too few say. */
export function shareOf(finds: OutcomeSums, of: readonly FindOutcome[]): number | null {
  const fitted = findsOf(finds, fitting);
  return fitted < enoughFinds ? null : findsOf(finds, of) / fitted;
}
