import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Creative } from '../../demand/creatives/creative.resource';
import { toId } from '../../id';
import { mostOfAll } from '../../platform/lists/all';
import type { Site } from '../../supply/sites/site.resource';
import { getSite, type OwnedSiteParams } from '../../supply/sites/publisher-site.service';
import type { CreativeDecision, SiteCreative, SiteCreativePage } from './site-creative';
import type { SiteCreativeContext } from './site-creative.context';

export interface ListSiteCreativesParams extends OwnedSiteParams {
  readonly decision: CreativeDecision;
  /** At most `mostOfAll`: more is cut. */
  readonly first: number;
  /** Only those behind this id. */
  readonly after: string | null;
}

/** Creatives that are looked at for a page, a hundred at a time: of some media and vendors there are few. */
const mostRounds = 5;

/**
 * Creatives that a site may show now and its publisher has said nothing of, or those that were accepted or rejected.
 *
 * @returns in the order of their ids; fewer than asked for, or none, though there may be more behind `endCursor`
 * @throws {AppError} `NOT_FOUND` for another publisher's site.
 */
export async function listSiteCreatives(
  ctx: SiteCreativeContext,
  { decision, first, after, ...owned }: ListSiteCreativesParams,
): Promise<SiteCreativePage> {
  const site = await getSite(ctx, owned);
  const slice = { first: Math.min(first, mostOfAll), after: after === null ? '' : toId(after) };
  if (decision === 'undecided') return listUndecided(ctx, site, slice);
  const ids = decision === 'accepted' ? site.acceptedCreativeIds : site.rejectedCreativeIds;
  return listDecided(ctx, ids, slice);
}

interface Slice {
  readonly first: number;
  readonly after: string;
}

async function listDecided(
  ctx: SiteCreativeContext,
  ids: readonly string[],
  { first, after }: Slice,
): Promise<SiteCreativePage> {
  const following = ids.filter((id) => id > after).toSorted();
  const some = following.slice(0, first);
  const creatives = await ctx.creatives.listByIds(some);
  const campaigns = await payingFor(ctx, creatives);
  const nodes = creatives
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((creative) => toSiteCreative(creative, campaigns.get(creative.campaignId)));
  return { nodes, endCursor: following.length > some.length ? (some.at(-1) ?? null) : null };
}

async function listUndecided(
  ctx: SiteCreativeContext,
  site: Site,
  { first, after }: Slice,
): Promise<SiteCreativePage> {
  const decided = new Set([...site.acceptedCreativeIds, ...site.rejectedCreativeIds]);
  const nodes: SiteCreative[] = [];
  let endCursor = after;
  for (let round = 0; round < mostRounds; round += 1) {
    const some = await ctx.creatives.listAll(
      { status: 'active' },
      { first: mostOfAll, afterId: endCursor },
    );
    const campaigns = await payingFor(ctx, some);
    for (const creative of some) {
      if (nodes.length === first) return { nodes, endCursor };
      endCursor = creative.id;
      const campaign = campaigns.get(creative.campaignId);
      if (campaign && isFor(site, campaign) && !decided.has(creative.id))
        nodes.push(toSiteCreative(creative, campaign));
    }
    if (some.length < mostOfAll) return { nodes, endCursor: null };
  }
  return { nodes, endCursor };
}

/** The active campaigns of these creatives, by their ids. */
async function payingFor(
  ctx: SiteCreativeContext,
  creatives: readonly Creative[],
): Promise<ReadonlyMap<string, Campaign>> {
  const ids = new Set(creatives.map(({ campaignId }) => campaignId));
  const found = await ctx.campaigns.listActive([...ids]);
  return new Map(found.map((campaign) => [campaign.id, campaign]));
}

/** A campaign without a vendor is for all of the medium. */
const isFor = ({ medium, vendor }: Site, campaign: Campaign): boolean =>
  campaign.medium === medium && (campaign.vendor === null || campaign.vendor === vendor);

function toSiteCreative(
  { id, type, mime, scope, hash }: Creative,
  campaign: Campaign | undefined,
): SiteCreative {
  return { id, type, mime, scope, hash, landingUrl: campaign?.landingUrl ?? null };
}
