import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { nextHourOf } from '../../money/amounts/hour';
import type { Resumable } from '../../platform/graphql/resumable';
import { revisionOf } from './revision';

/** Why nobody sees a campaign, whatever the request. */
export const hindrances = [
  'not_active',
  'not_started',
  'ended',
  'no_active_creative',
  'budget_used',
  'no_exchange_rate',
] as const;
export type Hindrance = (typeof hindrances)[number];

/** A campaign's state of being shown. */
export interface CampaignServing extends Resumable, Pick<Campaign, 'status' | 'suspendedReason'> {
  readonly campaignId: string;
  /** Empty: it is shown where it fits. */
  readonly hindrances: readonly Hindrance[];
  readonly at: Date;
  /** When time alone may change it; null: never. */
  readonly turnsAt: Date | null;
}

/** Facts outside a campaign that its serving depends on. */
export interface ServingFacts {
  readonly at: Date;
  /** True where the campaign has a creative for sale; known of active campaigns only. */
  readonly isForSale: boolean;
  /** True where the budget of the clock hour of `at` is used up. */
  readonly isBudgetUsed: boolean;
  /** When the exchange rate is too old; null: it is already. */
  readonly rateFreshUntil: Date | null;
}

export function toCampaignServing(campaign: Campaign, facts: ServingFacts): CampaignServing {
  const { id: campaignId, status, suspendedReason } = campaign;
  const found = hindrancesOf(campaign, facts);
  return {
    campaignId,
    status,
    suspendedReason,
    hindrances: found,
    at: facts.at,
    turnsAt: turnOf(campaign, facts),
    revision: revisionOf([status, suspendedReason, found]),
  };
}

function hindrancesOf(
  { status, startsAt, endsAt }: Campaign,
  { at, isForSale, isBudgetUsed, rateFreshUntil }: ServingFacts,
): readonly Hindrance[] {
  const isActive = status === 'active';
  const found: readonly [Hindrance, boolean][] = [
    ['not_active', !isActive],
    ['not_started', startsAt > at],
    ['ended', endsAt !== null && endsAt < at],
    ['no_active_creative', isActive && !isForSale],
    ['budget_used', isBudgetUsed],
    ['no_exchange_rate', rateFreshUntil === null],
  ];
  return found.flatMap(([hindrance, is]) => (is ? [hindrance] : []));
}

function turnOf(
  { startsAt, endsAt }: Campaign,
  { at, isBudgetUsed, rateFreshUntil }: ServingFacts,
): Date | null {
  const turns = [
    startsAt,
    // Its last moment is still its own.
    ...(endsAt ? [new Date(endsAt.getTime() + 1)] : []),
    ...(isBudgetUsed ? [nextHourOf(at)] : []),
    ...(rateFreshUntil ? [rateFreshUntil] : []),
  ].filter((turn) => turn > at);
  return turns.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
}
