import { createHash } from 'node:crypto';
import { sendNoContent } from '../../http/answer';
import { creativeReportSchemas } from '../../market/creative-reports/creative-report.schema';
import { visitorSchemas } from '../../supply/visitors/visitor.schema';
import { isRecord } from '../../record';
import { fromContext, nameInContext, eachToLowerCase } from './find-context';
import { membersOf } from './members';
import type { RestRequest, Route } from './route';

interface BidsData {
  readonly response: {
    readonly bids: readonly Readonly<Record<string, unknown>>[];
    readonly nonBids?: readonly Readonly<Record<string, unknown>>[] | null;
    readonly hints: readonly Readonly<Record<string, unknown>>[];
  };
}

const registerScript = "parent.postMessage({ insertElem: [] }, '*');";
const registerPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Adgate</title></head><body><script>${registerScript}</script></body></html>
`;
/** Nothing but that script may run in the page. */
const registerPolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(registerScript).digest('base64')}'`;

/** `/supply`: what a page asks before it shows ads. @see docs/contract.md §6 */
export const supplyRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/supply/register',
    operation: `mutation RegisterVisitor($iid: String!, $stid: String) {
      visitor: registerVisitor(requestId: $iid, seed: $stid) { trackingId }
    }`,
    variables: ({ query }) => ({ iid: query.iid, stid: query.stid }),
    takes: { iid: visitorSchemas.requestId, stid: visitorSchemas.seed },
    nameOf: (path) => ({ requestId: 'iid', seed: 'stid' })[path] ?? path,
    crossOrigin: 'any',
    send(
      response,
      data: { readonly visitor: { readonly trackingId: string | null } },
      { isSecure },
    ) {
      const { trackingId } = data.visitor;
      // A page of another site can only send the cookie back when it is `None`, which browsers tie to https.
      const attributes = isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax';
      if (trackingId !== null)
        response.setHeader(
          'Set-Cookie',
          `tid=${trackingId}; Path=/; Max-Age=2592000; HttpOnly; ${attributes}`,
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
    example: {
      context: { iid: '1a2b3c4d-0000-4000-8000-000000000001', url: 'https://news.example' },
      placements: [{ id: 'top', width: 300, height: 250 }],
    },
    operation: `mutation FindCreatives($bidRequest: BidRequestInput!, $isExplained: Boolean!) {
      response: requestBids(bidRequest: $bidRequest, explain: $isExplained) {
        bids {
          id: impId creativeId placementId zoneId: placementId siteId publisherId
          demandServer supplyServer type mime scope hash alt serveUrl viewUrl: impressionUrl clickUrl rpm exp priority
          pixels: impressionPixels caseId
        }
        nonBids @include(if: $isExplained) { id: impId reason statusCode details }
        hints { id: impId pageHost siteHost sample }
      }
    }`,
    variables: ({ body, headers }) => ({
      bidRequest: toBidRequest(body),
      isExplained: headers['x-debug-supply'] !== undefined,
    }),
    nameOf: nameOfFindMember,
    tokenHeader: 'x-debug-supply',
    outlivesDatabase: true,
    crossOrigin: 'any',
    body: ({ response: { bids, nonBids, hints } }: BidsData) => ({
      // Most are ours, have no pixels and compete by their bid: their answer names none of these.
      data: bids.map((bid) => ({
        ...bid,
        pixels: bid.pixels ?? undefined,
        priority: bid.priority ?? undefined,
        caseId: bid.caseId ?? undefined,
        infoBox: false,
      })),
      ...(nonBids && { debug: nonBids }),
      ...(hints.length > 0 && { hints }),
    }),
  },
  {
    method: 'post',
    path: '/supply/report',
    operation: `mutation ReportCreative(
      $token: String!, $reason: CreativeReportReason!, $hash: String, $comment: String
    ) { isReported: reportCreative(token: $token, reason: $reason, hash: $hash, comment: $comment) }`,
    variables: ({ body }) => {
      const { token, reason, hash, comment } = membersOf(body);
      return { token, reason, hash, comment };
    },
    takes: creativeReportSchemas,
    crossOrigin: 'any',
    send: sendNoContent,
  },
];

/** The wire's words to ours; nothing is checked, a value of any shape passes through. */
function toBidRequest(body: unknown): unknown {
  return isRecord(body) ? { ...fromContext(body.context), imps: toImps(body.placements) } : body;
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
    width,
    height,
    depth,
    types: eachToLowerCase(types),
    mimes: eachToLowerCase(mimes),
    isTopFrame: topframe,
  };
}

function nameOfFindMember(path: string, { body }: RestRequest): string {
  if (path === 'isExplained') return 'X-Debug-Supply';
  const member = path.replace(/^bidRequest\.?/, '');
  if (member === '') return 'body';
  return (
    nameInContext(member, membersOf(body).context) ??
    member.replace(/^imps/, 'placements').replace(/isTopFrame$/, 'topframe')
  );
}
