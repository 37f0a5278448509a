import type { DemandMembers } from '../../demand/demand.members';
import { hostOfLanding, toDomain } from '../../demand/refused-domains/refused-domain';
import { assertNoProblems, invalid, notFound } from '../../errors';
import { keysOf } from '../../record';
import type { BlockedAdvertiser } from './blocked-advertiser';
import { assertOwn, getSite, type OwnedSiteParams } from './publisher-site.service';
import {
  type BlockDecisions,
  type BlockKind,
  blockLists,
  newBlocksOf,
  type SiteBlocks,
} from './site-blocks';
import { problemsOfBlocks } from './site-rules';
import type { SiteContext } from './site.context';
import type { Site } from './site.resource';

/** Blocks of ads need this of the context: an advertiser is named by a creative. */
export interface SiteBlocksContext
  extends SiteContext,
    Pick<DemandMembers, 'campaigns' | 'creatives'> {}

/**
 * Blocks ads of a site by what they are of, and allows others, in force within 2 seconds; all else that is blocked stays.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's; `VALIDATION_FAILED` for more than a site may block, for a type
 * that its medium has not, for an advertiser named by no creative of this server, and for a site that waits for approval
 * or was rejected
 */
export async function changeSiteBlocks(
  ctx: SiteBlocksContext,
  { decisions, ...owned }: OwnedSiteParams & { readonly decisions: BlockDecisions },
): Promise<Site> {
  const site = await getSite(ctx, owned);
  assertOwn(site);
  assertNoProblems(problemsOfBlocks(ctx.taxonomy.current, site, decisions.block));
  const advertisers = await listAdvertisers(ctx, decisions.block.advertisers);
  const block = newBlocksOf(site, { ...decisions.block, advertisers });
  const changed = await ctx.sites.changeBlocks(site, { block, allow: toAllow(site, decisions) });
  if (changed) return changed;
  const grown = keysOf(blockLists).filter((kind) => block[kind].length > 0);
  if (grown.length === 0) throw notFound('site', owned.id);
  const problemOf = (kind: BlockKind) =>
    `are too many: a site blocks at most ${blockLists[kind].most}`;
  throw invalid(Object.fromEntries(grown.map((kind) => [`block.${kind}`, [problemOf(kind)]])));
}

/** The advertisers of these creatives, each once. @throws {AppError} `VALIDATION_FAILED` for an id of no creative of ours */
async function listAdvertisers(
  ctx: SiteBlocksContext,
  creativeIds: readonly string[],
): Promise<readonly BlockedAdvertiser[]> {
  if (creativeIds.length === 0) return [];
  const found = await ctx.creatives.listByIds(creativeIds);
  const known = new Set(found.map(({ id }) => id));
  const problem = ['is no creative of this server: other servers are blocked whole'];
  const unknown = creativeIds.flatMap((id, at) =>
    known.has(id) ? [] : [[`block.advertisers.${at}`, problem] as const],
  );
  assertNoProblems(Object.fromEntries(unknown));
  const campaigns = await ctx.campaigns.listByIds(found.map(({ campaignId }) => campaignId));
  const landings = new Map(campaigns.map(({ id, landingUrl }) => [id, landingUrl]));
  const advertisers = found.map(({ id, advertiserId, campaignId }): BlockedAdvertiser => {
    const host = hostOfLanding(landings.get(campaignId) ?? '') ?? '';
    return { advertiserId, creativeId: id, domain: toDomain(host) ?? host };
  });
  return [...new Map(advertisers.map((one) => [one.advertiserId, one])).values()];
}

function toAllow({ blockedAdvertisers }: Site, { allow }: BlockDecisions): SiteBlocks {
  const named = new Set(allow.advertisers);
  const advertisers = blockedAdvertisers.filter(({ creativeId }) => named.has(creativeId));
  return { ...allow, advertisers };
}
