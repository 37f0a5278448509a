import { applyList } from '../../../src/peers/import/apply-list.service';
import { aPeer } from '../../support/peer-access';
import { anId } from '../../support/events';
import { eleven, type Market, type Verifier } from '../../support/verification';

const demand = 'https://demand.example';
const nobody = { user: {}, site: {}, device: {} };

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
  const campaign = {
    theirId: anId(),
    ...{ landingUrl: 'https://shop.example/', medium: 'web', vendor: null },
    ...{ startsAt: new Date('2026-01-01T00:00:00Z'), endsAt: null },
    ...{ maxCpm: 10n ** 11n, maxCpc: 0n, hourlyBudget: 10n ** 11n },
    targeting: { requires: nobody, excludes: nobody },
  } as const;
  const creative = {
    theirId: anId(),
    ...({ type: 'image', mime: 'image/png', scope: '300x250', hash: 'a'.repeat(40) } as const),
    ...{
      serveUrl: `${demand}/serve/1`,
      viewUrl: `${demand}/view/1`,
      clickUrl: `${demand}/click/1`,
    },
  };
  await applyList(ctx, demandServer, [{ campaign, creatives: [creative] }]);
  const [due] = await ctx.peerCreatives.listDue(demandServer);
  if (due === undefined) throw new Error('nothing was imported');
  await ctx.peerCreatives.noteCheck(due, {
    ...{ status: 'active', nextCheckAt: null, checkFailures: 0, checkProblem: null },
  });
  const [sold] = await ctx.peerCampaigns.listPresent(demandServer);
  const campaignId = sold?._id ?? '';
  const found = await ctx.peerDemand.campaigns.findById(campaignId);
  clock.now = before;
  const advertiserId = found?.advertiserId ?? '';
  return { demandServer, publisherId, siteId, campaignId, advertiserId, creativeId: due.id };
}
