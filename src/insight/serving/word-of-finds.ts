import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { type FindOutcome, outcomes } from '../../market/outcomes/outcome';
import { hourMs } from '../../time';
import { enoughFinds, findsOf, type OutcomeSums } from './outcome-sums';
import type { ServingState } from './serving-states';

/** How a campaign stands by what became of it in finds. */
export interface WordOfFinds {
  readonly state: ServingState;
  /** The outcome that the state is from; null: no outcome keeps the campaign away. */
  readonly keptAwayBy: FindOutcome | null;
}

/** Outcomes of finds whose page and visitor the targeting takes. */
const meeting: readonly FindOutcome[] = outcomes.slice(outcomes.indexOf('unknown_visitor'));
/** Outcomes of finds that a campaign fitted. */
const fitting: readonly FindOutcome[] = outcomes.slice(outcomes.indexOf('floor'));
const lostToCaps: readonly FindOutcome[] = ['unknown_visitor', 'frequency', 'creative_frequency'];
const lostToPage: readonly FindOutcome[] = ['competitor', 'on_page', 'roadblock'];
export const lostToPrice: readonly FindOutcome[] = ['floor', 'price'];
export const lostToBudget: readonly FindOutcome[] = ['budget'];

/** Where nothing was won, the outcome that came nearest tells what has to change; null: nothing has to. */
const stateOfNearest: Readonly<Record<FindOutcome, ServingState | null>> = {
  medium: 'no_inventory',
  size: 'no_inventory',
  type: 'no_inventory',
  flight: null,
  schedule: null,
  publisher: 'rejected_by_publishers',
  own_site: 'no_inventory',
  targeting: 'too_narrow',
  unknown_visitor: 'limited_by_frequency',
  frequency: 'limited_by_frequency',
  creative_frequency: 'limited_by_frequency',
  competitor: 'limited_by_page',
  on_page: 'limited_by_page',
  roadblock: 'limited_by_page',
  floor: 'outbid',
  budget: 'limited_by_budget',
  unseen: 'limited_by_unseen',
  share_of_voice: 'limited_by_priority',
  priority: 'limited_by_priority',
  price: 'outbid',
  lot: null,
  rotation: null,
  won: null,
};

/** Outcomes that limit a campaign where more than half of some finds had them. */
const limits: readonly {
  readonly state: ServingState;
  readonly by: readonly FindOutcome[];
  readonly of: readonly FindOutcome[];
}[] = [
  { state: 'limited_by_frequency', by: lostToCaps, of: meeting },
  { state: 'limited_by_page', by: lostToPage, of: meeting },
  { state: 'outbid', by: lostToPrice, of: fitting },
  { state: 'limited_by_budget', by: lostToBudget, of: fitting },
  { state: 'limited_by_unseen', by: ['unseen'], of: fitting },
];

const running: WordOfFinds = { state: 'running', keptAwayBy: null };

/** @param of.finds since the campaign was changed */
export function wordOfFinds(
  campaign: Campaign,
  { at, finds }: { readonly at: Date; readonly finds: OutcomeSums },
): WordOfFinds {
  const looks = findsOf(finds);
  if (looks < enoughFinds) {
    const { updatedAt, startsAt } = campaign;
    const since = Math.max(updatedAt.getTime(), startsAt.getTime());
    const isUnasked = looks === 0 && at.getTime() - since >= hourMs;
    return isUnasked ? { state: 'no_inventory', keptAwayBy: null } : running;
  }
  const nearest = outcomes.findLast((outcome) => findsOf(finds, [outcome]) > 0) ?? 'won';
  const state = stateOf(nearest, campaign);
  return state === null ? limitOf(campaign, finds) : { state, keptAwayBy: nearest };
}

function stateOf(nearest: FindOutcome, { scheduleClock }: Campaign): ServingState | null {
  // By the campaign's own clock the hour is one of the schedule by now.
  if (nearest === 'schedule' && scheduleClock === 'visitor') return 'scheduled';
  return stateOfNearest[nearest];
}

function limitOf({ priority }: Campaign, finds: OutcomeSums): WordOfFinds {
  // A house ad waits for others, and a sponsorship leaves finds to other shares, as they are meant to.
  const ofLevels =
    priority === 'standard'
      ? [{ state: 'limited_by_priority', by: ['priority'], of: fitting } as const]
      : [];
  const found = [...limits, ...ofLevels].find(({ by, of }) => partOf(finds, by, of) > 0.5);
  if (!found) return running;
  const most = [...found.by].sort((one, other) => findsOf(finds, [other]) - findsOf(finds, [one]));
  return { state: found.state, keptAwayBy: most[0] ?? null };
}

/** 0 where too few finds say. */
function partOf(
  finds: OutcomeSums,
  by: readonly FindOutcome[],
  of: readonly FindOutcome[],
): number {
  const all = findsOf(finds, of);
  return all < enoughFinds ? 0 : findsOf(finds, by) / all;
}

/** The share, 0 to 1, of finds that a campaign fitted which had one of these outcomes; null: too few say. */
export function shareOf(finds: OutcomeSums, by: readonly FindOutcome[]): number | null {
  return findsOf(finds, fitting) < enoughFinds ? null : partOf(finds, by, fitting);
}

/**
 * The share, 0 to 1, of finds that the targeting takes which had an outcome; null: nothing was won beside, the outcome
 * came before the targeting, or too few say.
 */
export function keptAwayShareOf(finds: OutcomeSums, by: FindOutcome | null): number | null {
  if (by === null || !meeting.includes(by)) return null;
  if (findsOf(finds, ['won']) === 0 || findsOf(finds, meeting) < enoughFinds) return null;
  return partOf(finds, [by], meeting);
}
