import { toKnownPeer } from '../site-creatives/known-peer';
import type { CreativeReportContext } from './creative-report.context';
import type { ReportedCreative } from './reported-creative';

/** Creatives of reports by their ids, ours and other servers', shown or not; those that are deleted are left out. */
export async function listReportedCreatives(
  ctx: CreativeReportContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReportedCreative>> {
  const { peerDemand } = ctx;
  const [ours, theirs] = await Promise.all([
    ctx.creatives.listByIds(ids),
    peerDemand.creatives.listByIds(ids),
  ]);
  const campaignIds = (of: readonly { readonly campaignId: string }[]) => [
    ...new Set(of.map(({ campaignId }) => campaignId)),
  ];
  const [ofOurs, ofTheirs] = await Promise.all([
    ctx.campaigns.listByIds(campaignIds(ours)),
    peerDemand.campaigns.listByIds(campaignIds(theirs)),
  ]);
  const landings = new Map([...ofOurs, ...ofTheirs].map((one) => [one.id, one.landingUrl]));
  const all: readonly ReportedCreative[] = [
    ...ours.map(({ id, name, type, mime, scope, hash, status, campaignId }) => ({
      ...{ id, name, type, mime, scope, hash, status, peer: null, serveUrl: null },
      landingUrl: landings.get(campaignId) ?? null,
    })),
    ...theirs.map(({ id, type, mime, scope, hash, campaignId, origin }) => ({
      ...{ id, name: null, type, mime, scope, hash, status: null },
      ...{ peer: toKnownPeer(ctx, origin.address), serveUrl: origin.serveUrl },
      landingUrl: landings.get(campaignId) ?? null,
    })),
  ];
  return new Map(all.map((one) => [one.id, one]));
}

/** Sites of reports by their ids. */
export async function listReportedSites(ctx: CreativeReportContext, ids: readonly string[]) {
  const found = await ctx.sites.listByIds(ids);
  return new Map(found.map((site) => [site.id, site]));
}
