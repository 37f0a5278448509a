import { type Amount, toAmount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { nextHourOf } from '../../hour';
import type { FindOutcome } from '../../market/outcomes/outcome';
import { type Resumable, revisionOf } from '../../platform/graphql/resumable';
import { minuteMs } from '../../time';
import { findsOf, typicalWinningRpm, unmetInOrder } from './outcome-sums';
import {
  type BudgetLimit,
  type BudgetSpan,
  lacksRate,
  servingStateOf,
  type ServingFacts,
} from './serving-state';
import type { ServingState } from './serving-states';
import { keptAwayShareOf, lostToBudget, lostToPrice, shareOf } from './word-of-finds';

/** Why nobody sees a campaign, whatever the request. */
export const hindrances = [
  'not_active',
  'not_started',
  'ended',
  'landing_refused',
  'no_active_creative',
  'creatives_not_scheduled',
  'budget_used',
  'no_exchange_rate',
] as const;
export type Hindrance = (typeof hindrances)[number];

/** The members of a campaign that publishers block ads by. */
export type Blockable = Pick<Campaign, 'advertiserId' | 'landingUrl' | 'category'>;

/** A campaign's state of being shown. */
export interface CampaignServing
  extends Resumable,
    Blockable,
    Pick<Campaign, 'status' | 'suspendedReason'> {
  readonly campaignId: string;
  readonly state: ServingState;
  /** Why a budget offers nothing more; null: all do. */
  readonly budgetLimit: BudgetLimit | null;
  /** Of which span that budget is, of several the longest; null: there is none. */
  readonly limitedBudget: BudgetSpan | null;
  /** USD spent of this clock hour's budget. */
  readonly spent: Amount;
  /** USD spent of this day, by the campaign's time zone. */
  readonly spentToday: Amount;
  /** USD spent in all. */
  readonly spentInAll: Amount;
  /** USD set aside for offers of this clock hour that nobody has seen yet. */
  readonly setAside: Amount;
  /** The outcome of finds that the state is from; null: another fact tells, or it runs. */
  readonly keptAwayBy: FindOutcome | null;
  /** Share, 0 to 1, of the finds that met its targeting; null: it won none of them, or they are too few. */
  readonly keptAwayShare: number | null;
  /** Finds that were looked at since the campaign was changed, of today and yesterday (UTC). */
  readonly finds: bigint;
  /** Shares, 0 to 1, of the finds that it fitted; null: too few. */
  readonly lostToPrice: number | null;
  readonly lostToBudget: number | null;
  /** USD for 1,000 views that have won what it lost to price, the middle; null: too few. */
  readonly typicalWinningCpm: Amount | null;
  /** The feature that has removed it from most finds; null: none. */
  readonly narrowestFeature: string | null;
  /** The refused domain that its landing page is on, and why; null: none is. */
  readonly refusedDomain: string | null;
  readonly refusalReason: string | null;
  /** Empty: it is shown where it fits. */
  readonly hindrances: readonly Hindrance[];
  readonly at: Date;
  /** When time alone may change it; null: never. */
  readonly turnsAt: Date | null;
}

export function toCampaignServing(campaign: Campaign, facts: ServingFacts): CampaignServing {
  const { id: campaignId, advertiserId, landingUrl, category, status, suspendedReason } = campaign;
  const { at, budgets, finds, refusal } = facts;
  const { limit, span, spans } = budgets;
  const found = hindrancesOf(campaign, facts);
  const { state, keptAwayBy } = servingStateOf(campaign, facts);
  const typicalRpm = typicalWinningRpm(finds);
  return {
    campaignId,
    advertiserId,
    landingUrl,
    category,
    status,
    suspendedReason,
    state,
    budgetLimit: limit,
    limitedBudget: span,
    spent: spans.hour.spent,
    spentToday: spans.day.spent,
    spentInAll: spans.total.spent,
    setAside: spans.hour.setAside,
    keptAwayBy,
    keptAwayShare: keptAwayShareOf(finds, keptAwayBy),
    finds: BigInt(findsOf(finds)),
    lostToPrice: shareOf(finds, lostToPrice),
    lostToBudget: shareOf(finds, lostToBudget),
    typicalWinningCpm: typicalRpm === null ? null : toAmount(typicalRpm),
    narrowestFeature: unmetInOrder(finds)[0]?.[0] ?? null,
    refusedDomain: refusal?.domain ?? null,
    refusalReason: refusal?.reason ?? null,
    hindrances: found,
    at,
    turnsAt: turnOf(campaign, facts),
    revision: revisionOf([status, suspendedReason, found, state, keptAwayBy, limit, span, refusal]),
  };
}

function hindrancesOf(campaign: Campaign, facts: ServingFacts): readonly Hindrance[] {
  const { status, startsAt, endsAt } = campaign;
  const { at, isForSale, isWithinTimes, refusal, budgets } = facts;
  const isActive = status === 'active';
  const found: readonly [Hindrance, boolean][] = [
    ['not_active', !isActive],
    ['not_started', startsAt > at],
    ['ended', endsAt !== null && endsAt < at],
    ['landing_refused', refusal !== null],
    ['no_active_creative', isActive && !isForSale],
    ['creatives_not_scheduled', isActive && !isWithinTimes],
    ['budget_used', budgets.limit === 'used' || budgets.limit === 'lowered'],
    ['no_exchange_rate', lacksRate(campaign, facts)],
  ];
  return found.flatMap(([hindrance, is]) => (is ? [hindrance] : []));
}

function turnOf(
  { startsAt, endsAt, status }: Campaign,
  { at, budgets, rateFreshUntil }: ServingFacts,
): Date | null {
  const turns = [
    startsAt,
    // Its last moment is still its own.
    ...(endsAt ? [new Date(endsAt.getTime() + 1)] : []),
    ...(budgets.limit === null ? [] : [nextHourOf(at)]),
    ...(budgets.span === 'day' ? [budgets.nextDayAt] : []),
    ...(rateFreshUntil ? [rateFreshUntil] : []),
    // Offers run out, and finds that were looked at are counted.
    ...(status === 'active' ? [new Date(at.getTime() + minuteMs)] : []),
  ].filter((turn) => turn > at);
  return turns.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
}
