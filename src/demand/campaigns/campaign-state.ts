import {
  type Standing,
  standingAt,
  type Step,
  type TimedState,
} from '../../platform/states/state-history';
import type { Campaign } from './campaign.resource';

/** The budgets of longer than an hour, and the time zone of their days. */
export type PeriodTerms = Pick<Campaign, 'dailyBudget' | 'totalBudget' | 'timeZone'>;

/** The terms of a campaign without such budgets. */
export const noPeriods: PeriodTerms = { dailyBudget: null, totalBudget: null, timeZone: 'UTC' };

/** The members of a campaign that say whether its events count, and how much they may cost. */
export interface CampaignState
  extends Pick<Campaign, 'status' | 'startsAt' | 'endsAt' | 'hourlyBudget'>,
    PeriodTerms {
  readonly isDeleted: boolean;
}

/** `paused` and `deleted` by its owner, `ended` by its end, `suspended` by the system for lack of funds. All have grace. */
export type CampaignStopKind = 'paused' | 'ended' | 'suspended' | 'deleted';

/** Picks the changes of a campaign that are part of its state. */
export function stateChangesOf(changes: Partial<Campaign>): Partial<CampaignState> {
  const { status, startsAt, endsAt, hourlyBudget, dailyBudget, totalBudget, timeZone } = changes;
  return {
    ...(status !== undefined && { status }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
    ...(hourlyBudget !== undefined && { hourlyBudget }),
    ...(dailyBudget !== undefined && { dailyBudget }),
    ...(totalBudget !== undefined && { totalBudget }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/**
 * Tells how a campaign stood at a moment. It ran when it was active and the moment lay between its start and its end,
 * both inclusive.
 */
export function campaignStandingAt(
  states: readonly TimedState<CampaignState>[],
  at: Date,
): Standing<CampaignStopKind> {
  const steps = states.flatMap((state, index) => {
    const until = states[index + 1]?.at;
    return stepsOf(state).filter((step) => until === undefined || step.at < until);
  });
  return standingAt(steps, at);
}

function stepsOf(state: TimedState<CampaignState>): readonly Step<CampaignStopKind>[] {
  const { at, startsAt, endsAt } = state;
  const kind = stopOf(state);
  if (kind !== null) return [stopping(at, kind)];
  const afterEnd = endsAt === null ? null : new Date(endsAt.getTime() + 1);
  if (afterEnd !== null && afterEnd <= at) return [stopping(at, 'ended')];
  return [
    // Its owner has moved the start away.
    ...(startsAt > at ? [stopping(at, 'paused')] : []),
    { at: startsAt > at ? startsAt : at, stop: null },
    ...(afterEnd === null ? [] : [stopping(afterEnd, 'ended')]),
  ];
}

function stopOf({ isDeleted, status }: CampaignState): CampaignStopKind | null {
  if (isDeleted) return 'deleted';
  if (status === 'active') return null;
  return status === 'suspended' ? 'suspended' : 'paused';
}

function stopping(at: Date, kind: CampaignStopKind): Step<CampaignStopKind> {
  return { at, stop: { kind, hasGrace: true } };
}
