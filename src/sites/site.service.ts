import type { ServiceContext } from '../context';
import { AppError, type ErrorDetails } from '../errors';
import { isKnownMedium } from '../taxonomy/taxonomy';
import { messageFor } from '../validation';
import type { CreativeFilter, Site, SiteStatus } from './site';
import { noFilter } from './site-terms';

const defaultMedium = 'web';

/** What a site has that nobody has said more of. */
export const newSite = {
  primaryLanguage: null,
  onlyAcceptedCreatives: false,
  onlyDirectDeals: false,
  acceptedCreativeIds: [],
  rejectedCreativeIds: [],
} as const;

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
  readonly filtering?: CreativeFilter;
}

/**
 * The publisher's site of this host, made when there is none.
 *
 * @param beforeCreate runs when there is none and nothing is wrong; what it throws leaves nothing made.
 * @throws {AppError} `VALIDATION_FAILED` for an unknown medium and vendor, or others than the known site's.
 */
export async function getOrCreateSite(
  ctx: ServiceContext,
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
  await beforeCreate?.();
  const site = await ctx.sites.insertOrFind({
    id: params.id ?? ctx.randomBytes(16).toString('hex'),
    publisherId,
    host,
    name: params.name ?? host,
    status: params.status ?? (ctx.config.requiresSiteApproval ? 'pending' : 'active'),
    medium: medium ?? defaultMedium,
    vendor,
    categories: params.categories ?? [],
    filtering: params.filtering ?? noFilter,
    ...newSite,
  });
  assertSameMedium(site, medium, vendor);
  return site;
}

/** @throws {AppError} `VALIDATION_FAILED` for a medium and vendor that no new site can have; null: as `CreateSiteParams` says. */
export function assertKnownMedium(
  { taxonomy: { current } }: Pick<ServiceContext, 'taxonomy'>,
  medium: string | null,
  vendor: string | null,
): void {
  const named = medium ?? defaultMedium;
  if (isKnownMedium(current, named, vendor)) return;
  const details: ErrorDetails = isKnownMedium(current, named, null)
    ? { vendor: [`is not known of ${named}`] }
    : { medium: ['is not known'] };
  throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
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
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', `${site.host} is known otherwise`, { details });
}

/** Host of an http(s) URL without a leading `www.` and without the port; null for any other text, and when nothing is left. */
export function hostOfUrl(text: string): string | null {
  if (text !== lastParsed.text) lastParsed = { text, host: parseHost(text) };
  return lastParsed.host;
}

/** The one before: a find asks when it is checked and again when it is answered, and a page asks several times. */
let lastParsed: { readonly text: string; readonly host: string | null } = { text: '', host: null };

function parseHost(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '') || null;
}
