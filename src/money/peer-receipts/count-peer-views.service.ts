import type { AdEvent } from '../../market/events/event';
import { awaitPayment } from '../../peers/directory/await-payment.service';
import type { DatabaseSession } from '../../platform/database/transaction';
import { hourIdOf, hourOf } from '../../hour';
import { isUsedUp } from './peer-credit';
import type { CampaignViews } from './paid-hour.store';
import type { PeerViews } from './peer-credit.store';
import type { PeerCreditContext } from './peer-receipt.context';

/** A view of another server's creative, as that server's; of anything else nothing. */
export function peerViewsOf({
  kind,
  demandServer,
  campaignId,
  occurredAt,
}: Pick<AdEvent, 'kind' | 'demandServer' | 'campaignId' | 'occurredAt'>): readonly CampaignViews[] {
  if (kind !== 'impression' || demandServer === undefined) return [];
  return [{ peer: demandServer, campaignId, hour: hourOf(occurredAt), views: 1 }];
}

/**
 * Counts accepted views of other servers' creatives. A server that has had its unpaid ones leaves selection in the same transaction.
 *
 * @param session of the transaction that gives the verdicts
 */
export async function countPeerViews(
  ctx: PeerCreditContext,
  counted: readonly CampaignViews[],
  session: DatabaseSession,
): Promise<void> {
  await ctx.peerPaidHours.addViews(sumsOf(counted, byCampaign), session);
  for (const [peer, ofPeer] of Map.groupBy(counted, (one) => one.peer)) {
    const credit = await ctx.peerCredits.add(peer, sumsOf(ofPeer, byHour), session);
    if (isUsedUp(credit)) await awaitPayment(ctx, { address: peer, views: credit.views }, session);
  }
}

const byHour = ({ hour }: PeerViews): string => `${hourIdOf(hour)}`;
const byCampaign = ({ campaignId, hour }: CampaignViews): string =>
  `${campaignId}:${hourIdOf(hour)}`;

function sumsOf<Views extends PeerViews>(
  counted: readonly Views[],
  keyOf: (one: Views) => string,
): readonly Views[] {
  return [...Map.groupBy(counted, keyOf).values()].map((ones) =>
    ones.reduce((sum, { views }) => ({ ...sum, views: sum.views + views })),
  );
}
