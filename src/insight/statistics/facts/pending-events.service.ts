import { partitionOf, partitions } from '../../../market/events/event';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { TimeBucket } from '../questions/calendar';
import type { Completeness } from '../roll-ups/completeness';
import type { PendingQuery } from './countable-event.store';
import type { Side } from '../questions/dimensions';
import { factOf } from './fact';
import type { Groups } from '../questions/group';
import type { StatisticsContext } from '../statistics.context';

/** How far figures are behind what was recorded. */
export interface Backlog extends Pick<Completeness, 'incompleteSince'> {
  /** How long the event that is longest due has waited for its verdict; 0: none is due. */
  readonly behindMs: number;
}

interface PendingParams {
  readonly side: Side;
  readonly accountId: string | null;
  readonly range: TimeBucket;
}

/** Events that one answer counts: some seconds of work. */
const mostPending = 200_000;

/** Adds events that have no verdict yet, as they are read. */
export async function addPendingEvents(
  ctx: Pick<StatisticsContext, 'countableEvents' | 'now'>,
  groups: Groups,
  params: PendingParams,
  session: DatabaseSession,
): Promise<Backlog> {
  const query = toQuery(params);
  const now = ctx.now().getTime();
  let behindMs = 0;
  let count = 0;
  for await (const some of ctx.countableEvents.streamPending(query, mostPending + 1, session))
    for (const { event, verifyAt } of some) {
      behindMs = Math.max(behindMs, now - verifyAt.getTime());
      count += 1;
      if (count <= mostPending) groups.addFact(factOf(event, null));
    }
  const isCut = count > mostPending;
  return {
    behindMs,
    incompleteSince: isCut ? await ctx.countableEvents.findFirstPending(query, session) : null,
  };
}

function toQuery({ side, accountId, range }: PendingParams): PendingQuery {
  const time = { from: new Date(range.from), to: new Date(range.to) };
  if (accountId === null) return { partitions, owner: {}, ...time };
  return side === 'advertiser'
    ? { partitions: [partitionOf(accountId)], owner: { advertiserId: accountId }, ...time }
    : { partitions, owner: { publisherId: accountId }, ...time };
}
