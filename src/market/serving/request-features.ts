import type { ServingContext } from './serving.context';
import type { WithRequest } from '../../request-facts';
import { readCountry } from '../events/visitor-country';
import type { Targeting } from '../selection/types';
import type { BidRequest, BidRequestImp } from './bid-request';
import { domainsOf, type KnownSite } from './known-supply';
import { readLanguages, parseUserAgent } from './user-agent';
import type { VisitorFacts } from './visitor-facts';

export function factsOf(ctx: ServingContext & WithRequest, { user }: BidRequest): VisitorFacts {
  const { userAgent, headers } = ctx.request;
  return {
    device: parseUserAgent(userAgent),
    languages: readLanguages(single(headers['accept-language'])),
    country: readCountry(ctx),
    hasWallet: user.hasWallet,
  };
}

/**
 * The features of page and visitor, by the taxonomy's `group:option`. An option of which nothing is known is
 * absent: a campaign that requires it does not fit. @see docs/reference-clients.md §8.5
 */
export function featuresOf(
  { device, languages, country, hasWallet }: VisitorFacts,
  { site, domains }: KnownSite,
): Targeting {
  const features = new Map<string, readonly string[]>();
  features.set('site:domain', domains);
  features.set('site:medium', [site.medium]);
  addVisitor(features, { device, languages, country });
  if (site.vendor !== null) features.set('site:vendor', [site.vendor]);
  if (site.categories.length > 0) features.set('site:category', site.categories);
  if (hasWallet) features.set('device:extensions', ['metamask']);
  return features;
}

function addVisitor(
  features: Map<string, readonly string[]>,
  { device, languages, country }: Omit<VisitorFacts, 'hasWallet'>,
): void {
  features.set('device:type', [device.type]);
  features.set('device:os', [device.os]);
  features.set('device:browser', [device.browser]);
  if (languages.length > 0) features.set('user:language', languages);
  if (country !== null) features.set('user:country', [country]);
}

/** The features of a visitor on another server's site; of the site only the host is known, or nothing. */
export function featuresOfVisitor(
  visitor: Omit<VisitorFacts, 'hasWallet'>,
  host: string | null,
): Targeting {
  const features = new Map<string, readonly string[]>();
  if (host !== null) features.set('site:domain', domainsOf(host));
  addVisitor(features, visitor);
  return features;
}

const inFrame: Targeting = new Map([['site:inframe', ['yes']]]);
const inTopFrame: Targeting = new Map([['site:inframe', ['no']]]);

/** The features of one placement of the page. */
export function featuresOfImp({
  isTopFrame,
}: Pick<BidRequestImp, 'isTopFrame'>): Targeting | undefined {
  if (isTopFrame === null) return undefined;
  return isTopFrame ? inTopFrame : inFrame;
}

function single(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
