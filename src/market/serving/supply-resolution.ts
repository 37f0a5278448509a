import type { Account } from '../../identity/accounts/account';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import type { ServingContext } from './serving.context';
import type { WithRequest } from '../../request-facts';
import { AppError, invalid } from '../../errors';
import { createId, isUuid } from '../../id';
import { getOrCreatePlacement } from '../../supply/placements/placement.service';
import {
  assertKnownMedium,
  assertSameMedium,
  getOrCreateSite,
} from '../../supply/sites/site.service';
import { isDuplicateKey } from '../../validation';
import type { BidRequestBox, BidRequestImp, BidRequestSite } from './bid-request';
import type { PlacementKey } from '../../supply/placements/placement';
import type { KnownPlacement, KnownSite } from './known-supply';
import { createUnlessAway } from './unless-away';

/** In the order of the imps; null: does not exist; undefined: could not be looked up or made. */
export type ResolvedPlacements = readonly (KnownPlacement | null | undefined)[];

/**
 * Finds the placement of every imp, in the request's order; boxes given by their size become placements of the
 * publisher's site on first sight. Asks the database only for what this process does not know yet.
 *
 * @returns null for a placement id that does not exist, undefined for what could not be looked up or made because the
 * database did not answer: what this process knows goes on being served.
 * @throws {AppError} `VALIDATION_FAILED` for an unknown publisher, or a medium or vendor other than a known site's:
 * nothing is made then; `TOO_MANY_REQUESTS` when one network makes too many.
 */
export function resolvePlacements(
  ctx: ServingContext & WithRequest,
  page: BidRequestSite,
  imps: readonly BidRequestImp[],
): ResolvedPlacements | Promise<ResolvedPlacements> {
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
      known = site && (ctx.supplyDirectory.getPlacementByKey(keyOf(placement, site)) ?? undefined);
      if (!known) return null;
    } else if (placement === null) known = null;
    else {
      known = ctx.supplyDirectory.getPlacement(placement);
      if (known) assertSite(known.site, page);
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
    return placement === null ? null : supplyDirectory.getPlacement(placement);
  });
  for (const known of named) if (known) assertSite(known.site, page);
  if (!imps.some(({ placement }) => isBox(placement))) return named;
  const site = knownSiteOf(ctx, page) ?? (await unlessAway(() => resolveSite(ctx, page)));
  if (!site) return named;
  const known = imps.map(({ placement }, at) =>
    isBox(placement) ? supplyDirectory.getPlacementByKey(keyOf(placement, site)) : named[at],
  );
  if (!imps.some(({ placement }, at) => isBox(placement) && !known[at])) return known;
  return Promise.all(
    imps.map(async ({ placement }, at) =>
      isBox(placement)
        ? (known[at] ?? unlessAway(() => createBox(ctx, placement, site)))
        : known[at],
    ),
  );
}

function isBox(placement: BidRequestImp['placement']): placement is BidRequestBox {
  return typeof placement === 'object' && placement !== null;
}

/** Reads those placements that this process does not know, if there are any. */
async function loadMissing(
  ctx: ServingContext & WithRequest,
  imps: readonly BidRequestImp[],
): Promise<void> {
  let missing: string[] | null = null;
  for (const { placement: id } of imps) {
    if (typeof id !== 'string') continue;
    if (ctx.supplyDirectory.getPlacement(id) === undefined) (missing ??= []).push(id);
  }
  if (missing) await ctx.supplyDirectory.loadPlacements(missing);
}

function knownSiteOf(ctx: ServingContext & WithRequest, page: BidRequestSite): KnownSite | null {
  const { publisher, host } = page;
  let publisherId = unclaimedPublisherId;
  if (publisher !== null) {
    const account = ctx.supplyDirectory.getAccount(publisher);
    if (!account?.roles.includes('publisher')) return null;
    publisherId = account.id;
  }
  const known = ctx.supplyDirectory.getSite(publisherId, host);
  if (!known) return null;
  assertSite(known, page);
  return known;
}

