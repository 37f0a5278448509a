import type { SiteContext } from './site.context';
import { assertNoProblems, type ErrorDetails, invalid } from '../../errors';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { createId } from '../../id';
import { longestDomain } from '../../demand/refused-domains/refused-domain';
import { problemOfRefusal } from '../../demand/refused-domains/refused-domain.service';
import { findMedium, isKnownMedium } from '../../demand/taxonomy/taxonomy';
import { absentMembersOfNew } from '../../platform/resources/resource';
import { type Site, siteResource, type SiteStatus } from './site.resource';

/** Members of a site of which only the host is known. */
const newSite = absentMembersOfNew(siteResource);

export interface CreateSiteParams {
  /** 32 lower-case hex; a random one by default. Not used when the site is there. */
  readonly id?: string;
  readonly publisherId: string;
  /** As `hostOfUrl` returns it. */
  readonly host: string;
  /** null: the known site's, else "web". */
  readonly medium: string | null;
  /** null: the known site's, else none. */
  readonly vendor: string | null;
  readonly name?: string;
  /** Default: active, or pending where the operator approves sites. */
  readonly status?: SiteStatus;
  readonly categories?: readonly string[];
  /** When a find needs it; absent: it is not a find that does. */
  readonly foundAt?: Date;
}

/**
 * The publisher's site of this host, made when there is none.
 *
 * @param beforeCreate runs when there is none and nothing is wrong; what it throws leaves nothing made.
 * @throws {AppError} `VALIDATION_FAILED` for an unknown medium and vendor, or others than the known site's.
 */
export async function getOrCreateSite(
  ctx: SiteContext,
  params: CreateSiteParams,
  beforeCreate?: () => Promise<void>,
): Promise<Site> {
  const { publisherId, host, medium, vendor } = params;
  const known = await ctx.sites.findByHost(publisherId, host);
  if (known) {
    assertSameMedium(known, medium, vendor);
    return known;
  }
  assertKnownMedium(ctx, medium, vendor);
  assertNotRefused(ctx, host);
  await assertFewSites(ctx, publisherId);
  await beforeCreate?.();
  const made = {
    ...newSite,
    id: params.id ?? createId(ctx),
    publisherId,
    host,
    name: params.name ?? nameOfHost(ctx, params),
    status: params.status ?? (ctx.config.requiresSiteApproval ? 'pending' : 'active'),
    medium: medium ?? newSite.medium,
    vendor,
    categories: params.categories ?? newSite.categories,
  };
  const site = await ctx.sites.insertOrFind(made, params.foundAt);
  assertSameMedium(site, medium, vendor);
  return site;
}

/** How vendors number their scenes; an n before a digit stands for minus. */
const sceneHost = /^scene-(n?\d+(?:-n?\d+)?)\./i;

/** `Decentraland (3, -7)` for a scene of a vendor; else the host. */
function nameOfHost(
  { taxonomy: { current } }: SiteContext,
  { host, medium, vendor }: Pick<Site, 'host' | 'vendor'> & { readonly medium: string | null },
): string {
  if (vendor === null) return host;
  const place = sceneHost.exec(host)?.[1];
  const label = findMedium(current, medium ?? newSite.medium, vendor)?.label;
  if (place === undefined || label === undefined) return host;
  const numbers = place.split('-').map((text) => Number(text.replace(/^n/i, '-')));
  return `${label} (${numbers.join(', ')})`;
}

/** @throws {AppError} `VALIDATION_FAILED` for a host that the operator refuses. */
export function assertNotRefused(
  { refusedDomains }: Pick<SiteContext, 'refusedDomains'>,
  host: string,
): void {
  const refusal = refusedDomains.findSite(host);
  if (refusal) throw invalid({ url: [problemOfRefusal(refusal)] });
}

/**
 * @param made sites that are there already, and must be among those that the publisher may have
 * @throws {AppError} `VALIDATION_FAILED` for a publisher who has as many sites as an account, or nobody, may have.
 */
export async function assertFewSites(
  ctx: SiteContext,
  publisherId: string,
  made = 0,
): Promise<void> {
  const { sites, unclaimedSites } = ctx.config.caps;
  const isUnclaimed = publisherId === unclaimedPublisherId;
  const most = isUnclaimed ? unclaimedSites : sites;
  if ((await ctx.sites.count(publisherId, most + made)) < most + made) return;
  const problem = isUnclaimed
    ? `is unclaimed, and there are ${most} unclaimed sites already: name the publisher`
    : `is one site too many: an account has at most ${most}`;
  throw invalid({ url: [problem] });
}

/** @throws {AppError} `VALIDATION_FAILED` for a medium and vendor that no new site can have; null: as `CreateSiteParams` says. */
export function assertKnownMedium(
  { taxonomy: { current } }: Pick<SiteContext, 'taxonomy'>,
  medium: string | null,
  vendor: string | null,
): void {
  const named = medium ?? newSite.medium;
  if (isKnownMedium(current, named, vendor)) return;
  const details: ErrorDetails = isKnownMedium(current, named, null)
    ? { vendor: [`is not known of ${named}`] }
    : { medium: ['is not known'] };
  throw invalid(details);
}

/** @throws {AppError} `VALIDATION_FAILED` when a request names another medium or vendor than the site's. */
export function assertSameMedium(
  site: Pick<Site, 'medium' | 'vendor' | 'host'>,
  medium: string | null,
  vendor: string | null,
): void {
  const details: Record<string, readonly string[]> = {};
  if (medium !== null && medium !== site.medium)
    details.medium = [`must be ${site.medium}, as known of the site`];
  if (vendor !== null && vendor !== site.vendor)
    details.vendor = [`must be ${site.vendor ?? 'absent'}, as known of the site`];
  assertNoProblems(details);
}

/**
 * Host of an http(s) URL without a leading `www.` and without the port; null for any other text, when nothing is left, and for
 * more than 253 characters.
 */
export function hostOfUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  return host.length <= longestDomain ? host || null : null;
}
