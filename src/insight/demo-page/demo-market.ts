import { formatAmount } from '../../amount';
import type { Config } from '../../config';
import type { Payment } from '../../money/payments/payment';
import type { PaymentContext } from '../../money/payments/payment.context';
import { peerAccountIdOf } from '../../peers/directory/peer-account.service';
import type { Peer } from '../../peers/directory/peer';
import type { PeerContext } from '../../peers/directory/peer.context';
import { formatFigures, listPeerFigures, noFigures } from '../../peers/directory/peer.service';
import type { PlacementContext } from '../../supply/placements/placement.context';
import { findDemoSite } from './demo-site';

type Context = PlacementContext &
  Pick<PeerContext, 'config' | 'peers' | 'readPeerFigures'> &
  Pick<PaymentContext, 'payments' | 'publicUrl'>;

const mostPeers = 10;
const mostPayments = 8;

/** Says that the demo is a trial of servers on one machine, which strangers may look at. */
export function isDemoMarket({
  hasDemo,
  allowsLoopbackPeers,
}: Pick<Config, 'hasDemo' | 'allowsLoopbackPeers'>): boolean {
  return hasDemo && allowsLoopbackPeers;
}

/** This server and those that it trades with, for the page of a trial; amounts are coins. null: there is no demo data. */
export async function showDemoMarket(ctx: Context) {
  const site = await findDemoSite(ctx);
  if (!site) return null;
  const peers = await ctx.peers.listAll({ state: null }, { first: mostPeers, afterId: null });
  const figures = await listPeerFigures(
    ctx,
    peers.map(({ address }) => address),
  );
  return {
    account: ctx.config.ledgerAddress,
    site: site.name,
    pageUrl: `${ctx.publicUrl}/demo`,
    peers: await Promise.all(
      peers.map(async (peer) => ({
        ...{ account: peer.address, state: peer.state, serverUrl: peer.info.serverUrl },
        ...formatFigures(figures.get(peer.address) ?? noFigures),
        payments: (await listPayments(ctx, peer)).map(toPaymentRow),
      })),
    ),
  };
}

/** The newest payments to a peer, the newest first. */
async function listPayments(
  { payments, now }: Pick<Context, 'payments' | 'now'>,
  { address }: Peer,
): Promise<readonly Payment[]> {
  const accountId = peerAccountIdOf(address);
  const slice = { offset: 0, limit: mostPayments, snapshot: null, now: now() };
  const { snapshot, places: oldest } = await payments.listOwned(accountId, slice);
  const offset = snapshot.total - mostPayments;
  const places =
    offset <= 0
      ? oldest
      : (await payments.listOwned(accountId, { ...slice, offset, snapshot })).places;
  return places.filter((payment) => payment !== null).toReversed();
}

const toPaymentRow = ({ id, state, amount, transactionId, preparedAt }: Payment) => ({
  ...{ id, state, transactionId },
  ...{ amount: formatAmount(amount), preparedAt: preparedAt.toISOString() },
});
