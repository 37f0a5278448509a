import { parsePayoutAddress } from '../../identity/accounts/payout-address';
import { isUuid, toId, uuidPattern } from '../../id';
import type { JsonSchema } from '../../json-schema';
import { maxPlacementSize, type Placement } from '../../supply/placements/placement.resource';
import { defaultPlacementName } from '../../supply/placements/placement.service';
import { hostOfUrl } from '../../supply/sites/site.service';
import { type Consent, consentOf } from '../../supply/visitors/consent';
import { maxRequestIdLength } from '../../supply/visitors/request-id';
import { isKnownMedium, type Taxonomy } from '../../demand/taxonomy/taxonomy';
import type { WithTaxonomy } from '../../demand/taxonomy/taxonomy.context';
import { isRecord } from '../../record';
import { accepting, httpUrlPattern, type Parse, Problems } from '../../validation';
import {
  pixelsSchema,
  readBoolean,
  readOptionalObject,
  readOptionalText,
  readPixels,
  readText,
  readTexts,
  type Report,
  readUtcOffset,
  textsSchema,
  utcOffsetSchema,
} from './bid-request-members';

/** The members of its site that a page names, in the forms that are compared; null: not named. */
export interface BidRequestSite {
  /** As `hostOfUrl` returns it. */
  readonly host: string;
  /** Account id or payout address, as `publisherNameOf` returns it. */
  readonly publisher: string | null;
  readonly medium: string | null;
  readonly vendor: string | null;
}

export interface BidRequestUser {
  /** The page's own id of the visitor. */
  readonly id: string | null;
  readonly hasWallet: boolean;
  /** Minutes that the visitor's clock is ahead of UTC; null: not told. @see OpenRTB 2.6 §3.2.19 `utcoffset` */
  readonly utcOffset: number | null;
  /** By the word of the page and its consent manager. */
  readonly consent: Consent;
}

/** A box that becomes a placement of the site on first sight. Pixels. */
export type BidRequestBox = Pick<Placement, 'width' | 'height' | 'depth' | 'name'>;

/** One opportunity to show a creative. @see OpenRTB 2.6 §3.2.4 */
export interface BidRequestImp {
  readonly id: string;
  /** A placement's id, 32 lower-case hex, or a box; null for a box that is larger than any placement. */
  readonly placement: string | BidRequestBox | null;
  readonly types: readonly string[] | undefined;
  readonly mimes: readonly string[] | undefined;
  /** null: not said. */
  readonly isTopFrame: boolean | null;
}

/** A page's request for creatives. @see OpenRTB 2.6 §3.2.1 */
export interface BidRequest {
  /** Unique per page impression; a UUID by convention. */
  readonly id: string;
  readonly site: BidRequestSite;
  readonly user: BidRequestUser;
  readonly imps: readonly BidRequestImp[];
  /** Test mode: nothing of it is counted, and nothing paid. @see OpenRTB 2.6 §3.2.1 `test` */
  readonly isTest: boolean;
  /** Our own tag shows the answer: it takes every MIME type. */
  readonly isFromTag: boolean;
}

export const bidRequestLimits = {
  imps: 64,
  idLength: maxRequestIdLength,
  /** Any URL that a browser sends. The limit of a whole request bounds its length. */
  urlLength: 8_192,
  textLength: 255,
  listLength: 32,
  size: maxPlacementSize,
} as const;

/** The JSON that it takes: texts of optional members may be empty, pixels may be decimal texts. */
function bidRequestSchema(): JsonSchema {
  const { imps, idLength, urlLength, textLength } = bidRequestLimits;
  const named = { type: 'string', minLength: 1, maxLength: idLength } as const;
  const text = { type: ['string', 'null'], maxLength: textLength } as const;
  const flag = { type: ['boolean', 'null'] } as const;
  // A find does not fail for what a consent manager says: a word of another form is a refusal.
  const said = { type: ['boolean', 'number', 'string', 'array', 'object', 'null'] } as const;
  const url = {
    type: 'string',
    format: 'uri',
    pattern: httpUrlPattern,
    maxLength: urlLength,
  } as const;
  const site = { url, medium: text, vendor: text, publisher: text };
  const imp = {
    id: named,
    placementId: { type: ['string', 'null'], pattern: `${uuidPattern}|^$` },
    name: text,
    width: pixelsSchema(1),
    height: pixelsSchema(1),
    depth: pixelsSchema(0),
    types: textsSchema(1),
    mimes: textsSchema(0),
    isTopFrame: flag,
  } as const;
  return objectOf({
    id: named,
    site: objectOf(site),
    user: objectOf({
      ...{ id: { ...text, maxLength: idLength }, hasWallet: flag, utcOffset: utcOffsetSchema },
      ...{ consent: said, agrees: said },
    }),
    regs: { ...objectOf({ gdpr: said, gpp: said, gpc: said }), ...said },
    imps: { type: 'array', minItems: 1, maxItems: imps, items: objectOf(imp) },
    isTest: flag,
    isFromTag: flag,
  });
}

const objectOf = (properties: NonNullable<JsonSchema['properties']>): JsonSchema => ({
  type: 'object',
  properties,
});

/**
 * Reads a bid request, of which nothing is known beforehand: all that is wrong with it, or what it asks for. By hand
 * rather than by a schema library: it runs before every find.
 */
