import type { RequestContext } from '../context';
import type { Targeting } from '../selection/types';
import type { BidRequest } from './bid-request';
import type { KnownSite } from './supply-directory';
import { readLanguages, readUserAgent } from './user-agent';

/**
 * What is known of page and visitor, by the taxonomy's `group:option`. An option of which nothing is known is
 * absent: a campaign that requires it does not fit. @see reference facts 8.5
 */
export function featuresOf(
  ctx: RequestContext,
  request: BidRequest,
  known: KnownSite,
  isTopFrame: boolean | null,
): Targeting {
  const { userAgent, headers } = ctx.request;
  const { site, domains } = known;
  const device = readUserAgent(userAgent);
  const features = new Map<string, readonly string[]>([
    ['site:domain', domains],
    ['site:medium', [site.medium]],
    ['device:type', [device.type]],
    ['device:os', [device.os]],
    ['device:browser', [device.browser]],
  ]);
  if (site.vendor !== null) features.set('site:vendor', [site.vendor]);
  if (isTopFrame !== null) features.set('site:inframe', [isTopFrame ? 'no' : 'yes']);
  if (site.categories.length > 0) features.set('site:category', site.categories);
  if (request.user?.hasWallet === true) features.set('device:extensions', ['metamask']);
  const languages = readLanguages(single(headers['accept-language']));
  if (languages.length > 0) features.set('user:language', languages);
  const country = countryOf(ctx);
  if (country !== null) features.set('user:country', [country]);
  return features;
}

/** The country that the operator's proxy tells in the header of its choice, ISO 3166 alpha-2. */
function countryOf({ config, request }: RequestContext): string | null {
  if (config.countryHeader === null) return null;
  const country = single(request.headers[config.countryHeader]);
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toLowerCase() : null;
}

function single(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
