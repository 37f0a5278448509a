import { aPeer } from '../../support/peer-access';
import { importOne } from '../../peers/imported';
import { eleven, type Market, type Verifier } from '../../support/verifier';

/** A campaign of another server on a site of ours: its events begin with this. */
export interface ForeignMarket extends Market {
  readonly demandServer: string;
}

/** Knows another server that is allowed. */
export async function addPeer({ ctx, clock }: Verifier, address: string): Promise<void> {
  const before = clock.now;
  clock.now = eleven;
  await ctx.inTransaction((session) =>
    ctx.peers.insert(aPeer({ address, state: 'allowed' }), session),
  );
  clock.now = before;
}

/** Adds a campaign of a known server, whose creative is for sale since 11:00, and a site of ours. */
export async function addForeignMarket(
  verifier: Verifier,
  demandServer: string,
): Promise<ForeignMarket> {
  const { ctx, clock } = verifier;
  const { publisherId, siteId } = await verifier.addMarket();
  const before = clock.now;
  clock.now = eleven;
  const { campaignId, creativeId } = await importOne(ctx, demandServer);
  const found = await ctx.peerDemand.campaigns.findById(campaignId);
  clock.now = before;
  const advertiserId = found?.advertiserId ?? '';
  return { demandServer, publisherId, siteId, campaignId, advertiserId, creativeId };
}
