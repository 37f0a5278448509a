import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Dispatcher } from './rpc/dispatcher';

/** A request body may have this many bytes. */
export const maxBodyBytes = 256 * 1024;

/** Past this the connection is cut instead of reading on. */
const maxDroppedBytes = 8 * maxBodyBytes;

/** What the HTTP side needs to know of the rest. */
export interface ServerDeps {
  readonly dispatch: Dispatcher;
  /** False from the moment a stop was asked for; `/health` says so. */
  readonly isReady: () => boolean;
  readonly onUnexpectedError: (error: unknown) => void;
}

/** What goes back over HTTP; a body of null is no body. */
interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
} as const;

const commonHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/**
 * JSON-RPC over HTTP: `POST /`, answered 200, or 204 where there is nothing to say (Notifications).
 * `GET /health` is 200 or, while stopping, 503. Not yet listening.
 */
export function createRelayServer(deps: ServerDeps): Server {
  const server = createServer(
    { maxHeaderSize: 8192, headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 5000 },
    (request, response) => {
      answerTo(deps, request)
        .then((answer) => send(response, withConnection(deps, answer)))
        .catch((error: unknown) => {
          deps.onUnexpectedError(error);
          response.destroy();
        });
    },
  );
  server.maxConnections = 10_000;
  return server;
}

async function answerTo(deps: ServerDeps, request: IncomingMessage): Promise<HttpAnswer> {
  const [path] = (request.url ?? '').split('?');
  if (path === '/health') return answerHealth(deps, request);
  if (path !== '/') return fault(404, 'no such resource');
  const answer = await answerRpc(deps, request);
  return { ...answer, headers: { ...corsHeaders, ...answer.headers } };
}

async function answerRpc({ dispatch }: ServerDeps, request: IncomingMessage): Promise<HttpAnswer> {
  if (request.method === 'OPTIONS') return { status: 204, body: null };
  if (request.method !== 'POST') return wrongMethod('POST, OPTIONS');
  if (!isJson(request)) {
    return fault(415, 'the body must be application/json in UTF-8, not compressed');
  }
  const text = await readBody(request);
  if (text === null) return fault(413, `the body must not have more than ${maxBodyBytes} bytes`);
  const body = await dispatch(text);
  return { status: body === null ? 204 : 200, body };
}

function answerHealth({ isReady }: ServerDeps, { method }: IncomingMessage): HttpAnswer {
  if (method !== 'GET' && method !== 'HEAD') return wrongMethod('GET, HEAD');
  return isReady()
    ? { status: 200, body: { status: 'ok' } }
    : { status: 503, body: { status: 'stopping' } };
}

function fault(status: number, message: string): HttpAnswer {
  return { status, body: { error: { code: status, message } } };
}

function wrongMethod(allow: string): HttpAnswer {
  return { ...fault(405, `the method must be one of ${allow}`), headers: { Allow: allow } };
}

/** After a fault the rest of the body is not worth waiting for; while stopping nothing may linger. */
function withConnection({ isReady }: ServerDeps, answer: HttpAnswer): HttpAnswer {
  if (answer.status < 400 && isReady()) return answer;
  return { ...answer, headers: { ...answer.headers, Connection: 'close' } };
}

/** `application/json` or `application/json-rpc`, alone or with a charset of UTF-8. */
const jsonType = /^application\/json(?:-rpc)?[ \t]*(?:;[ \t]*charset="?utf-?8"?[ \t]*)?;?$/i;

function isJson({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return false;
  return jsonType.test(headers['content-type'] ?? '');
}

/**
 * Resolves to the text of the body, or null if it is too large. Somewhat too large a body is still
 * taken in and dropped, because most clients read an answer only after they have sent everything.
 */
function readBody(request: IncomingMessage): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (size > maxDroppedBytes) resolve(null);
  });
  request.on('end', () => resolve(size > maxBodyBytes ? null : decodeUtf8(Buffer.concat(chunks))));
  // The caller has gone; the answer goes nowhere.
  request.on('error', () => resolve(''));
  return promise;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Ill-formed UTF-8 becomes text that is no JSON. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return '';
  }
}

/** One string, so that head and body leave in one write. */
function send(response: ServerResponse, { status, body, headers }: HttpAnswer): void {
  const text = body === null ? null : JSON.stringify(body);
  const content = text !== null && {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  };
  response.writeHead(status, { ...commonHeaders, ...headers, ...content });
  response.end(text);
}
