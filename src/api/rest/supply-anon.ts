import { isRecord } from '../../record';
import { type Members, membersOf } from './members';
import type { RestRequest, Route } from './route';

interface BidsData {
  readonly response: {
    readonly bids: readonly {
      readonly request_id: string;
      readonly zone_id: string;
    }[];
  };
}

/**
 * The one-shot find of the reference, by which scenes ask for one box. The members of an answer are those of its earliest
 * find.
 */
const anon = {
  path: '/supply/anon',
  operation: `mutation FindCreativeOfScene($bidRequest: BidRequestInput!) {
    response: requestBids(bidRequest: $bidRequest) {
      bids {
        id: creativeId publisher_id: publisherId zone_id: placementId pay_from: demandServer
        pay_to: supplyServer type size: scope serve_url: serveUrl creative_sha1: hash
        click_url: clickUrl view_url: impressionUrl rpm request_id: impId
      }
    }
  }`,
  variables: (request) => ({ bidRequest: toBidRequest(membersOfRequest(request)) }),
  nameOf: (path) => names[path.replace(/^bidRequest\.?/, '')] ?? path,
  requires: ['pay_to', 'width', 'height'],
  takes: { pay_to: { type: 'string', minLength: 1 } },
  crossOrigin: 'any',
  // Each find is an offer of its own.
  headers: () => ({ 'Cache-Control': 'private, no-store' }),
  body: ({ response: { bids } }: BidsData) => ({
    banners: bids.map((bid) => ({ ...bid, info_box: false })),
    zones: bids.map(({ zone_id: id, request_id }) => ({ id, request_id })),
    success: true,
  }),
} as const satisfies Partial<Route>;

/** `/supply/anon`. @see docs/reference-clients.md §8.8 */
export const anonRoutes: readonly Route[] = [
  { ...anon, method: 'get', refusesHead: true },
  { ...anon, method: 'post', takesForms: true },
];

/** Names that the request has for members of the bid request. */
const names: Readonly<Record<string, string>> = {
  id: 'view_id',
  'imps.0.name': 'zone_name',
  'imps.0.width': 'width',
  'imps.0.height': 'height',
  'imps.0.depth': 'depth',
  'imps.0.types': 'type',
  'imps.0.mimes': 'mime_type',
  site: 'context.site',
  'site.url': 'context.site.url',
  'site.publisher': 'pay_to',
  'site.medium': 'medium',
  'site.vendor': 'vendor',
  'user.id': 'context.user.account',
};

/** A form, and a query, spell lists and objects with brackets: `type[]`, `context[site][url]`. */
function membersOfRequest({ method, query, body }: RestRequest): Members {
  const given: Members = method === 'POST' ? membersOf(body) : query;
  const member = (name: string) => given[`${name}[]`] ?? given[name];
  const { context } = given;
  return {
    ...given,
    type: toList(member('type')),
    mime_type: toList(member('mime_type')),
    context: isRecord(context)
      ? context
      : {
          site: { url: given['context[site][url]'] },
          user: { account: given['context[user][account]'] },
        },
  };
}

function toList(value: unknown): unknown {
  const values: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.map((item: unknown) => (typeof item === 'string' ? item.toLowerCase() : item));
}

function toBidRequest(given: Members): unknown {
  const { view_id: id, pay_to, zone_name: name, depth, medium, vendor, type, mime_type } = given;
  const context = membersOf(given.context);
  const { url, metamask } = membersOf(context.site);
  const { account } = membersOf(context.user);
  const size = (length: unknown) => toPixels(length, given.min_dpi);
  return {
    id,
    // This form names somebody in any case: what is refused is not absent.
    site: { url, publisher: pay_to || false, medium, vendor },
    user: { id: account, hasWallet: metamask === undefined ? undefined : Boolean(metamask) },
    imps: [
      {
        // A bad one is refused as the request's.
        id: typeof id === 'string' && id !== '' ? id : 'box',
        name,
        width: size(given.width),
        height: size(given.height),
        depth,
        types: type,
        mimes: mime_type,
      },
    ],
  };
}

const decimal = /^\d{1,9}(?:\.\d{1,20})?$/;

/** A scene measures in units of its own, of which each has at least so many pixels: `min_dpi`. */
function toPixels(length: unknown, pixelsPerUnit: unknown): unknown {
  const [units, density] = [length, pixelsPerUnit ?? 1].map((value) =>
    typeof value === 'string' && decimal.test(value) ? Number(value) : value,
  );
  if (typeof units !== 'number' || typeof density !== 'number') return length ?? undefined;
  return Math.ceil(units * density);
}
