import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCodes } from '../errors';
import { allowOrigin } from './cross-origin';
import { errorBody } from './error-writer';
import { sendJson } from './answer';
import { endLingering, isLingering } from './lingering-close';

/** Answers everything until the app is there: that it lives, and else that it is not ready. */
export const answerStarting: RequestListener = (req, res) => {
  const requestId = setUsualHeaders(req, res);
  if (req.url === '/health/live') {
    sendJson(res, 200, { status: 'live' });
    return;
  }
  res.setHeader('Retry-After', '1');
  sendJson(res, 503, {
    status: 'starting',
    ...errorBody(503, 'the server is starting', { requestId }),
  });
};

/** Sets the headers that the app's answers have, too. @returns the request's id */
function setUsualHeaders(req: IncomingMessage, res: ServerResponse): string {
  const requestId = randomUUID();
  allowOrigin(req, res, 'any', []);
  res.setHeader('X-Request-Id', requestId);
  res.setHeader('X-Robots-Tag', 'noindex');
  res.setHeader('Cache-Control', 'no-store');
  return requestId;
}

const malformed = ['BAD_REQUEST', 'the request is malformed'] as const;

/** The errors of Node's parser by their own codes; any other one is `malformed`. */
const parserErrors: Readonly<Record<string, readonly [code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADER_TOO_LONG', 'the headers are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'the chunk extensions are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'the request took too long to arrive'],
};

/** Refuses to be a proxy: Node hands the whole connection over with such a request, or cuts it. @see RFC 9110 §9.3.6 */
export function answerConnect(socket: Duplex): void {
  // A client that is gone meanwhile is nobody's problem.
  socket.on('error', () => undefined);
  refuse(socket, ['METHOD_NOT_ALLOWED', 'this server is no proxy'], ['Allow: GET, HEAD, POST']);
}

/**
 * Answers what Node cannot read as a request, which therefore reaches no listener, and ends the connection.
 *
 * @param options.hasBegun whether an answer has begun on this connection: it must not be torn by another
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { hasBegun }: { readonly hasBegun: boolean },
): void {
  // The parser tells of each read behind the first one that it could not take.
  if (isLingering(socket)) return;
  if (!socket.writable || hasBegun) socket.destroy();
  else refuse(socket, parserErrors[error.code ?? ''] ?? malformed);
}

/** Answers an error by its own bytes, and ends the connection. */
function refuse(
  socket: Duplex,
  [code, message]: readonly [code: ErrorCode, message: string],
  headers: readonly string[] = [],
): void {
  const status = errorCodes[code];
  const body = JSON.stringify(errorBody(status, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Access-Control-Allow-Origin: *',
    `X-Request-Id: ${randomUUID()}`,
    'X-Robots-Tag: noindex',
    'Connection: close',
    ...headers,
  ];
  endLingering(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
