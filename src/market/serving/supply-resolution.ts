import { unclaimedPublisherId } from '../../identity/accounts/account';
import type { WithRequest } from '../../request-facts';
import type { BidRequestBox, BidRequestImp, BidRequestSite } from './bid-request';
import { type KnownPlacement, type KnownSite, placementKeyOf } from './known-supply';
import { type NotMade, notMade } from './page-supply';
import type { ServingContext } from './serving.context';
import { createUnlessAway } from './unless-away';

/** That the operator refuses the host, so that nothing is looked up or made. */
export const hostRefused = 'hostRefused';

/** In the order of the imps; null: does not exist; undefined: could not be looked up or made. */
export type ResolvedPlacements = readonly (
  | KnownPlacement
  | NotMade
  | typeof hostRefused
  | null
  | undefined
)[];

/**
 * Finds the placement of every imp, in the request's order; boxes given by their size become placements of the
 * publisher's site on first sight. Asks the database only for what this process does not know yet.
 *
 * @returns `hostRefused` for all of them where the operator refuses the host; null for a placement id that does not exist,
 * undefined for what could not be looked up or made because the database did not answer: what this process knows goes on being
 * served; `notMade` where the network has made enough.
 * @throws {AppError} `VALIDATION_FAILED` for an unknown publisher, or a medium or vendor other than a known site's:
 * nothing is made then; `TOO_MANY_REQUESTS` when one network makes too many.
 */
export function resolvePlacements(
  ctx: ServingContext & WithRequest,
  page: BidRequestSite,
  imps: readonly BidRequestImp[],
): ResolvedPlacements | Promise<ResolvedPlacements> {
  if (ctx.refusedDomains.findSite(page.host) !== null) return imps.map(() => hostRefused);
  return findKnownPlacements(ctx, page, imps) ?? lookUpPlacements(ctx, page, imps);
}

/** All of them from memory, or null when there is one to be looked up or made. */
function findKnownPlacements(
  ctx: ServingContext & WithRequest,
  page: BidRequestSite,
  imps: readonly BidRequestImp[],
): ResolvedPlacements | null {
  const found: (KnownPlacement | null)[] = [];
  let site: KnownSite | null = null;
  for (const { placement } of imps) {
    let known: KnownPlacement | null | undefined;
    if (isBox(placement)) {
      site ??= knownSiteOf(ctx, page);
      known = site && ctx.supplyDirectory.findPlacementByKey(placementKeyOf(placement, site));
      if (!known) return null;
    } else if (placement === null) known = null;
    else {
      known = ctx.supplyDirectory.findPlacement(placement);
      if (known) ctx.pageSupply.assertSite(known.site, page);
    }
    if (known === undefined) return null;
    found.push(known);
  }
  return found;
}

async function lookUpPlacements(
  ctx: ServingContext & WithRequest,
  page: BidRequestSite,
  imps: readonly BidRequestImp[],
): Promise<ResolvedPlacements> {
  const unlessAway = createUnlessAway(ctx);
  await unlessAway(() => loadMissing(ctx, imps));
  const { supplyDirectory } = ctx;
  const named = imps.map(({ placement }) => {
    if (isBox(placement)) return undefined;
    return placement === null ? null : supplyDirectory.findPlacement(placement);
  });
  for (const known of named) if (known) ctx.pageSupply.assertSite(known.site, page);
  if (!imps.some(({ placement }) => isBox(placement))) return named;
  const site =
    knownSiteOf(ctx, page) ??
    (await unlessAway(() => ctx.pageSupply.resolveSite(page, ctx.request.remoteAddress)));
  if (!site) return named;
  if (site === notMade)
    return imps.map(({ placement }, at) => (isBox(placement) ? notMade : named[at]));
  const known = imps.map(({ placement }, at) =>
    isBox(placement)
      ? supplyDirectory.findPlacementByKey(placementKeyOf(placement, site))
      : named[at],
  );
  if (!imps.some(({ placement }, at) => isBox(placement) && !known[at])) return known;
  return Promise.all(
    imps.map(async ({ placement }, at) =>
      isBox(placement)
        ? (known[at] ??
          unlessAway(() => ctx.pageSupply.resolveBox(placement, site, ctx.request.remoteAddress)))
        : known[at],
    ),
  );
}

/** Reads those placements that this process does not know, if there are any. */
async function loadMissing(
  ctx: ServingContext & WithRequest,
  imps: readonly BidRequestImp[],
): Promise<void> {
  let missing: string[] | null = null;
  for (const { placement: id } of imps) {
    if (typeof id !== 'string') continue;
    if (ctx.supplyDirectory.findPlacement(id) === undefined) (missing ??= []).push(id);
  }
  if (missing) await ctx.supplyDirectory.loadPlacements(missing);
}

function knownSiteOf(ctx: ServingContext & WithRequest, page: BidRequestSite): KnownSite | null {
  const { publisher, host } = page;
  let known: KnownSite | null;
  if (publisher === null) known = claimedSiteOf(ctx, host);
  else {
    const account = ctx.supplyDirectory.findAccount(publisher);
    if (!account?.roles.includes('publisher')) return null;
    known = ctx.supplyDirectory.findSite(account.id, host);
  }
  if (!known) return null;
  ctx.pageSupply.assertSite(known, page);
  return known;
}

/** The site of the account that has claimed a host; while nobody has, that of the unclaimed publisher. */
function claimedSiteOf({ supplyDirectory }: ServingContext, host: string): KnownSite | null {
  const known = supplyDirectory.findSite(unclaimedPublisherId, host);
  const claimedById = known?.site.claimedById ?? null;
  if (claimedById === null) return known;
  const owner = supplyDirectory.findAccount(claimedById);
  return owner && supplyDirectory.findSite(owner.id, host);
}

function isBox(placement: BidRequestImp['placement']): placement is BidRequestBox {
  return typeof placement === 'object' && placement !== null;
}
