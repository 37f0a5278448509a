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
}

/** Campaigns whose URL went through a URL parser have the braces of a path percent-encoded. */
const placeholderPattern = /(?:\{|%7B)(cid|bid|pid|aid|sid|zid)(?:\}|%7D)/gi;
const casePattern = /(?:\{|%7B)cid(?:\}|%7D)/i;
/** A member `cid` of the query. */
const ownCasePattern = /^[^?#]*\?(?:[^#]*&)?cid(?:[=&#]|$)/i;
const sitePattern = /(?:\{|%7B)sid(?:\}|%7D)/i;

/** Says that a URL names the site's host, which may have to be read from the database. */
export function namesSiteHost(template: string): boolean {
  return sitePattern.test(template);
}

/**
 * Fills in the placeholders, percent-encoded. A URL that has no place for the case gets it as `cid=` at the end of its
 * query, unless the query has a `cid` already: landing pages differ in which of two they take.
 *
 * @returns null when that is not an http(s) URL: nobody is sent there.
 */
export function fillLandingUrl(template: string, values: LandingValues): string | null {
  const byName = new Map<string, string>(Object.entries({ ...values }));
  const filled = template.replace(placeholderPattern, (_text, name: string) =>
    encodeURIComponent(byName.get(name.toLowerCase()) ?? ''),
  );
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
