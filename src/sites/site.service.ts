import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { isKnownMedium } from '../taxonomy/taxonomy';
import type { CreativeFilter, Site } from './site';

export interface CreateSiteParams {
  readonly publisherId: string;
  /** As `hostOfUrl` returns it. */
  readonly host: string;
  readonly medium: string;
  readonly vendor: string | null;
  readonly name?: string;
  readonly categories?: readonly string[];
  readonly filtering?: CreativeFilter;
}

/**
 * The publisher's site of this host, made active when there is none.
 *
 * @throws {AppError} `VALIDATION_FAILED` for an unknown medium and vendor, or others than the known site's.
 */
export async function getOrCreateSite(
  ctx: ServiceContext,
  params: CreateSiteParams,
): Promise<Site> {
  const { medium, vendor } = params;
  if (!isKnownMedium(medium, vendor)) {
    const details = { medium: ['medium and vendor are not known together'] };
    throw new AppError('VALIDATION_FAILED', 'medium and vendor are not known', { details });
  }
  const site = await ctx.sites.findOrCreate({
    id: ctx.randomBytes(16).toString('hex'),
    publisherId: params.publisherId,
    host: params.host,
    name: params.name ?? params.host,
    status: 'active',
    medium,
    vendor,
    categories: params.categories ?? [],
    filtering: params.filtering ?? { requires: {}, excludes: {} },
    onlyDirectDeals: false,
  });
  assertSameMedium(site, medium, vendor);
  return site;
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

/** Host of an http(s) URL without a leading `www.` and without the port; null for any other text. */
export function hostOfUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '');
}