export const parseBidRequest: Parse<BidRequest, WithTaxonomy> = accepting((raw, { taxonomy }) => {
  if (!isRecord(raw)) return new Problems({ '': ['must be an object'] });
  const details: Record<string, string[]> = {};
  const report: Report = (path, problem) => {
    (details[path] ??= []).push(problem);
  };
  const request = {
    id: readText(report, 'id', raw.id, bidRequestLimits.idLength),
    site: readSite(raw.site, taxonomy.current, report),
    user: readUser(raw, report),
    imps: readImps(raw.imps, report),
    isTest: readBoolean(report, 'isTest', raw.isTest) ?? false,
    isFromTag: readBoolean(report, 'isFromTag', raw.isFromTag) ?? false,
  };
  return Object.keys(details).length > 0 ? new Problems(details) : request;
}, bidRequestSchema);

/**
 * A publisher's name in the one form that is compared and stored: an account id of 32 lower-case hex digits, or a
 * payout address. null: it can be no publisher's.
 */
function publisherNameOf(text: string): string | null {
  return isUuid(text) ? toId(text) : parsePayoutAddress(text);
}

const noSite: BidRequestSite = { host: '', publisher: null, medium: null, vendor: null };

function readSite(site: unknown, taxonomy: Taxonomy, report: Report): BidRequestSite {
  if (!isRecord(site)) {
    report('site', site == null ? 'is required' : 'must be an object');
    return noSite;
  }
  const url = readText(report, 'site.url', site.url, bidRequestLimits.urlLength);
  const host = /^https?:\/\//i.test(url) ? hostOfUrl(url) : null;
  if (url !== '' && host === null)
    report('site.url', 'must be an http(s) URL, its host of at most 253 characters');
  const { textLength } = bidRequestLimits;
  const vendor = readOptionalText(report, 'site.vendor', site.vendor, textLength);
  const medium = readOptionalText(report, 'site.medium', site.medium, textLength);
  // A vendor without a medium is one of the known site's medium: only the site can tell whether it exists.
  if (medium !== null && !isKnownMedium(taxonomy, medium, null))
    report('site.medium', 'is not known');
  else if (medium !== null && vendor !== null && !isKnownMedium(taxonomy, medium, vendor))
    report('site.vendor', `is not known of ${medium}`);
  const named = readOptionalText(report, 'site.publisher', site.publisher, textLength);
  const publisher = named === null ? null : publisherNameOf(named);
  if (named !== null && publisher === null)
    report('site.publisher', 'must be an account id, an account address or <network>:<address>');
  return { host: host ?? '', publisher, medium, vendor };
}

function readUser(
  { user: givenUser, regs: givenRegs }: Readonly<Record<string, unknown>>,
  report: Report,
): BidRequestUser {
  const user = readOptionalObject(report, 'user', givenUser);
  const { gdpr, gpp, gpc } = readOptionalObject(report, 'regs', givenRegs);
  return {
    id: readOptionalText(report, 'user.id', user.id, bidRequestLimits.idLength),
    hasWallet: readBoolean(report, 'user.hasWallet', user.hasWallet) ?? false,
    utcOffset: readUtcOffset(report, 'user.utcOffset', user.utcOffset),
    consent: consentOf({ given: user.agrees, tcf: user.consent, gdpr, gpp, gpc }),
  };
}

function readImps(imps: unknown, report: Report): readonly BidRequestImp[] {
  if (!Array.isArray(imps)) {
    report('imps', imps == null ? 'is required' : 'must be a list');
    return [];
  }
  if (imps.length < 1 || imps.length > bidRequestLimits.imps)
    report('imps', `must have 1 to ${bidRequestLimits.imps} entries, not ${imps.length}`);
  const read: BidRequestImp[] = [];
  const most = Math.min(imps.length, bidRequestLimits.imps);
  for (let at = 0; at < most; at += 1) read.push(readImp(imps[at], `imps.${at}`, report));
  return read;
}

const noImp: BidRequestImp = {
  id: '',
  placement: null,
  types: undefined,
  mimes: undefined,
  isTopFrame: null,
};

function readImp(imp: unknown, path: string, report: Report): BidRequestImp {
  if (!isRecord(imp)) {
    report(path, 'must be an object');
    return noImp;
  }
  return {
    id: readText(report, `${path}.id`, imp.id, bidRequestLimits.idLength),
    placement: readPlacement(imp, path, report),
    types: readTexts(report, `${path}.types`, imp.types),
    mimes: isEmptyList(imp.mimes) ? undefined : readTexts(report, `${path}.mimes`, imp.mimes),
    isTopFrame: readBoolean(report, `${path}.isTopFrame`, imp.isTopFrame),
  };
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function readPlacement(
  imp: Readonly<Record<string, unknown>>,
  path: string,
  report: Report,
): BidRequestImp['placement'] {
  const { placementId: id } = imp;
  // The placement has its size: what else is said of a size does not count.
  if (id !== undefined && id !== null && id !== '') {
    if (typeof id === 'string' && isUuid(id)) return toId(id);
    report(`${path}.placementId`, 'must be 32 hex digits');
    return null;
  }
  const width = readPixels(report, `${path}.width`, imp.width, 1);
  const height = readPixels(report, `${path}.height`, imp.height, 1);
  const depth = readPixels(report, `${path}.depth`, imp.depth, 0) ?? 0;
  const name = readOptionalText(report, `${path}.name`, imp.name, bidRequestLimits.textLength);
  for (const member of ['width', 'height'] as const)
    if (imp[member] == null) report(`${path}.${member}`, 'is required without placementId');
  if (width === null || height === null) return null;
  if (Math.max(width, height, depth) > bidRequestLimits.size) return null;
  return { width, height, depth, name: name ?? defaultPlacementName };
}
