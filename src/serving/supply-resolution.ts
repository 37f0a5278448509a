import type { Account } from '../accounts/account';
import { unclaimedPublisherId } from '../accounts/account';
import { parsePayoutAddress } from '../accounts/payout-address';
import type { RequestContext } from '../context';
import { AppError } from '../errors';
import { defaultPlacementName, getOrCreatePlacement } from '../placements/placement.service';
import { assertSameMedium, getOrCreateSite, hostOfUrl } from '../sites/site.service';
import { isDuplicateKey } from '../validation';
import { type BidRequest, type BidRequestImp, isUuid, toId } from './bid-request';
import type { Site } from '../sites/site';
import type { KnownPlacement, KnownSite } from './supply-directory';

const defaultMedium = 'web';

/**
 * Finds the placement of every imp, in the request's order; boxes given by their size become placements of the
 * publisher's site on first sight. Asks the database only for what this process does not know yet.
 *
 * @returns null for a placement id that does not exist, undefined for what could not be looked up or made because the
 * database did not answer: what this process knows goes on being served.
 * @throws {AppError} `VALIDATION_FAILED` for an unknown publisher, or a medium or vendor other than the known site's;
 * `TOO_MANY_REQUESTS` when one address makes too many.
 */
export async function resolvePlacements(
  ctx: RequestContext,
  request: BidRequest,
): Promise<readonly (KnownPlacement | null | undefined)[]> {
  await unlessAway(ctx, () => loadMissing(ctx, request.imps));
  const hasBoxes = request.imps.some((imp) => imp.placementId == null);
  const site = hasBoxes
    ? (knownSiteOf(ctx, request) ?? (await unlessAway(ctx, () => resolveSite(ctx, request))))
    : undefined;
  const resolved: (KnownPlacement | null | undefined)[] = [];
  for (const imp of request.imps) {
    if (imp.placementId != null)
      resolved.push(ctx.supplyDirectory.getPlacement(toId(imp.placementId)));
    else if (!site) resolved.push(undefined);
    else
      resolved.push(
        knownBox(ctx, imp, site) ?? (await unlessAway(ctx, () => createBox(ctx, imp, site))),
      );
  }
  return resolved;
}

/** Refusals of ours are the caller's to know; a database that does not answer leaves the value out. */
async function unlessAway<Value>(
  ctx: RequestContext,
  run: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.warn({ err: error }, 'a placement could not be looked up');
    return undefined;
  }
}

/** Reads those placements that this process does not know, if there are any. */
async function loadMissing(ctx: RequestContext, imps: readonly BidRequestImp[]): Promise<void> {
  let missing: string[] | null = null;
  for (const { placementId } of imps) {
    if (placementId == null) continue;
    const id = toId(placementId);
    if (ctx.supplyDirectory.getPlacement(id) === undefined) (missing ??= []).push(id);
  }
  if (missing) await ctx.supplyDirectory.loadPlacements(missing);
}

function knownSiteOf(ctx: RequestContext, request: BidRequest): KnownSite | null {
  const { publisher, url, medium, vendor } = request.site;
  const publisherId =
    publisher == null ? unclaimedPublisherId : ctx.supplyDirectory.getPublisherId(publisher);
  const host = hostOfUrl(url);
  const known = publisherId && host ? ctx.supplyDirectory.getSite(publisherId, host) : undefined;
  if (!known) return null;
  assertSite(known.site, medium, vendor);
  return known;
}

async function resolveSite(ctx: RequestContext, request: BidRequest): Promise<KnownSite> {
  const { url, medium, vendor } = request.site;
  const host = hostOfUrl(url);
  if (host === null) throw invalid('site.url', 'must be an http(s) URL');
  const publisherId = await resolvePublisherId(ctx, request.site.publisher ?? null);
  const known = await ctx.supplyDirectory.share(`site ${publisherId}|${host}`, async () => {
    const site =
      (await ctx.sites.findByHost(publisherId, host)) ??
      (await createSite(ctx, { publisherId, host, medium, vendor }));
    return ctx.supplyDirectory.addSite(site);
  });
  assertSite(known.site, medium, vendor);
  return known;
}

