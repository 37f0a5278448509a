import { AppError, invalid } from '../../errors';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { directAccounts, formatAdsTxtLine } from '../sites/ads-txt';
import { getSite, type OwnedSiteParams } from '../sites/publisher-site.service';
import type { Site } from '../sites/site.resource';
import { readAdsTxt } from '../sites/read-ads-txt';
import type { AdsTxtLook } from './ads-txt-look.store';
import type { SiteClaimContext } from './site-claim.context';
import { claimSite, readHost } from './site-claim.service';
import { hourMs, minuteMs } from '../../time';

/** A look is good for so long, for everybody who asks. */
const lookMs = 5 * minuteMs;
/** Accounts of a file that are kept. */
const mostAccounts = 100;

/** Looks that one account may ask for. */
export const adsTxtLooksPerAccount = {
  name: 'ads-txt-looks',
  most: 20,
  windowMs: hourMs,
} as const;

/**
 * Says that the publisher of a site may claim its host by `ads.txt`.
 * @param claimedById id of the account that has the host; null: none
 */
export function canClaimHost(
  { config }: SiteClaimContext,
  { publisherId }: Site,
  claimedById: string | null,
): boolean {
  return config.looksAtAdsTxt && publisherId !== unclaimedPublisherId && claimedById === null;
}

/**
 * Gives a publisher what finds show by size alone on the host of a site of theirs, once the host itself says so by the
 * publisher's line in its `ads.txt`. Looked at is the host itself, not a domain above it.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's site, `FORBIDDEN` where the server does not look at `ads.txt`,
 * and as `claimHostByAdsTxt` does.
 */
export async function claimSiteByAdsTxt(
  ctx: SiteClaimContext,
  owned: OwnedSiteParams,
): Promise<Site> {
  const { host } = await getSite(ctx, owned);
  if (!ctx.config.looksAtAdsTxt)
    throw new AppError('FORBIDDEN', 'this server looks at no ads.txt: ask its operator');
  return claimHostByAdsTxt(ctx, { host, accountId: owned.publisherId });
}

/**
 * The same for any host, whatever the settings say.
 *
 * @throws {AppError} `VALIDATION_FAILED` where the line is not to be found, `TOO_MANY_REQUESTS` while somebody else's look
 * at the host goes on, and for an account that asks too often; and as `claimSite` does.
 */
export async function claimHostByAdsTxt(
  ctx: SiteClaimContext,
  { host: text, accountId }: { readonly host: string; readonly accountId: string },
): Promise<Site> {
  const host = readHost(text);
  const unclaimed = await ctx.sites.findByHost(unclaimedPublisherId, host);
  const claimedById = unclaimed?.claimedById ?? accountId;
  // The claim itself refuses a host of another account: no look is needed.
  if (claimedById === accountId)
    assertNamed(ctx, { host, accountId }, await lookAt(ctx, { host, accountId }));
  return claimSite(ctx, { host, accountId });
}

function assertNamed(
  ctx: SiteClaimContext,
  { host, accountId }: { readonly host: string; readonly accountId: string },
  { at, problem, accountIds }: AdsTxtLook,
): void {
  if (accountIds.includes(accountId)) return;
  const line = formatAdsTxtLine(domainOf(ctx), accountId);
  const why = problem ?? `it has no line \u201c${line}\u201d`;
  const again = new Date(at.getTime() + lookMs).toISOString();
  throw invalid({
    siteId: [
      `https://${host}/ads.txt does not say that it is yours: ${why}; looked at ${at.toISOString()}, and again from ${again} on`,
    ],
  });
}

/** One look answers all who ask within some minutes: nobody keeps another from an answer. */
async function lookAt(
  ctx: SiteClaimContext,
  { host, accountId }: { readonly host: string; readonly accountId: string },
): Promise<AdsTxtLook> {
  const retryAfterSeconds = await ctx.adsTxtLimiter.take(accountId);
  if (retryAfterSeconds > 0) throw tooMany('too many looks at ads.txt', retryAfterSeconds);
  return ctx.adsTxtTurns.take(accountId, async () => {
    const at = ctx.now();
    const known = await ctx.adsTxtLooks.begin(host, at, new Date(at.getTime() - lookMs));
    if (known?.isDone === true) return known;
    if (known !== null) throw tooMany('the ads.txt of this host is being looked at', 10);
    const { text, problem } = await readAdsTxt(ctx, host);
    const accountIds = directAccounts(text ?? '', domainOf(ctx)).slice(0, mostAccounts);
    await ctx.adsTxtLooks.finish(host, { at, problem, accountIds });
    ctx.log.info({ host, accountId, problem }, 'the ads.txt of a host was looked at');
    return { at, isDone: true, problem, accountIds };
  });
}

const domainOf = ({ publicUrl }: SiteClaimContext): string => new URL(publicUrl).hostname;

const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
