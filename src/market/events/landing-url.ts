import { isHttpUrl } from '../../validation';

/** The values of a landing URL's placeholders. @see docs/reference-clients.md §8.7 */
export interface LandingValues {
  readonly cid: string;
  /** The creative. */
  readonly bid: string;
  /** The publisher. */
  readonly pid: string;
  /** The ledger address of the server that offered the creative. */
  readonly aid: string;
  /** The site's host. */
  readonly sid: string;
  /** The placement. */
  readonly zid: string;
  readonly campaign: string;
  readonly device: string;
  /** USD for 1,000 views. */
  readonly price: string;
  /** Unix seconds. */
  readonly timestamp: string;
  /** 8 random digits. */
  readonly cachebuster: string;
}

/** Names in braces, in any case. */
const ownNames: ReadonlyMap<string, keyof LandingValues> = new Map([
  ...(['cid', 'bid', 'pid', 'aid', 'sid', 'zid'] as const).map((name) => [name, name] as const),
  ...(['campaign', 'device', 'price', 'timestamp', 'cachebuster'] as const).map(
    (name) => [name, name] as const,
  ),
  ['creative', 'bid'],
  ['site', 'sid'],
]);

/**
 * Names as the trade writes them, in capitals: brackets and small letters are members of many a query.
 *
 * @see OpenRTB 2.6 §4.4, substitution macros
 */
const tradeNames: ReadonlyMap<string, keyof LandingValues> = new Map([
  ['CACHEBUSTER', 'cachebuster'],
  ['CACHEBUSTING', 'cachebuster'],
  ['TIMESTAMP', 'timestamp'],
  ['CAMPAIGN', 'campaign'],
  ['CREATIVE', 'bid'],
  ['SITE', 'sid'],
  ['DEVICE', 'device'],
  ['PRICE', 'price'],
  ['AUCTION_PRICE', 'price'],
]);

/**
 * `${NAME}`, `%%NAME%%`, `[NAME]`, `{name}`. Campaigns whose URL went through a URL parser have the braces of a path
 * percent-encoded.
 */
const placeholderPattern =
  /\$(?:\{|%7[Bb])([A-Z_]+)(?:\}|%7[Dd])|%%([A-Z_]+)%%|\[([A-Z_]+)\]|(?:\{|%7[Bb])(\w+)(?:\}|%7[Dd])/g;
const casePattern = /(?:\{|%7B)cid(?:\}|%7D)/i;
/** A member `cid` of the query. */
const ownCasePattern = /^[^?#]*\?(?:[^#]*&)?cid(?:[=&#]|$)/i;

/** The value that a placeholder stands for; undefined: the text is no placeholder of ours. */
function valueNamed(groups: readonly (string | undefined)[]): keyof LandingValues | undefined {
  const [inDollars, inPercents, inBrackets, inBraces] = groups;
  return inBraces === undefined
    ? tradeNames.get(inDollars ?? inPercents ?? inBrackets ?? '')
    : ownNames.get(inBraces.toLowerCase());
}

/** Says that a URL names the site's host, which may have to be read from the database. */
export function namesSiteHost(template: string): boolean {
  for (const [, ...groups] of template.matchAll(placeholderPattern))
    if (valueNamed(groups) === 'sid') return true;
  return false;
}

/**
 * Fills in the placeholders, percent-encoded. A URL that has no place for the case gets it as `cid=` at the end of its
 * query, unless the query has a `cid` already: landing pages differ in which of two they take.
 *
 * @returns null when that is not an http(s) URL: nobody is sent there.
 */
export function fillLandingUrl(template: string, values: LandingValues): string | null {
  const filled = template.replace(placeholderPattern, (text, ...groups: (string | undefined)[]) => {
    const name = valueNamed(groups);
    return name === undefined ? text : encodeURIComponent(values[name]);
  });
  const url =
    casePattern.test(template) || ownCasePattern.test(filled)
      ? filled
      : appendToQuery(filled, `cid=${encodeURIComponent(values.cid)}`);
  return isHttpUrl(url) ? new URL(url).href : null;
}

function appendToQuery(url: string, member: string): string {
  const fragmentAt = url.indexOf('#');
  const end = fragmentAt === -1 ? url.length : fragmentAt;
  const base = url.slice(0, end);
  const isQueryOpen = base.endsWith('?') || base.endsWith('&');
  const separator = isQueryOpen ? '' : base.includes('?') ? '&' : '?';
  return `${base}${separator}${member}${url.slice(end)}`;
}
