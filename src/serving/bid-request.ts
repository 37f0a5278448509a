import { createHash } from 'node:crypto';
import type { ErrorDetails } from '../errors';

/** Where the creative would be shown, as the page says. */
export interface BidRequestSite {
  /** http(s) URL; its host is the site. */
  readonly url: string;
  readonly medium?: string | null;
  readonly vendor?: string | null;
  /** Account id, account address or `<network>:<address>`. */
  readonly publisher?: string | null;
}

export interface BidRequestUser {
  readonly id?: string | null;
  readonly hasWallet?: boolean | null;
}

/** One opportunity: a known placement, or a box that becomes one. @see OpenRTB 2.6 §3.2.4 */
export interface BidRequestImp {
  readonly id: string;
  readonly placementId?: string | null;
  readonly name?: string | null;
  /** Pixels. */
  readonly width?: number | null;
  readonly height?: number | null;
  readonly depth?: number | null;
  readonly types?: readonly string[] | null;
  readonly mimes?: readonly string[] | null;
  readonly isTopFrame?: boolean | null;
}

/** @see OpenRTB 2.6 §3.2.1 */
export interface BidRequest {
  /** Unique per page impression; a UUID by convention. */
  readonly id: string;
  readonly site: BidRequestSite;
  readonly user?: BidRequestUser | null;
  readonly imps: readonly BidRequestImp[];
}

export const bidRequestLimits = {
  imps: 64,
  idLength: 255,
  urlLength: 2_048,
  textLength: 255,
  listLength: 32,
  size: 16_384,
} as const;

/** 32 hex digits, with or without the dashes of a UUID, in any case. */
const uuid = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

type Report = (path: string, problem: string) => void;

/**
 * Everything that is wrong with a bid request, of which nothing is known beforehand, all at once; null when nothing
 * is. By hand rather than by a schema library: it runs before every find.
 */
export function findBidRequestProblems(value: unknown): ErrorDetails | null {
  let details: Record<string, string[]> | null = null;
  const report: Report = (path, problem) => {
    details ??= Object.create(null) as Record<string, string[]>;
    (details[path] ??= []).push(problem);
  };
  if (!isRecord(value)) return { '': ['must be an object'] };
  checkText(value.id, 'id', bidRequestLimits.idLength, report, true);
  checkSite(value.site, report);
  checkUser(value.user, report);
  checkImps(value.imps, report);
  return details;
}

/** Whether a text is an id of ours in any of the forms that are taken. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** 32 lower-case hex digits. */
export function toId(text: string): string {
  return text.length === 32 ? text.toLowerCase() : text.replaceAll('-', '').toLowerCase();
}

/** 32 hex digits for any request id: a UUID is itself, other text is hashed. */
export function requestIdOf(id: string): string {
  return isUuid(id) ? toId(id) : createHash('sha256').update(id).digest('hex').slice(0, 32);
}

function checkSite(site: unknown, report: Report): void {
  if (site !== undefined && site !== null && !isRecord(site)) {
    report('site', 'must be an object');
    return;
  }
  if (!site) {
    report('site', 'is required');
    return;
  }
  const { url } = site;
  if (checkText(url, 'site.url', bidRequestLimits.urlLength, report, true) && !isSiteUrl(url))
    report('site.url', 'must be an http(s) URL');
  checkText(site.medium, 'site.medium', bidRequestLimits.textLength, report);
  checkText(site.vendor, 'site.vendor', bidRequestLimits.textLength, report);
  checkText(site.publisher, 'site.publisher', bidRequestLimits.textLength, report);
}

function checkUser(user: unknown, report: Report): void {
  if (user === undefined || user === null) return;
  if (!isRecord(user)) {
    report('user', 'must be an object');
    return;
  }
  checkText(user.id, 'user.id', bidRequestLimits.idLength, report);
  checkBoolean(user.hasWallet, 'user.hasWallet', report);
}

function checkImps(imps: unknown, report: Report): void {
  if (imps === undefined || imps === null) report('imps', 'is required');
  else if (!Array.isArray(imps)) report('imps', 'must be a list');
  else if (imps.length < 1 || imps.length > bidRequestLimits.imps)
    report('imps', `must have 1 to ${bidRequestLimits.imps} entries, not ${imps.length}`);
  if (!Array.isArray(imps)) return;
  const checked = Math.min(imps.length, bidRequestLimits.imps);
  for (let at = 0; at < checked; at += 1) checkImp(imps[at], `imps.${at}`, report);
}

function checkImp(imp: unknown, path: string, report: Report): void {
  if (!isRecord(imp)) {
    report(path, 'must be an object');
    return;
  }
  checkText(imp.id, `${path}.id`, bidRequestLimits.idLength, report, true);
  if (imp.placementId !== undefined && imp.placementId !== null) {
    if (typeof imp.placementId !== 'string' || !uuid.test(imp.placementId))
      report(`${path}.placementId`, 'must be 32 hex digits');
  } else {
    checkSize(imp.width, `${path}.width`, 1, report, true);
    checkSize(imp.height, `${path}.height`, 1, report, true);
  }
  checkSize(imp.depth, `${path}.depth`, 0, report);
  checkText(imp.name, `${path}.name`, bidRequestLimits.textLength, report);
  checkTexts(imp.types, `${path}.types`, report);
  checkTexts(imp.mimes, `${path}.mimes`, report);
  checkBoolean(imp.isTopFrame, `${path}.isTopFrame`, report);
}

function checkText(
  value: unknown,
  path: string,
  maxLength: number,
  report: Report,
  isRequired = false,
): value is string {
  if (value === undefined || value === null) {
    if (isRequired) report(path, 'is required');
  } else if (typeof value !== 'string') report(path, 'must be a string');
  else if (value.length === 0 || value.length > maxLength)
    report(path, `must have 1 to ${maxLength} characters`);
  else return true;
  return false;
}

function checkTexts(value: unknown, path: string, report: Report): void {
  if (value === undefined || value === null) return;
  const most = bidRequestLimits.listLength;
  if (!Array.isArray(value) || value.length < 1 || value.length > most) {
    report(path, `must be a list of 1 to ${most} strings`);
    return;
  }
  value.forEach((item: unknown, at) => {
    if (item === null) report(`${path}.${at}`, 'must be a string');
    else checkText(item, `${path}.${at}`, bidRequestLimits.textLength, report);
  });
}

function checkSize(
  value: unknown,
  path: string,
  least: number,
  report: Report,
  isRequired = false,
): void {
  if (value === undefined || value === null) {
    if (isRequired) report(path, 'is required without placementId');
  } else if (
    !Number.isInteger(value) ||
    Number(value) < least ||
    Number(value) > bidRequestLimits.size
  )
    report(path, `must be a whole number from ${least} to ${bidRequestLimits.size}`);
}

function checkBoolean(value: unknown, path: string, report: Report): void {
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    report(path, 'must be true or false');
}

function isSiteUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.hostname !== '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
