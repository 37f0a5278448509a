import {
  fillPlaceholders,
  placeholdersIn,
  type PlaceholderValues,
} from '../../demand/campaigns/placeholders';
import { isHttpUrl } from '../../validation';

const casePattern = /(?:\{|%7B)cid(?:\}|%7D)/i;
/** A member `cid` of the query. */
const ownCasePattern = /^[^?#]*\?(?:[^#]*&)?cid(?:[=&#]|$)/i;

/** Says that a URL names the site's host, which may have to be read from the database. */
export const namesSiteHost = (template: string): boolean =>
  placeholdersIn(template).includes('sid');

/**
 * Fills in the placeholders, percent-encoded. A URL that has no place for the case gets it as `cid=` at the end of its
 * query, unless the query has a `cid` already: landing pages differ in which of two they take.
 *
 * @returns null when that is not an http(s) URL: nobody is sent there.
 */
export function fillLandingUrl(
  template: string,
  caseId: string,
  values: PlaceholderValues,
): string | null {
  const filled = fillPlaceholders(template, values, caseId);
  const url =
    casePattern.test(template) || ownCasePattern.test(filled)
      ? filled
      : appendToQuery(filled, `cid=${encodeURIComponent(caseId)}`);
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