async function createSite(
  ctx: RequestContext,
  params: Pick<Site, 'publisherId' | 'host'> & {
    readonly medium: string | null | undefined;
    readonly vendor: string | null | undefined;
  },
): Promise<Site> {
  const { publisherId, host, medium, vendor } = params;
  await ctx.creationLimiter.consume(ctx.request.remoteAddress);
  try {
    return await getOrCreateSite(ctx, {
      publisherId,
      host,
      medium: medium ?? defaultMedium,
      vendor: vendor ?? null,
    });
  } catch (error) {
    throw atSite(error);
  }
}

async function resolvePublisherId(ctx: RequestContext, publisher: string | null): Promise<string> {
  if (publisher === null) return unclaimedPublisherId;
  const path = 'site.publisher';
  if (isUuid(publisher)) {
    const account = await ctx.supplyDirectory.loadAccount(toId(publisher));
    if (!account?.roles.includes('publisher')) throw invalid(path, 'is not a known publisher');
    ctx.supplyDirectory.addPublisher(publisher, account);
    return account.id;
  }
  const address = parsePayoutAddress(publisher);
  if (address === null)
    throw invalid(path, 'must be an account id, an account address or <network>:<address>');
  const account = await ctx.supplyDirectory.share(
    `publisher ${address}`,
    async () =>
      (await ctx.accounts.findByPayoutAddress(address)) ?? (await createPublisher(ctx, address)),
  );
  if (!account.roles.includes('publisher')) throw invalid(path, 'is not a publisher');
  ctx.supplyDirectory.addPublisher(publisher, account);
  return account.id;
}

async function createPublisher(ctx: RequestContext, payoutAddress: string): Promise<Account> {
  if (!ctx.config.allowsAutomaticPublishers)
    throw invalid('site.publisher', 'is not known, and publishers are not made automatically');
  await ctx.creationLimiter.consume(ctx.request.remoteAddress);
  try {
    return await ctx.accounts.insert({
      id: ctx.randomBytes(16).toString('hex'),
      email: null,
      passwordHash: null,
      roles: ['publisher'],
      payoutAddress,
    });
  } catch (error) {
    const winner = isDuplicateKey(error)
      ? await ctx.accounts.findByPayoutAddress(payoutAddress)
      : null;
    if (winner) return winner;
    throw error;
  }
}

function knownBox(ctx: RequestContext, imp: BidRequestImp, site: KnownSite): KnownPlacement | null {
  return ctx.supplyDirectory.getPlacementByKey(boxOf(imp, site)) ?? null;
}

async function createBox(
  ctx: RequestContext,
  imp: BidRequestImp,
  site: KnownSite,
): Promise<KnownPlacement> {
  const key = boxOf(imp, site);
  return ctx.supplyDirectory.share(`placement ${Object.values(key).join('|')}`, async () => {
    const existing = await ctx.placements.findByKey(key);
    if (!existing) await ctx.creationLimiter.consume(ctx.request.remoteAddress);
    const placement = existing ?? (await getOrCreatePlacement(ctx, { ...key, site: site.site }));
    return ctx.supplyDirectory.addPlacement(placement, site);
  });
}

function boxOf({ width, height, depth, name }: BidRequestImp, { site }: KnownSite) {
  return {
    siteId: site.id,
    // The request was checked: an imp without a placement id has both.
    width: width!,
    height: height!,
    depth: depth ?? 0,
    name: name ?? defaultPlacementName,
  };
}

function assertSite(
  site: KnownSite['site'],
  medium: string | null | undefined,
  vendor: string | null | undefined,
): void {
  if (medium == null && vendor == null) return;
  try {
    assertSameMedium(site, medium ?? null, vendor ?? null);
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

function invalid(path: string, problem: string): AppError {
  return new AppError('VALIDATION_FAILED', `${path} ${problem}`, {
    details: { [path]: [problem] },
  });
}