async function resolveSite(
  ctx: ServingContext & WithRequest,
  page: BidRequestSite,
): Promise<KnownSite> {
  const { host, medium, vendor } = page;
  const publisherId = await resolvePublisherId(ctx, page);
  const params = { publisherId, host, medium, vendor };
  const key = `site ${Object.values(params).join('|')}`;
  const known = await ctx.supplyDirectory.share(key, async () => {
    const site = await namedInRequest(() => getOrCreateSite(ctx, params, () => countCreation(ctx)));
    return ctx.supplyDirectory.addSite(site);
  });
  assertSite(known, page);
  return known;
}

async function resolvePublisherId(
  ctx: ServingContext & WithRequest,
  page: BidRequestSite,
): Promise<string> {
  const { publisher } = page;
  if (publisher === null) return unclaimedPublisherId;
  const known = await ctx.supplyDirectory.loadAccount(publisher);
  if (!known && isUuid(publisher)) throw invalidPublisher('is not a known publisher');
  const account = known ?? (await createPublisher(ctx, publisher, page));
  if (!account.roles.includes('publisher'))
    throw invalidPublisher('is an account without the role publisher');
  return account.id;
}

async function createPublisher(
  ctx: ServingContext & WithRequest,
  address: string,
  { medium, vendor }: BidRequestSite,
): Promise<Account> {
  if (!ctx.config.allowsAutomaticPublishers)
    throw invalidPublisher('is not known, and publishers are not made automatically');
  await namedInRequest(() => {
    assertKnownMedium(ctx, medium, vendor);
  });
  return ctx.supplyDirectory.share(`publisher ${address}`, async () => {
    await countCreation(ctx);
    const account = await insertPublisher(ctx, address);
    ctx.supplyDirectory.addAccount(account);
    return account;
  });
}

async function insertPublisher(
  ctx: ServingContext & WithRequest,
  address: string,
): Promise<Account> {
  try {
    return await ctx.accounts.insert({
      id: createId(ctx),
      email: null,
      passwordHash: null,
      roles: ['publisher'],
      payoutAddress: address,
      provenAddresses: [address],
    });
  } catch (error) {
    const winner = isDuplicateKey(error) ? await ctx.accounts.findByProvenAddress(address) : null;
    if (winner) return winner;
    throw error;
  }
}

function createBox(
  ctx: ServingContext & WithRequest,
  box: BidRequestBox,
  site: KnownSite,
): Promise<KnownPlacement> {
  const key = keyOf(box, site);
  return ctx.supplyDirectory.share(`placement ${Object.values(key).join('|')}`, async () => {
    const params = { ...key, site: site.site };
    const placement = await getOrCreatePlacement(ctx, params, () => countCreation(ctx));
    return ctx.supplyDirectory.addPlacement(placement, site);
  });
}

function countCreation(ctx: ServingContext & WithRequest): Promise<void> {
  return ctx.creationLimiter.consume(ctx.request.remoteAddress);
}

function keyOf({ width, height, depth, name }: BidRequestBox, { site }: KnownSite): PlacementKey {
  return { siteId: site.id, width, height, depth, name };
}

function assertSite({ site }: KnownSite, { medium, vendor }: BidRequestSite): void {
  if (medium === null && vendor === null) return;
  try {
    assertSameMedium(site, medium, vendor);
  } catch (error) {
    throw atSite(error);
  }
}

async function namedInRequest<Value>(run: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw atSite(error);
  }
}

/** The site's own field names, as they are called inside a bid request. */
function atSite(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details) return error;
  const details = Object.fromEntries(
    Object.entries(error.details).map(([path, problems]) => [`site.${path}`, problems]),
  );
  return new AppError(error.code, error.message, { cause: error, details });
}

function invalidPublisher(problem: string): AppError {
  return invalid({ 'site.publisher': [problem] });
}
