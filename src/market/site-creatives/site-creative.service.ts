import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hostsOfPixels } from '../../demand/creatives/impression-pixels';
import { toId } from '../../id';
import { type AllParams, mostOfAll } from '../../platform/lists/all';
import type { Site } from '../../supply/sites/site.resource';
import { getSite, type OwnedSiteParams } from '../../supply/sites/publisher-site.service';
import { anyPeer } from '../selection/terms';
import { KeptAway } from './kept-away';
import { toKnownPeer } from './known-peer';
import type {
  CreativeDecision,
  FoundCreative,
  SiteCreative,
  SiteCreativePage,
} from './site-creative';
import type { SiteCreativeContext } from './site-creative.context';

export interface ListSiteCreativesParams extends OwnedSiteParams {
  readonly decision: CreativeDecision;
  /** The server of the network whose creatives are wanted; `*`: those of all others; null: ours, too. */
  readonly peer: string | null;
  /** At most `mostOfAll`: more is cut. */
  readonly first: number;
  /** Only those behind this id. */
  readonly after: string | null;
}

/** Creatives that are looked at for a page, a hundred at a time: of some media and vendors there are few. */
const mostRounds = 5;

/**
 * Creatives that a site may show now and its publisher has said nothing of, or those that were accepted or rejected. Other
 * servers' creatives are among them. Undecided ones that the site blocks are left out.
 *
 * @returns in the order of their ids; fewer than asked for, or none, though there may be more behind `endCursor`
 * @throws {AppError} `NOT_FOUND` for another publisher's site.
 */
export async function listSiteCreatives(
  ctx: SiteCreativeContext,
  { decision, peer, first, after, ...owned }: ListSiteCreativesParams,
): Promise<SiteCreativePage> {
  const site = await getSite(ctx, owned);
  const slice = {
    peer,
    first: Math.min(first, mostOfAll),
    after: after === null ? '' : toId(after),
  };
  if (decision === 'undecided') return listUndecided(ctx, site, slice);
  const ids = decision === 'accepted' ? site.acceptedCreativeIds : site.rejectedCreativeIds;
  return listDecided(ctx, ids, slice);
}

interface Slice extends Pick<ListSiteCreativesParams, 'peer' | 'first'> {
  readonly after: string;
}

async function listDecided(
  ctx: SiteCreativeContext,
  ids: readonly string[],
  { peer, first, after }: Slice,
): Promise<SiteCreativePage> {
  const following = ids.filter((id) => id > after).toSorted();
  const some = following.slice(0, first);
  const both = await Promise.all([
    ctx.creatives.listByIds(some),
    ctx.peerDemand.creatives.listByIds(some),
  ]);
  const creatives = inOrder(both.flat()).filter(({ origin }) => isWanted(peer, origin?.address));
  const campaigns = await payingFor(ctx, creatives);
  const nodes = creatives.map((one) => toSiteCreative(ctx, one, campaigns.get(one.campaignId)));
  return { nodes, endCursor: following.length > some.length ? (some.at(-1) ?? null) : null };
}

async function listUndecided(
  ctx: SiteCreativeContext,
  site: Site,
  { peer, first, after }: Slice,
): Promise<SiteCreativePage> {
  const decided = new Set([...site.acceptedCreativeIds, ...site.rejectedCreativeIds]);
  const keptAway = new KeptAway(site);
  const nodes: SiteCreative[] = [];
  let endCursor = after;
  for (let round = 0; round < mostRounds; round += 1) {
    const some = await listForSale(ctx, peer, { first: mostOfAll, afterId: endCursor });
    const campaigns = await payingFor(ctx, some);
    for (const creative of some) {
      if (nodes.length === first) return { nodes, endCursor };
      endCursor = creative.id;
      const campaign = campaigns.get(creative.campaignId);
      if (!campaign || decided.has(creative.id)) continue;
      if (isFor(site, campaign) && !keptAway.has(creative, campaign))
        nodes.push(toSiteCreative(ctx, creative, campaign));
    }
    if (some.length < mostOfAll) return { nodes, endCursor: null };
  }
  return { nodes, endCursor };
}

/** Ours and other servers' as if they were one list. */
async function listForSale(
  ctx: SiteCreativeContext,
  peer: string | null,
  page: AllParams,
): Promise<readonly FoundCreative[]> {
  const both = await Promise.all([
    peer === null ? ctx.creatives.listAll({ status: 'active' }, page) : [],
    ctx.peerDemand.creatives.listAll(peer === anyPeer ? null : peer, page),
  ]);
  return inOrder(both.flat()).slice(0, page.first);
}

const inOrder = (creatives: readonly FoundCreative[]): readonly FoundCreative[] =>
  creatives.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** @param address null or absent: ours */
function isWanted(peer: string | null, address: string | undefined): boolean {
  return peer === null || (address !== undefined && (peer === anyPeer || peer === address));
}

/** The active campaigns of these creatives, by their ids. */
async function payingFor(
  ctx: SiteCreativeContext,
  creatives: readonly FoundCreative[],
): Promise<ReadonlyMap<string, Campaign>> {
  const ids = [...new Set(creatives.map(({ campaignId }) => campaignId))];
  const found = await Promise.all([
    ctx.campaigns.listActive(ids),
    ctx.peerDemand.campaigns.listActive(ids),
  ]);
  return new Map(found.flat().map((campaign) => [campaign.id, campaign]));
}

/** A campaign without a vendor is for all of the medium. */
const isFor = ({ medium, vendor }: Site, campaign: Campaign): boolean =>
  campaign.medium === medium && (campaign.vendor === null || campaign.vendor === vendor);

function toSiteCreative(
  ctx: Pick<SiteCreativeContext, 'peerDirectory'>,
  { id, type, mime, scope, hash, impressionPixels, origin }: FoundCreative,
  campaign: Campaign | undefined,
): SiteCreative {
  return {
    ...{ id, type, mime, scope, hash },
    ...{ landingUrl: campaign?.landingUrl ?? null, category: campaign?.category ?? null },
    pixelHosts: hostsOfPixels(impressionPixels ?? []),
    peer: origin === undefined ? null : toKnownPeer(ctx, origin.address),
    serveUrl: origin?.serveUrl ?? null,
  };
}
