import type { ServerResponse } from 'node:http';
import { AppError } from '../../errors';
import { sendPixel } from './pixel';
import { readAccept } from '../../http/accept';
import { sendJson } from '../../http/answer';
import { readQueryText } from './query-text';
import type { RestRequest, Route } from './route';

/** No cache may answer in our place. */
const noStore = 'no-store';

const nameOf = (path: string) => ({ token: 'e', caseId: 'cid' })[path] ?? path;

/**
 * The URLs that a find returns. The token is a member of the query, so that clients may append `&cid=…` and more to
 * the URL as text; members that we do not know are ignored.
 */
export const eventRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/view',
    crossOrigin: 'any',
    outlivesDatabase: true,
    operation: `mutation RecordImpression($token: String!, $caseId: String, $seenMs: Int) {
      data: recordImpression(token: $token, caseId: $caseId, seenMs: $seenMs) { context forwardUrl }
    }`,
    variables: (request) => ({ ...parseQuery(request), seenMs: readSeenMs(request) }),
    nameOf,
    send(response, { data }: { readonly data: RecordedView }, { headers }) {
      response.setHeader('Cache-Control', noStore);
      const { forwardUrl, context } = data;
      if (forwardUrl !== null) sendOn(response, forwardUrl);
      else if (prefersJson(headers.accept)) sendJson(response, 200, { context });
      else sendPixel(response);
    },
  },
  {
    method: 'get',
    path: '/click',
    crossOrigin: 'any',
    outlivesDatabase: true,
    operation: `mutation RecordClick($token: String!, $caseId: String, $isPressed: Boolean! = false) {
      data: recordClick(token: $token, caseId: $caseId, isPressed: $isPressed) { landingUrl }
    }`,
    variables: (request) => ({
      ...parseQuery(request),
      isPressed: readQueryText(request.query, 'press') === '1',
    }),
    nameOf,
    send(response, { data }: { readonly data: { readonly landingUrl: string } }) {
      response.setHeader('Cache-Control', noStore);
      sendOn(response, data.landingUrl);
    },
  },
];

interface RecordedView {
  readonly context: readonly string[];
  /** null: it goes on to nobody. */
  readonly forwardUrl: string | null;
}

function sendOn(response: ServerResponse, url: string): void {
  response.statusCode = 302;
  response.setHeader('Location', url);
  response.setHeader('Content-Length', 0);
  response.end();
}

/** @throws {AppError} `BAD_REQUEST` without a token. */
function parseQuery({ query }: RestRequest) {
  const token = readQueryText(query, 'e');
  if (token === null) throw new AppError('BAD_REQUEST', 'the member e of the query is missing');
  return { token, caseId: readQueryText(query, 'cid') };
}

/** The tag's own member; a text that is no number of a day's milliseconds tells nothing. */
function readSeenMs({ query }: RestRequest): number | null {
  const text = readQueryText(query, 'seen');
  return text !== null && /^\d{1,8}$/.test(text) ? Number(text) : null;
}

/**
 * Says that the client accepts JSON at least as gladly as a gif. Image elements accept anything, but ask for images
 * first; those of Firefox before 128 name images, and then anything alike.
 */
function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  const quality = readAccept(accept);
  const json = quality('application/json');
  const isForImage = /(?:^|,)\s*image\//i.test(accept) && !/(?:^|,)\s*application\//i.test(accept);
  return json > 0 && json >= quality('image/gif') && !isForImage;
}
