import type { ServerResponse } from 'node:http';
import { AppError, type ErrorCode } from '../errors';
import { sendPixel } from './pixel';
import { type RestRequest, type Route, sendJson } from './route';

const idPattern = /^[0-9a-f]{32}$/i;

/** Refusals that an image element is not told of: it could show nothing else. */
const refusals: readonly ErrorCode[] = ['BAD_REQUEST', 'NOT_FOUND', 'VALIDATION_FAILED'];

const argumentsOf =
  '$id: ID!, $caseId: String, $value: String, $nonce: String, $timestamp: String, $signature: String';
const passed =
  'id: $id, caseId: $caseId, value: $value, nonce: $nonce, timestamp: $timestamp, signature: $signature';

/** What both links have in common. */
const link = {
  method: 'get',
  crossOrigin: 'any',
  // Who asks for headers alone has not been there.
  refusesHead: true,
  variables: ({ params, query }) => ({
    id: readName(params.name).id,
    caseId: single(query, 'cid'),
    value: single(query, 'value'),
    nonce: single(query, 'nonce'),
    timestamp: single(query, 'ts'),
    signature: single(query, 'sig'),
  }),
  nameOf: (path) => ({ caseId: 'cid', timestamp: 'ts', signature: 'sig' })[path] ?? path,
  send(response, { receipt }: { readonly receipt: unknown }, request) {
    response.setHeader('Cache-Control', 'no-store');
    if (readName(request.params.name).isImage) sendPixel(response);
    else sendJson(response, 200, receipt);
  },
  sendError,
} as const satisfies Partial<Route>;

/** `/kw`: what pages load that an ad has led to. @see reference facts 10 */
export const conversionRoutes: readonly Route[] = [
  {
    ...link,
    path: '/kw/kl/:name',
    operation: `mutation ConfirmClick(${argumentsOf}) {
      receipt: recordClickConversion(${passed}) { status }
    }`,
  },
  {
    ...link,
    path: '/kw/:name',
    operation: `mutation RecordConversion(${argumentsOf}) {
      receipt: recordConversion(${passed}) { status }
    }`,
  },
];

/** An image gets its pixel though nothing was recorded, unless its link is malformed or the fault is ours. */
function sendError(
  response: ServerResponse,
  error: AppError,
  { params, query }: RestRequest,
): boolean {
  const { id, isImage } = readName(params.name);
  const isWellFormed = [id, query.cid ?? id].every(
    (text) => typeof text === 'string' && idPattern.test(text),
  );
  if (!isImage || !isWellFormed || !refusals.includes(error.code)) return false;
  response.statusCode = 200;
  sendPixel(response);
  return true;
}

function readName(name = ''): { readonly id: string; readonly isImage: boolean } {
  const isImage = name.endsWith('.gif');
  return { id: isImage ? name.slice(0, -'.gif'.length) : name, isImage };
}

function single(query: RestRequest['query'], name: string): string | null {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value || null;
  throw new AppError('BAD_REQUEST', `the member ${name} of the query is given more than once`);
}
