import { invalid } from '../../errors';
import { partitionOf } from '../../market/events/event';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { TimeBucket } from './calendar';
import type { EventOwner } from './countable-event.store';
import type { Side } from './dimensions';
import { type Fact, factOf } from './fact';
import { decodeFacts } from './fact-codec';
import { findFirstViewChanges } from './first-views.service';
import { Groups, type GroupOptions } from './group';
import type { RequestCountQuery } from './request-count.store';
import { hourMs, RollUps } from './roll-up';
import type { RollUpQuery } from './roll-up.store';
import type { StatisticsContext } from './statistics.context';
import { listUnfoldedChanges } from './unfolded-changes.service';

export interface ReadParams extends GroupOptions {
  readonly side: Side;
  /** Whose campaigns or sites; null: everybody's. */
  readonly accountId: string | null;
}

/** What was read, and how far it may be behind. */
export interface ReadGroups {
  readonly groups: Groups;
  /** How long the event that is longest due has waited for its verdict; 0: none is due. */
  readonly behindMs: number;
  /** Whether they say how often placements were asked for. */
  readonly hasRequests: boolean;
}

/** Hours of owners that one answer may be made of. */
const mostRollUps = 100_000;
/** Events without a verdict that one answer counts. */
const mostPending = 50_000;
const allPartitions = Array.from({ length: 16 }, (_value, at) => at);

/**
 * Sums up roll-ups, what verdicts have changed since, and events that have no verdict yet: all of one moment.
 *
 * @throws {AppError} `VALIDATION_FAILED` where it would be too much.
 */
export async function readGroups(ctx: StatisticsContext, params: ReadParams): Promise<ReadGroups> {
  const { plan, buckets } = params;
  const range = { from: buckets[0]!.from, to: buckets.at(-1)!.to };
  const query: RollUpQuery = {
    family: plan.family,
    ownerIds: await findOwnerIds(ctx, params),
    fromHour: Math.floor(range.from / hourMs),
    toHour: Math.ceil(range.to / hourMs),
  };
  await assertReadable(ctx, query);
  const requests = await findRequestQuery(ctx, params, query);
  return ctx.inTransaction(async (session) => {
    const groups = new Groups(params);
    for await (const { sections, ...key } of ctx.rollUps.stream(query, plan.section, session)) {
      const section = sections[plan.section];
      if (section !== undefined) groups.addStored(key, section);
    }
    const { rollUps, behindMs } = await readTail(ctx, { ...params, range }, session);
    const owners = query.ownerIds && new Set(query.ownerIds);
    for (const rollUp of rollUps.byId.values())
      if (!owners || owners.has(rollUp.ownerId)) groups.addRollUp(rollUp, plan.section);
    if (requests !== null)
      for await (const one of ctx.requestCountStore.stream(requests, session))
        groups.addRequests(one);
    return { groups, behindMs, hasRequests: requests !== null };
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
    ...{ fromHour, toHour },
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

/** What no roll-up has yet. */
async function readTail(
  ctx: StatisticsContext,
  params: ReadParams & { readonly range: TimeBucket },
  session: DatabaseSession,
): Promise<{ readonly rollUps: RollUps; readonly behindMs: number }> {
  const { side, accountId, plan, range } = params;
  const isAdvertiser = side === 'advertiser' && accountId !== null;
  const partition = isAdvertiser ? partitionOf(accountId) : null;
  const changes = await listUnfoldedChanges(ctx, partition, session);
  const isOwn = (fact: Fact) =>
    accountId === null || (isAdvertiser ? fact.advertiserId : fact.publisherId) === accountId;
  const facts = changes.flatMap(({ facts: text }) => decodeFacts(text)).filter(isOwn);
  const rollUps = new RollUps([plan.family]);
  for (const fact of facts) rollUps.add(fact);
  if (facts.length > 0)
    for (const change of (await findFirstViewChanges(ctx, facts, session)).uniques)
      rollUps.addUnique(change);

  const owner: EventOwner =
    accountId === null
      ? {}
      : isAdvertiser
        ? { advertiserId: accountId }
        : { publisherId: accountId };
  const pending = await ctx.countableEvents.listPending(
    {
      partitions: isAdvertiser ? [partitionOf(accountId)] : allPartitions,
      owner,
      from: new Date(range.from),
      to: new Date(range.to),
      limit: mostPending,
    },
    session,
  );
  let behindMs = 0;
  const now = ctx.now().getTime();
  for (const { event, verifyAt } of pending) {
    rollUps.add(factOf(event, null));
    behindMs = Math.max(behindMs, now - verifyAt.getTime());
  }
  return { rollUps, behindMs };
}
