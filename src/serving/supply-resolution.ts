import type { Account } from '../accounts/account';
import { unclaimedPublisherId } from '../accounts/account';
import type { RequestContext } from '../context';
import { AppError } from '../errors';
import { isUuid, toId } from '../id';
import { defaultPlacementName, getOrCreatePlacement } from '../placements/placement.service';
import {
  assertKnownMedium,
  assertSameMedium,
  getOrCreateSite,
  hostOfUrl,
} from '../sites/site.service';
import { isDatabaseUnavailable } from '../unavailable';
import { isDuplicateKey } from '../validation';
import { type BidRequestImp, type BidRequestSite, publisherNameOf } from './bid-request';
import type { KnownPlacement, KnownSite } from './supply-directory';

/** What a page says of its site, in the forms that are compared; null: it does not say. */
export interface Page {
  readonly host: string;
  /** Account id or payout address, as `publisherNameOf` returns it. */
  readonly publisher: string | null;
  readonly medium: string | null;
  readonly vendor: string | null;
}

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
  ctx: RequestContext,
  page: Page,
  imps: readonly BidRequestImp[],
): ResolvedPlacements | Promise<ResolvedPlacements> {
  return findKnownPlacements(ctx, page, imps) ?? lookUpPlacements(ctx, page, imps);
}

/** All of them from memory, or null when there is one to be looked up or made. */
function findKnownPlacements(
  ctx: RequestContext,
  page: Page,
  imps: readonly BidRequestImp[],
): ResolvedPlacements | null {
  const found: (KnownPlacement | null)[] = [];
  let site: KnownSite | null = null;
  for (const imp of imps) {
    let known: KnownPlacement | null | undefined;
    if (imp.placementId != null) {
      known = ctx.supplyDirectory.getPlacement(toId(imp.placementId));
      if (known) assertSite(known.site, page);
    } else {
      site ??= knownSiteOf(ctx, page);
      known = site && (ctx.supplyDirectory.getPlacementByKey(boxOf(imp, site)) ?? undefined);
      if (!known) return null;
    }
    if (known === undefined) return null;
    found.push(known);
  }
  return found;
}

async function lookUpPlacements(
  ctx: RequestContext,
  page: Page,
  imps: readonly BidRequestImp[],
): Promise<ResolvedPlacements> {
  await unlessAway(ctx, () => loadMissing(ctx, imps));
  const named = imps.map(({ placementId }) =>
    placementId == null ? undefined : ctx.supplyDirectory.getPlacement(toId(placementId)),
  );
  for (const known of named) if (known) assertSite(known.site, page);
  if (!imps.some(isBox)) return named;
  const site = knownSiteOf(ctx, page) ?? (await unlessAway(ctx, () => resolveSite(ctx, page)));
  if (!site) return named;
  const known = imps.map((imp, at) =>
    isBox(imp) ? ctx.supplyDirectory.getPlacementByKey(boxOf(imp, site)) : named[at],
  );
  if (!imps.some((imp, at) => isBox(imp) && !known[at])) return known;
  return Promise.all(
    imps.map(async (imp, at) =>
      isBox(imp) ? (known[at] ?? unlessAway(ctx, () => createBox(ctx, imp, site))) : known[at],
    ),
  );
}

/** Reads what a checked bid request says of its site. */
export function readPage({ url, publisher, medium, vendor }: BidRequestSite): Page {
  const host = hostOfUrl(url);
  if (host === null) throw new Error('the request was not checked');
  return {
    host,
    publisher: publisher ? publisherNameOf(publisher) : null,
    medium: medium || null,
    vendor: vendor || null,
  };
}

function isBox({ placementId }: BidRequestImp): boolean {
  return placementId == null;
}

/** A database that does not answer leaves the value out; everything else is the caller's to know. */
async function unlessAway<Value>(
  ctx: RequestContext,
  run: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
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

function knownSiteOf(ctx: RequestContext, page: Page): KnownSite | null {
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

async function resolveSite(ctx: RequestContext, page: Page): Promise<KnownSite> {
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

async function resolvePublisherId(ctx: RequestContext, page: Page): Promise<string> {
  const { publisher } = page;
  if (publisher === null) return unclaimedPublisherId;
  const known = await ctx.supplyDirectory.loadAccount(publisher);
  if (!known && isUuid(publisher)) throw invalidPublisher('is not a known publisher');
  const account = known ?? (await createPublisher(ctx, publisher, page));
  if (!account.roles.includes('publisher')) throw invalidPublisher('is not a publisher');
  return account.id;
}

async function createPublisher(
  ctx: RequestContext,
  payoutAddress: string,
  { medium, vendor }: Page,
): Promise<Account> {
  if (!ctx.config.allowsAutomaticPublishers)
    throw invalidPublisher('is not known, and publishers are not made automatically');
  await namedInRequest(() => {
    assertKnownMedium(ctx, medium, vendor);
  });
  return ctx.supplyDirectory.share(`publisher ${payoutAddress}`, async () => {
    await countCreation(ctx);
    const account = await insertPublisher(ctx, payoutAddress);
    ctx.supplyDirectory.addAccount(account);
    return account;
  });
}

async function insertPublisher(ctx: RequestContext, payoutAddress: string): Promise<Account> {
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

function createBox(
  ctx: RequestContext,
  imp: BidRequestImp,
  site: KnownSite,
): Promise<KnownPlacement> {
  const key = boxOf(imp, site);
  return ctx.supplyDirectory.share(`placement ${Object.values(key).join('|')}`, async () => {
    const params = { ...key, site: site.site };
    const placement = await getOrCreatePlacement(ctx, params, () => countCreation(ctx));
    return ctx.supplyDirectory.addPlacement(placement, site);
  });
}

function countCreation(ctx: RequestContext): Promise<void> {
  return ctx.creationLimiter.consume(ctx.request.remoteAddress);
}

function boxOf({ width, height, depth, name }: BidRequestImp, { site }: KnownSite) {
  return {
    siteId: site.id,
    // The request was checked: an imp without a placement id has both.
    width: width!,
    height: height!,
    depth: depth ?? 0,
    name: name || defaultPlacementName,
  };
}

function assertSite({ site }: KnownSite, { medium, vendor }: Page): void {
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
  const path = 'site.publisher';
  return new AppError('VALIDATION_FAILED', `${path} ${problem}`, {
    details: { [path]: [problem] },
  });
}
