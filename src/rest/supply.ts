import { createHash } from 'node:crypto';
import { isRecord } from '../validation';
import { nameOfWallet, toNumber } from './members';
import type { RestRequest, Route } from './route';

interface BidsData {
  readonly response: {
    readonly bids: readonly Readonly<Record<string, unknown>>[];
    readonly nonBids?: readonly Readonly<Record<string, unknown>>[] | null;
  };
}

/** Members of the find request that go by another name inside. */
const findNames: Readonly<Record<string, string>> = {
  id: 'context.iid',
  site: 'context',
  'site.url': 'context.url',
  'site.publisher': 'context.publisher',
  'site.medium': 'context.medium',
  'site.vendor': 'context.vendor',
  user: 'context',
  'user.id': 'context.uid',
};

const registerScript = "parent.postMessage({ insertElem: [] }, '*');";
const registerPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Adgate</title></head><body><script>${registerScript}</script></body></html>
`;
/** Nothing but that script may run in the page. */
const registerPolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(registerScript).digest('base64')}'`;

/** `/supply`: what a page asks before it shows ads. @see contract 6 */
export const supplyRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/supply/register',
    operation: `mutation RegisterVisitor($iid: String!, $stid: String) {
      visitor: registerVisitor(requestId: $iid, seed: $stid) { trackingId }
    }`,
    variables: ({ query }) => ({ iid: query.iid, stid: query.stid }),
    nameOf: (path) => ({ requestId: 'iid', seed: 'stid' })[path] ?? path,
    crossOrigin: 'any',
    send(response, data: { readonly visitor: { readonly trackingId: string } }, { isSecure }) {
      // A page of another site can only send the cookie back when it is `None`, which browsers tie to https.
      const attributes = isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax';
      response.setHeader(
        'Set-Cookie',
        `tid=${data.visitor.trackingId}; Path=/; Max-Age=2592000; HttpOnly; ${attributes}`,
      );
      response.setHeader('Content-Type', 'text/html; charset=UTF-8');
      response.setHeader('Cache-Control', 'private, no-store');
      response.setHeader('Content-Security-Policy', registerPolicy);
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.end(registerPage);
    },
  },
  {
    method: 'post',
    path: '/supply/find',
    operation: `mutation FindCreatives($bidRequest: BidRequestInput!, $isExplained: Boolean!) {
      response: requestBids(bidRequest: $bidRequest, explain: $isExplained) {
        bids {
          id: impId creativeId placementId zoneId: placementId siteId publisherId
          demandServer supplyServer type mime scope hash serveUrl viewUrl: impressionUrl clickUrl rpm
        }
        nonBids @include(if: $isExplained) { id: impId reason statusCode details }
      }
    }`,
    variables: ({ body, headers }) => ({
      bidRequest: toBidRequest(body),
      isExplained: headers['x-debug-supply'] !== undefined,
    }),
    nameOf: nameOfFindMember,
    tokenHeader: 'x-debug-supply',
    crossOrigin: 'any',
    body: ({ response: { bids, nonBids } }: BidsData) => ({
      data: bids.map((bid) => ({ ...bid, infoBox: false, refreshTime: null })),
      ...(nonBids && { debug: nonBids }),
    }),
  },
];

/** The wire's words to ours; nothing is checked, a value of any shape passes through. */
function toBidRequest(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { context, placements } = body;
  if (!isRecord(context)) return { site: context, imps: toImps(placements) };
  const { iid, url, publisher, medium, vendor, uid } = context;
  const hasWallet = context.walletmask ?? context.metamask;
  return {
    id: iid,
    site: { url, publisher, medium, vendor },
    user: { id: uid, hasWallet },
    imps: toImps(placements),
  };
}

function toImps(placements: unknown): unknown {
  return Array.isArray(placements) ? placements.map(toImp) : placements;
}

function toImp(placement: unknown): unknown {
  if (!isRecord(placement)) return placement;
  const { id, placementId, name, width, height, depth, types, mimes, topframe } = placement;
  return {
    id,
    placementId,
    name,
    width: toNumber(width),
    height: toNumber(height),
    depth: toNumber(depth),
    types,
    mimes,
    isTopFrame: topframe,
  };
}

function nameOfFindMember(path: string, { body }: RestRequest): string {
  const member = path.replace(/^bidRequest\.?/, '');
  if (member === 'user.hasWallet')
    return `context.${nameOfWallet(isRecord(body) ? body.context : null)}`;
  if (member === '') return 'body';
  return (
    findNames[member] ?? member.replace(/^imps/, 'placements').replace(/isTopFrame$/, 'topframe')
  );
}
