import { createHash } from 'node:crypto';
import { parsePayoutAddress } from '../accounts/payout-address';
import { isUuid, toId } from '../id';
import { maxPlacementSize } from '../placements/placement';
import { hostOfUrl } from '../sites/site.service';
import { isKnownMedium, type Taxonomy } from '../taxonomy/taxonomy';
import { type InputCheck, isRecord } from '../validation';

/** Where the creative would be shown, as the page says; an empty optional text is as good as none. */
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
  /** Any URL that a browser sends; more than the transport's limit for a whole request never comes so far. */
  urlLength: 8_192,
  textLength: 255,
  listLength: 32,
  size: maxPlacementSize,
} as const;

type Report = (path: string, problem: string) => void;

/**
 * Everything that is wrong with a bid request, of which nothing is known beforehand, all at once; null when nothing
 * is. By hand rather than by a schema library: it runs before every find.
 */
export const findBidRequestProblems: InputCheck = (value, { taxonomy }) => {
  let details: Record<string, string[]> | null = null;
  const report: Report = (path, problem) => {
    details ??= Object.create(null) as Record<string, string[]>;
    (details[path] ??= []).push(problem);
  };
  if (!isRecord(value)) return { '': ['must be an object'] };
  checkText(value.id, 'id', bidRequestLimits.idLength, report, true);
  checkSite(value.site, taxonomy.current, report);
  checkUser(value.user, report);
  checkImps(value.imps, report);
  return details;
};

/** 32 hex digits for any request id: a UUID is itself, other text is hashed. */
export function requestIdOf(id: string): string {
  return isUuid(id) ? toId(id) : createHash('sha256').update(id).digest('hex').slice(0, 32);
}

/**
 * A publisher's name in the one form that is compared and stored: an account id of 32 lower-case hex digits, or a
 * payout address. null: it can be no publisher's.
 */
export function publisherNameOf(text: string): string | null {
  return isUuid(text) ? toId(text) : parsePayoutAddress(text);
}

function checkSite(site: unknown, taxonomy: Taxonomy, report: Report): void {
  if (site !== undefined && site !== null && !isRecord(site)) {
    report('site', 'must be an object');
    return;
  }
  if (!site) {
    report('site', 'is required');
    return;
  }
  const { url, medium, vendor, publisher } = site;
  if (checkText(url, 'site.url', bidRequestLimits.urlLength, report, true) && !isSiteUrl(url))
    report('site.url', 'must be an http(s) URL');
  checkMedium(taxonomy, medium, vendor, report);
  if (
    checkText(publisher, 'site.publisher', bidRequestLimits.textLength, report) &&
    publisherNameOf(publisher) === null
  )
    report('site.publisher', 'must be an account id, an account address or <network>:<address>');
}

/** A vendor alone is one of the known site's medium: only looking the site up tells whether it is known. */
function checkMedium(taxonomy: Taxonomy, medium: unknown, vendor: unknown, report: Report): void {
  const { textLength } = bidRequestLimits;
  const hasVendor = checkText(vendor, 'site.vendor', textLength, report);
  if (!checkText(medium, 'site.medium', textLength, report)) return;
  if (!isKnownMedium(taxonomy, medium, null)) report('site.medium', 'is not known');
  else if (hasVendor && !isKnownMedium(taxonomy, medium, vendor))
    report('site.vendor', `is not known of ${medium}`);
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
    if (typeof imp.placementId !== 'string' || !isUuid(imp.placementId))
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

/** Whether a text is there to be looked at; of an optional one, the empty text is as good as none. */
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
  else if (value.length > maxLength || (isRequired && value === ''))
    report(path, `must have ${isRequired ? '1 to' : 'at most'} ${maxLength} characters`);
  else return value !== '';
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
    checkText(item, `${path}.${at}`, bidRequestLimits.textLength, report, true);
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
  return hostOfUrl(text) !== null;
}
