import { invalid } from '../../../errors';
import { partitionOf } from '../../../market/events/event';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { hourMs } from '../../../time';
import type { TimeBucket } from './calendar';
import type { Completeness } from '../roll-ups/completeness';
import type { Side } from './dimensions';
import type { Fact } from '../facts/fact';
import { decodeFacts } from '../facts/fact-codec';
import { listFirstViewChanges } from '../first-views/first-views.service';
import { Groups, type GroupOptions } from './group';
import { addPendingEvents, type Backlog } from '../facts/pending-events.service';
import type { RequestCountQuery } from '../requests/request-count.store';
import { RollUps } from '../roll-ups/roll-up';
import type { RollUpQuery } from '../roll-ups/roll-up.store';
import type { StatisticsContext } from '../statistics.context';
import { listUnfoldedChanges } from '../facts/unfolded-changes.service';

export interface ReadParams extends GroupOptions {
  readonly side: Side;
  /** Account that owns the campaigns or sites; null: everybody's. */
  readonly accountId: string | null;
}

/** The groups that were read, and how far they may be behind. */
export interface ReadGroups extends Backlog, Completeness {
  readonly groups: Groups;
}

/** The two queries that answer a question, for any part of its time. */
export interface Reading {
  readonly rollUps: RollUpQuery;
  readonly requests: RequestCountQuery | null;
}

/** Hours of owners that one answer may be made of. */
const mostRollUps = 100_000;

/**
 * Finds what is to be read.
 *
 * @throws {AppError} `VALIDATION_FAILED` where it would be too much.
 */
export async function planReading(ctx: StatisticsContext, params: ReadParams): Promise<Reading> {
  const rollUps: RollUpQuery = {
    family: params.plan.family,
    ownerIds: await findOwnerIds(ctx, params),
    ...hoursOf(params),
  };
  await assertReadable(ctx, rollUps);
  return { rollUps, requests: await findRequestQuery(ctx, params, rollUps) };
}

const rangeOf = ({ buckets }: Pick<ReadParams, 'buckets'>): TimeBucket => ({
  from: buckets[0]!.from,
  to: buckets.at(-1)!.to,
});

function hoursOf(params: Pick<ReadParams, 'buckets'>) {
  const { from, to } = rangeOf(params);
  return { fromHour: Math.floor(from / hourMs), toHour: Math.ceil(to / hourMs) };
}

/**
 * Sums up roll-ups, what verdicts have changed since, and events that have no verdict yet: all of one moment.
 *
 * @param params with buckets of the time that the reading was planned for
 * @throws {AppError} `VALIDATION_FAILED` where it is too much to hold, `SERVICE_UNAVAILABLE` while verdicts are caught up
 * with.
 */
export async function readGroups(
  ctx: StatisticsContext,
  params: ReadParams,
  reading: Reading,
): Promise<ReadGroups> {
  const { plan } = params;
  const hours = hoursOf(params);
  const pending = { ...params, range: rangeOf(params) };
  const query = { ...reading.rollUps, ...hours };
  const requests = reading.requests && { ...reading.requests, ...hours };
  return ctx.inTransaction(async (session) => {
    const groups = new Groups(params);
    const owners = query.ownerIds && new Set(query.ownerIds);
    for (const rollUp of (await readUnfolded(ctx, params, session)).byId.values())
      if (!owners || owners.has(rollUp.ownerId)) groups.addRollUp(rollUp, plan.section);
    const backlog = await addPendingEvents(ctx, groups, pending, session);
    if (requests !== null)
      for await (const one of ctx.requestCountStore.stream(requests, session))
        groups.addRequests(one);
    // Last: these are most of it, and some are summed up while the next ones come.
    for await (const some of ctx.rollUps.stream(query, plan.section, session))
      for (const { sections, ...key } of some) {
        const section = sections[plan.section];
        if (section !== undefined) groups.addStored(key, section);
      }
    return { groups, ...backlog, hasRequests: requests !== null };
  });
}

/** null where finds are not counted by what is asked for, or it would be too much to read. */
async function findRequestQuery(
  { requestCountStore }: StatisticsContext,
  { side, accountId, parts, only }: ReadParams,
  { fromHour, toHour }: RollUpQuery,
): Promise<RequestCountQuery | null> {
  if (side === 'advertiser') return null;
  const needed = [...parts, ...only.keys()];
  if (needed.some((part) => part !== 'siteId' && part !== 'placementId')) return null;
  const ofEverybody = needed.length === 0 ? 'all' : 'each';
  const query: RequestCountQuery = {
    owner: accountId === null ? ofEverybody : { publisherId: accountId },
    fromHour,
    toHour,
  };
  const count = await requestCountStore.count(query, mostRollUps + 1);
  return count > mostRollUps ? null : query;
}

/** Owners of the roll-ups; null: all. */
async function findOwnerIds(
  { described }: StatisticsContext,
  { plan: { family }, accountId, only }: ReadParams,
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

/** Changes by verdicts that no roll-up has yet. */
async function readUnfolded(
  ctx: StatisticsContext,
  params: ReadParams,
  session: DatabaseSession,
): Promise<RollUps> {
  const { side, accountId, plan } = params;
  const isAdvertiser = side === 'advertiser';
  const partition = isAdvertiser && accountId !== null ? partitionOf(accountId) : null;
  const isOwn = (fact: Fact) =>
    accountId === null || (isAdvertiser ? fact.advertiserId : fact.publisherId) === accountId;
  const changes = await listUnfoldedChanges(ctx, partition, session);
  const facts = changes.flatMap(({ facts: text }) => decodeFacts(text)).filter(isOwn);
  const rollUps = new RollUps([plan.family]);
  for (const fact of facts) rollUps.add(fact);
  if (facts.length > 0)
    for (const change of (await listFirstViewChanges(ctx, facts, session)).uniques)
      rollUps.addUnique(change);
  return rollUps;
}
