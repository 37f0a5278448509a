import type { MarketMembers } from '../market.members';
import { AppError } from '../../errors';
import type { DatabaseSession } from '../../platform/database/transaction';

/** Tells which events are removed. */
export interface EventRemovalContext extends Pick<MarketMembers, 'eventRemovals'> {}

/**
 * @param reachMs how far back an hour needs the events of others
 * @throws {AppError} `CONFLICT` where events that are needed may be gone.
 */
export async function assertEventsKept(
  { eventRemovals }: EventRemovalContext,
  { from, reachMs = 0 }: { readonly from: Date; readonly reachMs?: number },
  session?: DatabaseSession,
): Promise<void> {
  const removal = await eventRemovals.find(session);
  if (removal === null) return;
  const first = new Date(removal.goneBefore.getTime() + reachMs);
  if (from >= first) return;
  throw new AppError(
    'CONFLICT',
    `${describeRemoval(removal)}: ask for hours from ${first.toISOString()} on`,
  );
}

export const describeRemoval = ({ goneBefore }: { readonly goneBefore: Date }) =>
  `events of before ${goneBefore.toISOString()} are removed (ADGATE_EVENT_DAYS)`;
