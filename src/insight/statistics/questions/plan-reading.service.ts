import { invalid } from '../../../errors';
import { hourMs } from '../../../time';
import type { RequestCountQuery } from '../requests/request-count.store';
import type { RollUpQuery } from '../roll-ups/roll-up.store';
import type { StatisticsContext } from '../statistics.context';
import type { TimeBucket } from './calendar';
import { findPlan, type ReadingPlan } from './reading-plan';
import type { StatisticsQuestion } from './statistics-question';
import { spanOf } from './calendar';

/** A question, and all that is to be read for its answer. */
export interface PlannedQuestion {
  readonly question: StatisticsQuestion;
  readonly plan: ReadingPlan;
  readonly rollUps: RollUpQuery;
  /** null: finds are not counted by this, or it would be too much to read. */
  readonly requests: RequestCountQuery | null;
  /** The most cells that are held in memory; default: as many as one answer may hold. */
  readonly mostCells?: number;
}

/** Cost of the figures of one time in an operation: all hours of their owners are read, which may be very many. */
export const readingCost = 4_000;

/** Hours of owners that one answer may be made of. */
const mostRollUps = 100_000;

/**
 * Finds what is to be read for a question.
 *
 * @throws {AppError} `VALIDATION_FAILED` for what is not counted together, or would be too much.
 */
export async function planReading(
  ctx: StatisticsContext,
  question: StatisticsQuestion,
): Promise<PlannedQuestion> {
  const plan = requirePlan(question);
  const hours = hoursOf(question.buckets);
  const ownerIds = await findOwnerIds(ctx, plan, question);
  const rollUps: RollUpQuery = { family: plan.family, ownerIds, ...hours };
  await assertReadable(ctx, rollUps);
  return { question, plan, rollUps, requests: await findRequestQuery(ctx, question, hours) };
}

/** Narrows a plan to some of its time, in other buckets. */
export function planPart(
  planned: PlannedQuestion,
  buckets: readonly TimeBucket[],
): PlannedQuestion {
  const { question, rollUps, requests } = planned;
  const hours = hoursOf(buckets);
  return {
    ...planned,
    question: { ...question, buckets },
    rollUps: { ...rollUps, ...hours },
    requests: requests && { ...requests, ...hours },
  };
}

type Hours = Pick<RollUpQuery, 'fromHour' | 'toHour'>;

function hoursOf(buckets: readonly TimeBucket[]): Hours {
  const { from, to } = spanOf(buckets);
  return { fromHour: Math.floor(from / hourMs), toHour: Math.ceil(to / hourMs) };
}

function requirePlan({ side, dimension, parts, only }: StatisticsQuestion): ReadingPlan {
  const plan = findPlan(side, [...new Set([...parts, ...only.keys()])]);
  if (plan) return plan;
  throw invalid({
    [dimension === null ? 'filter' : 'by']: [
      'names what is not counted together: devices, browsers and countries are counted by campaign and by site alone, frequencies by campaign',
    ],
  });
}

/** null where finds are not counted by what is asked for, or it would be too much to read. */
async function findRequestQuery(
  { requestCountStore }: StatisticsContext,
  { side, accountId, parts, only }: StatisticsQuestion,
  hours: Hours,
): Promise<RequestCountQuery | null> {
  if (side === 'advertiser') return null;
  const needed = [...parts, ...only.keys()];
  if (needed.some((part) => part !== 'siteId' && part !== 'placementId')) return null;
  const ofEverybody = needed.length === 0 ? 'all' : 'each';
  const query: RequestCountQuery = {
    owner: accountId === null ? ofEverybody : { publisherId: accountId },
    ...hours,
  };
  const count = await requestCountStore.count(query, mostRollUps + 1);
  return count > mostRollUps ? null : query;
}

/** Owners of the roll-ups; null: all. */
async function findOwnerIds(
  { described }: StatisticsContext,
  { family }: ReadingPlan,
  { accountId, only }: StatisticsQuestion,
): Promise<readonly string[] | null> {
  if (family === 'all') return [''];
  if (family === 'advertiser' || family === 'publisher')
    return accountId === null ? null : [accountId];
  const wanted = only.get(family === 'campaign' ? 'campaignId' : 'siteId');
  const among = wanted ? [...wanted] : null;
  return accountId === null ? among : described.listOwnedIds(family, accountId, among);
}

/** Counts what is there only where it may be too much. */
async function assertReadable({ rollUps }: StatisticsContext, query: RollUpQuery): Promise<void> {
  const { ownerIds, fromHour, toHour } = query;
  if (ownerIds && ownerIds.length * (toHour - fromHour) <= mostRollUps) return;
  if ((await rollUps.count(query, mostRollUps + 1)) > mostRollUps)
    throw invalid({
      from: [
        `is too far from \`to\`: that reads more than ${mostRollUps} hours of campaigns or sites; take a shorter time, narrow the filter, or leave \`by\` out`,
      ],
    });
}
