import { randomUUID } from 'node:crypto';
import { isRecord } from './members';
import type { Route } from './route';

interface BidsData {
  readonly response: {
    readonly bids: readonly { readonly impId: string }[];
  };
}

/** `POST /find`: the earlier shape of a find, list in and list out. @see spec "Ad lifecycle", contract 6 */
export const findRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/find',
    operation: `mutation FindCreativesEarlier($bidRequest: BidRequestInput!) {
      response: requestBids(bidRequest: $bidRequest) {
        bids {
          impId
          id: creativeId publisher_id: publisherId zone_id: placementId pay_from: demandServer
          type size: scope serve_url: serveUrl creative_sha1: hash click_url: clickUrl
          view_url: impressionUrl rpm
        }
      }
    }`,
    variables: ({ body }) => ({ bidRequest: toBidRequest(body) }),
    nameOf: nameOfMember,
    crossOrigin: 'any',
    body: ({ response }: BidsData) => response.bids.map(({ impId, ...bid }) => bid),
  },
];

/** One request for the whole list: all of its entries are of one page, and the first tells of it. */
function toBidRequest(body: unknown): unknown {
  if (!Array.isArray(body)) return { id: 'none', site: { url: 'http://none' }, imps: body };
  const [first] = body as unknown[];
  const context = isRecord(first) ? first.context : undefined;
  const { iid, url, publisher, medium, vendor, uid, ...rest } = isRecord(context) ? context : {};
  return {
    id: iid ?? randomUUID(),
    site: isRecord(context) ? { url, publisher, medium, vendor } : context,
    user: { id: uid, hasWallet: rest.walletmask ?? rest.metamask },
    imps: body.map((entry, at) => toImp(entry, at)),
  };
}

function toImp(entry: unknown, at: number): unknown {
  if (!isRecord(entry)) return entry;
  const { zone_id: placementId, format } = entry;
  // Without an id there is no box to fall back on: an absent one is refused as an empty text is.
  return { id: String(at), placementId: placementId ?? '', ...toFormats(format) };
}

/** A format is a creative type, a MIME type, or a list of them. */
function toFormats(format: unknown): Readonly<Record<string, unknown>> {
  if (format === undefined || format === null) return {};
  const formats: unknown = typeof format === 'string' ? [format] : format;
  if (!Array.isArray(formats)) return { types: formats };
  const isMime = (item: unknown) => typeof item === 'string' && item.includes('/');
  const mimes = formats.filter(isMime);
  const types = formats.filter((item) => !isMime(item));
  return {
    ...((types.length > 0 || mimes.length === 0) && { types }),
    ...(mimes.length > 0 && { mimes }),
  };
}

const names: Readonly<Record<string, string>> = {
  id: '0.context.iid',
  site: '0.context',
  'site.url': '0.context.url',
  'site.publisher': '0.context.publisher',
  'site.medium': '0.context.medium',
  'site.vendor': '0.context.vendor',
  'user.id': '0.context.uid',
  'user.hasWallet': '0.context.walletmask',
};

function nameOfMember(path: string): string {
  const member = path.replace(/^bidRequest\.?/, '');
  return (
    names[member] ??
    member
      .replace(/^imps\.?/, '')
      .replace(/placementId$/, 'zone_id')
      .replace(/(types|mimes)(\.\d+)?$/, 'format')
  );
}
