import { type Account, unclaimedPublisherId } from '../../identity/accounts/account';
import { type AppError, invalid } from '../../errors';
import { createId, isUuid } from '../../id';
import type { WithRequest } from '../../request-facts';
import type { PlacementKey } from '../../supply/placements/placement.resource';
import { getOrCreatePlacement } from '../../supply/placements/placement.service';
import { assertKnownMedium, getOrCreateSite } from '../../supply/sites/site.service';
import { isDuplicateKey } from '../../validation';
import type { BidRequestBox, BidRequestSite } from './bid-request';
import type { KnownPlacement, KnownSite } from './known-supply';
import { assertSite, namedInRequest } from './page-site';
import type { ServingContext } from './serving.context';

/**
 * The site of a page. Site and publisher are made on first sight. Where the page names no publisher, the site is that of
 * the account that has claimed the host.
 */
export async function resolveSite(
  ctx: ServingContext & WithRequest,
  page: BidRequestSite,
): Promise<KnownSite> {
  const named = await siteOf(ctx, page, await resolvePublisherId(ctx, page));
  const { claimedById } = named.site;
  const owner = claimedById === null ? null : await ctx.supplyDirectory.loadAccount(claimedById);
  const known = owner ? await siteOf(ctx, page, owner.id) : named;
  assertSite(known, page);
  return known;
}

function siteOf(
  ctx: ServingContext & WithRequest,
  { host, medium, vendor }: BidRequestSite,
  publisherId: string,
): Promise<KnownSite> {
  const params = { publisherId, host, medium, vendor };
  const key = `site ${Object.values(params).join('|')}`;
  return ctx.supplyDirectory.share(key, async () => {
    const site = await namedInRequest(() =>
      getOrCreateSite(ctx, params, async () => {
        await countCreation(ctx);
        if (publisherId === unclaimedPublisherId)
          await ctx.unclaimedSiteLimiter.consume(ctx.request.remoteAddress);
      }),
    );
    return ctx.supplyDirectory.addSite(site);
  });
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

/** A placement of the size of a box, made on first sight. */
export function createBox(
  ctx: ServingContext & WithRequest,
  box: BidRequestBox,
  site: KnownSite,
): Promise<KnownPlacement> {
  const key = placementKeyOf(box, site);
  return ctx.supplyDirectory.share(`placement ${Object.values(key).join('|')}`, async () => {
    const params = { ...key, site: site.site };
    const placement = await getOrCreatePlacement(ctx, params, () => countCreation(ctx));
    return ctx.supplyDirectory.addPlacement(placement, site);
  });
}

function countCreation(ctx: ServingContext & WithRequest): Promise<void> {
  return ctx.creationLimiter.consume(ctx.request.remoteAddress);
}

/** The key of a page's box in its site. */
export function placementKeyOf(
  { width, height, depth, name }: BidRequestBox,
  { site }: KnownSite,
): PlacementKey {
  return { siteId: site.id, width, height, depth, name };
}

function invalidPublisher(problem: string): AppError {
  return invalid({ 'site.publisher': [problem] });
}
