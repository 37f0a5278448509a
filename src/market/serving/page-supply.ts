import type { IdentityMembers } from '../../identity/identity.members';
import { type Account, unclaimedPublisherId } from '../../identity/accounts/account';
import { AppError, invalid } from '../../errors';
import { createId, isUuid } from '../../id';
import { truncateIpAddress } from '../../ip-address';
import type { NetworkLimiter } from '../../platform/limits/network-limiter';
import type { WindowLimiter } from '../../platform/limits/window-limiter';
import type { PlacementContext } from '../../supply/placements/placement.context';
import { getOrCreatePlacement } from '../../supply/placements/placement.service';
import {
  assertKnownMedium,
  assertSameMedium,
  getOrCreateSite,
} from '../../supply/sites/site.service';
import { isDuplicateKey } from '../../validation';
import type { BidRequestBox, BidRequestSite } from './bid-request';
import { type KnownPlacement, type KnownSite, placementKeyOf } from './known-supply';
import type { SupplyDirectory } from './supply-directory';

/** That the caller's network has made as much supply as one may in a day, so none is made. */
export const notMade = 'notMade';
export type NotMade = typeof notMade;

/** Thrown instead of making supply beyond the bound of a network. */
class TooMuchSupplyError extends Error {
  override readonly name = 'TooMuchSupplyError';
}

/** Sites and placements that pages show, made on first sight. */
export interface PageSupply {
  /** @throws {AppError} `VALIDATION_FAILED` when a page says another medium or vendor than its site has. */
  assertSite(known: KnownSite, page: BidRequestSite): void;
  /**
   * The site of a page. Site and publisher are made on first sight. Where the page names no publisher, the site is that
   * of the account that has claimed the host.
   *
   * @param network the address of the caller: what one network makes is bounded
   */
  resolveSite(page: BidRequestSite, network: string): Promise<KnownSite | NotMade>;
  /** A placement of the size of a box, made on first sight. @param network as `resolveSite` has it */
  resolveBox(
    box: BidRequestBox,
    site: KnownSite,
    network: string,
  ): Promise<KnownPlacement | NotMade>;
}

/** The making of supply needs this of the context. */
export interface PageSupplyContext extends PlacementContext, Pick<IdentityMembers, 'accounts'> {
  readonly supplyDirectory: SupplyDirectory;
  readonly creationLimiter: NetworkLimiter;
  readonly foundSupplyLimiter: WindowLimiter;
  readonly now: () => Date;
  readonly unclaimedSiteLimiter: NetworkLimiter;
}

/** @param whole the context, once it is whole */
export function createPageSupply(whole: () => PageSupplyContext): PageSupply {
  return {
    assertSite,
    resolveSite: (page, network) => unlessTooMuch(resolveSite({ ctx: whole(), network }, page)),
    resolveBox: (box, site, network) =>
      unlessTooMuch(resolveBox({ ctx: whole(), network }, box, site)),
  };
}

async function unlessTooMuch<Known>(making: Promise<Known>): Promise<Known | NotMade> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof TooMuchSupplyError) return notMade;
    throw error;
  }
}

/** Makes supply for a caller. */
interface Maker {
  readonly ctx: PageSupplyContext;
  readonly network: string;
}

function assertSite({ site }: KnownSite, { medium, vendor }: BidRequestSite): void {
  if (medium === null && vendor === null) return;
  try {
    assertSameMedium(site, medium, vendor);
  } catch (error) {
    throw atSite(error);
  }
}

async function resolveSite(maker: Maker, page: BidRequestSite): Promise<KnownSite> {
  const named = await siteOf(maker, page, await resolvePublisherId(maker, page));
  const { claimedById } = named.site;
  const owner =
    claimedById === null ? null : await maker.ctx.supplyDirectory.loadAccount(claimedById);
  const known = owner ? await siteOf(maker, page, owner.id) : named;
  assertSite(known, page);
  return known;
}

function siteOf(
  maker: Maker,
  { host, medium, vendor }: BidRequestSite,
  publisherId: string,
): Promise<KnownSite> {
  const { ctx, network } = maker;
  const params = { publisherId, host, medium, vendor };
  const key = `site ${Object.values(params).join('|')}`;
  return ctx.supplyDirectory.share(key, async () => {
    const site = await namedInRequest(() =>
      getOrCreateSite(ctx, { ...params, foundAt: ctx.now() }, async () => {
        await countCreation(maker);
        if (publisherId === unclaimedPublisherId) await ctx.unclaimedSiteLimiter.consume(network);
      }),
    );
    return ctx.supplyDirectory.addSite(site);
  });
}

async function resolvePublisherId(maker: Maker, page: BidRequestSite): Promise<string> {
  const { publisher } = page;
  if (publisher === null) return unclaimedPublisherId;
  const known = await maker.ctx.supplyDirectory.loadAccount(publisher);
  if (!known && isUuid(publisher)) throw invalidPublisher('is not a known publisher');
  const account = known ?? (await createPublisher(maker, publisher, page));
  if (!account.roles.includes('publisher'))
    throw invalidPublisher('is an account without the role publisher');
  return account.id;
}

async function createPublisher(
  maker: Maker,
  address: string,
  { medium, vendor }: BidRequestSite,
): Promise<Account> {
  const { ctx } = maker;
  if (!ctx.config.allowsAutomaticPublishers)
    throw invalidPublisher('is not known, and publishers are not made automatically');
  await namedInRequest(() => {
    assertKnownMedium(ctx, medium, vendor);
  });
  return ctx.supplyDirectory.share(`publisher ${address}`, async () => {
    await countCreation(maker);
    const account = await insertPublisher(ctx, address);
    ctx.supplyDirectory.addAccount(account);
    return account;
  });
}

async function insertPublisher(ctx: PageSupplyContext, address: string): Promise<Account> {
  try {
    return await ctx.accounts.insert({
      id: createId(ctx),
      email: null,
      passwordHash: null,
      roles: ['publisher'],
      payoutAddress: address,
      provenAddresses: [address],
      foundAt: ctx.now(),
    });
  } catch (error) {
    const winner = isDuplicateKey(error) ? await ctx.accounts.findNeeded(address) : null;
    if (winner) return winner;
    throw error;
  }
}

function resolveBox(maker: Maker, box: BidRequestBox, site: KnownSite): Promise<KnownPlacement> {
  const { ctx } = maker;
  const key = placementKeyOf(box, site);
  return ctx.supplyDirectory.share(`placement ${Object.values(key).join('|')}`, async () => {
    const params = { ...key, site: site.site, foundAt: ctx.now() };
    const placement = await getOrCreatePlacement(ctx, params, () => countCreation(maker));
    return ctx.supplyDirectory.addPlacement(placement, site);
  });
}

async function countCreation({ ctx, network }: Maker): Promise<void> {
  await ctx.creationLimiter.consume(network);
  const waitSeconds = await ctx.foundSupplyLimiter.take(truncateIpAddress(network) ?? '');
  if (waitSeconds > 0) throw new TooMuchSupplyError('the network has made enough supply today');
}

function invalidPublisher(problem: string): AppError {
  return invalid({ 'site.publisher': [problem] });
}

/** Runs something whose errors name members of a site, and lets them name those of the request. */
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
