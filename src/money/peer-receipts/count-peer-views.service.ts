import type { AdEvent } from '../../market/events/event';
import { awaitPayment } from '../../peers/directory/await-payment.service';
import type { DatabaseSession } from '../../platform/database/transaction';
import { hourIdOf, hourOf } from '../amounts/hour';
import { isUsedUp } from './peer-credit';
import type { PeerViews } from './peer-credit.store';
import type { PeerCreditContext } from './peer-receipt.context';

/** A view of another server's creative, as that server's; of anything else nothing. */
export function peerViewsOf({
  kind,
  demandServer,
  occurredAt,
}: Pick<AdEvent, 'kind' | 'demandServer' | 'occurredAt'>): readonly PeerViews[] {
  if (kind !== 'impression' || demandServer === undefined) return [];
  return [{ peer: demandServer, hour: hourOf(occurredAt), views: 1 }];
}

/**
 * Counts accepted views of other servers' creatives. A server that has had its unpaid ones leaves selection in the same transaction.
 *
 * @param session of the transaction that gives the verdicts
 */
export async function countPeerViews(
  ctx: PeerCreditContext,
  counted: readonly PeerViews[],
  session: DatabaseSession,
): Promise<void> {
  for (const [peer, ofPeer] of Map.groupBy(counted, (one) => one.peer)) {
    const credit = await ctx.peerCredits.add(peer, sumsOfHours(ofPeer), session);
    if (isUsedUp(credit)) await awaitPayment(ctx, { address: peer, views: credit.views }, session);
  }
}

function sumsOfHours(counted: readonly PeerViews[]): readonly PeerViews[] {
  const byHour = Map.groupBy(counted, ({ hour }) => hourIdOf(hour));
  return [...byHour.values()].map((ones) =>
    ones.reduce((sum, { views }) => ({ ...sum, views: sum.views + views })),
  );
}
