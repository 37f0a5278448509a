import { AppError, invalid, notFound } from '../../errors';
import { type Account, unclaimedPublisherId } from '../../identity/accounts/account';
import type { DatabaseSession } from '../../platform/database/transaction';
import { operatorsSiteStatuses, type Site } from '../sites/site.resource';
import { getOrCreateSite, hostOfUrl } from '../sites/site.service';
import type { SiteClaimContext } from './site-claim.context';

const pageSize = 100;

/**
 * Gives what finds show by size alone on a host to an account, for which an operator vouches: on all gateways from
 * 2 seconds on. Its placements come along; what they have earned till then stays the operator's. Killed midway, it is
 * brought to its end by the same claim again.
 *
 * @param host such as `news.example`, or a URL of it
 * @returns the account's site of the host, made where it had none.
 * @throws {AppError} `NOT_FOUND` for the account; `VALIDATION_FAILED` for anything but a host, and where the
 * account's site has another medium or vendor; `CONFLICT` for a host that another account has claimed, a site that is
 * rejected or archived, and an account that is suspended or no publisher.
 */
export async function claimSite(
  ctx: SiteClaimContext,
  { host: text, accountId }: { readonly host: string; readonly accountId: string },
): Promise<Site> {
  const host = readHost(text);
  const account = await ctx.accounts.findById(accountId);
  if (!account) throw notFound('account', accountId);
  assertPublisher(account);
  const own = await ctx.sites.keepForGood({ publisherId: accountId, host });
  if (own) assertShown(own);
  const unclaimed = await getOrCreateSite(ctx, {
    publisherId: unclaimedPublisherId,
    host,
    medium: own?.medium ?? null,
    vendor: own?.vendor ?? null,
  });
  assertShown(unclaimed);
  const { medium, vendor, status } = unclaimed;
  const site =
    own ?? (await getOrCreateSite(ctx, { publisherId: accountId, host, medium, vendor, status }));
  await giveAll(ctx, unclaimed, site);
  ctx.log.info({ host, accountId: accountId, siteId: site.id }, 'a site was claimed');
  return site;
}

/** Ids of the accounts that have claimed hosts, by the host; hosts that nobody has claimed are left out. */
export function listHostClaims(
  ctx: SiteClaimContext,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return ctx.sites.listClaims(hosts);
}

/**
 * Takes a claim back: what finds show by size alone on the host is the operator's again, from 2 seconds on. Placements
 * that have come along stay where they are.
 *
 * @throws {AppError} `VALIDATION_FAILED` for anything but a host; `NOT_FOUND` for one that nobody has claimed.
 */
export async function releaseSite(ctx: SiteClaimContext, text: string): Promise<Site> {
  const host = readHost(text);
  const site = await ctx.sites.findByHost(unclaimedPublisherId, host);
  const from = site?.claimedById ?? null;
  const isReleased =
    site !== null &&
    from !== null &&
    (await ctx.inTransaction((session) =>
      ctx.sites.changeClaim(site, { from, to: null }, session),
    ));
  if (!isReleased) throw notFound('claimed site', host);
  ctx.log.info({ host, accountId: from }, 'the claim of a site was taken back');
  return { ...site, claimedById: null };
}

/** @throws {AppError} `VALIDATION_FAILED` for anything but a host. */
export function readHost(text: string): string {
  const isName = /^[^/\\?#@\s]+$/.test(text);
  const host = hostOfUrl(isName ? `https://${text}` : text);
  if (host === null) throw invalid({ host: ['must be the name of a host, or a URL of it'] });
  return host;
}

function assertPublisher({ id, roles, suspendedReason, mergedIntoId }: Account): void {
  if (!roles.includes('publisher')) throw conflict(`account ${id} is no publisher`);
  if (suspendedReason !== null) throw conflict(`account ${id} is suspended`);
  if (mergedIntoId !== null) throw conflict(`account ${id} was merged into ${mergedIntoId}`);
}

/** A claim does not show a site that an operator has refused, or that its publisher has ended. */
function assertShown({ id, status }: Site): void {
  if (status === 'archived' || (status !== 'pending' && operatorsSiteStatuses.includes(status)))
    throw conflict(`site ${id} of this host is ${status}`);
}

/** The claim and its placements in one step, of a site with few of them. Their ids, which pages may name, stay. */
async function giveAll(ctx: SiteClaimContext, from: Site, to: Site): Promise<void> {
  for (;;) {
    const moved = await ctx.inTransaction(async (session) => {
      await takeClaim(ctx, { unclaimed: from, accountId: to.publisherId, session });
      const placements = await ctx.placements.listOfSite(from.id, pageSize, session);
      for (const placement of placements) await ctx.placements.moveToSite(placement, to, session);
      return placements.length;
    });
    if (moved < pageSize) return;
  }
}

async function takeClaim(
  ctx: SiteClaimContext,
  claim: {
    readonly unclaimed: Site;
    readonly accountId: string;
    readonly session: DatabaseSession;
  },
): Promise<void> {
  const { unclaimed, accountId: to, session } = claim;
  const isTaken =
    (await ctx.sites.changeClaim(unclaimed, { from: null, to }, session)) ||
    (await ctx.sites.changeClaim(unclaimed, { from: to, to }, session));
  if (!isTaken) throw conflict(`${unclaimed.host} is claimed by another account`);
}

const conflict = (message: string) => new AppError('CONFLICT', message);
