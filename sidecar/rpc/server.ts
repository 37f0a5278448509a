import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { BlockList } from 'node:net';
import { clientAddress, clientKey, createClientLimiter, type ClientLimiter } from './clients';
import { createBodyBudget, type BodyBudget } from './body-budget';
import { fault, notFound, send, wrongMethod, type HttpAnswer } from './http-answer';
import { isJson, maxBodyBytes, openShare, readBody, type Body } from './http-body';
import { limitConnections, timeoutsOf, type HttpLimits } from './http-limits';
import type { Metrics } from './metrics';
import type { Dispatcher } from './dispatcher';

/** The parts that the HTTP side needs of the rest. */
export interface ServerDeps {
  readonly dispatch: Dispatcher;
  /** Said to `GET /`, so that whoever comes across the port learns what it is. */
  readonly introduction: string;
  /**
   * `public`: any web page may call, and each client only so often. `private`: programs of this machine
   * alone; whatever a browser sends for a page is refused.
   */
  readonly audience: 'public' | 'private';
  /** Calls that one client may make in a minute; zero is no limit. */
  readonly callsPerMinute: number;
  /** Peers whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList;
  readonly httpLimits: HttpLimits;
  readonly metrics: Metrics;
  /** False from the moment a stop was asked for; `/health` says so. */
  readonly isReady: () => boolean;
  readonly onUnexpectedError: (error: unknown) => void;
}

interface ServerContext extends ServerDeps {
  readonly limiter: ClientLimiter;
  readonly bodies: BodyBudget;
}

const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
} as const;

/** Where `/metrics` is answered to; behind a proxy it is not. */
const localRanges = new BlockList();
localRanges.addSubnet('127.0.0.0', 8);
localRanges.addSubnet('10.0.0.0', 8);
localRanges.addSubnet('172.16.0.0', 12);
localRanges.addSubnet('192.168.0.0', 16);
localRanges.addAddress('::1', 'ipv6');
localRanges.addSubnet('fc00::', 7, 'ipv6');

/** Names of this machine that a `Host` header may have. Another name may be a web page that uses DNS to reach us. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * JSON-RPC over HTTP: `POST /`, answered 200, or 204 where there is nothing to say (Notifications).
 * `GET /health` is 200 or, while stopping, 503. Not yet listening.
 */
export function createRpcServer(deps: ServerDeps): Server {
  const ctx = {
    ...deps,
    limiter: createClientLimiter(deps.callsPerMinute),
    bodies: createBodyBudget(deps.httpLimits),
  };
  const options = { maxHeaderSize: 8192, ...timeoutsOf(deps.httpLimits) };
  const answer: RequestListener = (request, response) => {
    answerTo(ctx, request)
      .then((answered) => {
        deps.metrics.countAnswer(answered.status);
        send(response, withConnection(deps, answered));
      })
      .catch((error: unknown) => {
        deps.onUnexpectedError(error);
        response.destroy();
      });
  };
  const server = createServer(options, answer);
  // Node would answer what it does not meet itself without our shape of faults.
  server.on('checkExpectation', answer);
  limitConnections(server, { limits: deps.httpLimits, trustedProxies: deps.trustedProxies });
  return server;
}

async function answerTo(ctx: ServerContext, request: IncomingMessage): Promise<HttpAnswer> {
  if (ctx.audience === 'private' && !isFromProgram(request)) {
    return fault(403, 'a wallet takes calls of programs on this machine, not of web pages');
  }
  if (!isMet(request)) return fault(417, 'the server meets no expectation but 100-continue');
  switch (pathOf(request)) {
    case '/health':
      return readOnly(request, () => answerHealth(ctx));
    case '/metrics':
      return isLocal(request) ? readOnly(request, () => answerMetrics(ctx)) : notFound();
    case '/': {
      const answer = await answerRoot(ctx, request);
      if (ctx.audience === 'private') return answer;
      return { ...answer, headers: { ...corsHeaders, ...answer.headers } };
    }
    default:
      return notFound();
  }
}

/** Node meets `100-continue` itself. An expectation of HTTP/1.0 is none. @see RFC 9110 §10.1.1 */
function isMet({ headers: { expect }, httpVersion }: IncomingMessage): boolean {
  const isOwn = /(?:^|\W)100-continue(?:$|\W)/i;
  return expect === undefined || httpVersion !== '1.1' || isOwn.test(expect);
}

/** A client may name the whole URL, as it does to a proxy. @see RFC 9112 §3.2.2 */
function pathOf({ url = '' }: IncomingMessage): string {
  const [, path = ''] = /^(?:https?:\/\/[^/?]+)?([^?]*)/i.exec(url) ?? [];
  return path === '' ? '/' : path;
}

async function answerRoot(ctx: ServerContext, request: IncomingMessage): Promise<HttpAnswer> {
  switch (request.method) {
    case 'OPTIONS':
      return { status: 204, body: null };
    case 'POST':
      return answerRpc(ctx, request);
    default:
      return wrongMethod('POST, OPTIONS', ctx.introduction);
  }
}

/** Thrown out of a dispatch that has not begun. */
class TooManyCallsError extends Error {
  override readonly name = 'TooManyCallsError';

  constructor(readonly retryAfterSeconds: number) {
    super('too many calls');
  }
}

async function answerRpc(ctx: ServerContext, request: IncomingMessage): Promise<HttpAnswer> {
  if (!isJson(request)) {
    return fault(415, 'the body must be application/json in UTF-8, not compressed');
  }
  const client = clientKey(clientAddress(request, ctx.trustedProxies));
  const share = openShare(ctx.bodies, client);
  try {
    const body = await readBody(request, share);
    return body.kind === 'text' ? await call(ctx, client, body.text) : refuseBody(body);
  } finally {
    share.giveBack();
  }
}

async function call(ctx: ServerContext, client: string, text: string): Promise<HttpAnswer> {
  try {
    const body = await ctx.dispatch(text, {
      client,
      async admit(calls) {
        const wait = await ctx.limiter.take(client, calls);
        if (wait !== null) throw new TooManyCallsError(wait);
      },
    });
    return { status: body === null ? 204 : 200, body };
  } catch (error) {
    if (!(error instanceof TooManyCallsError)) throw error;
    return {
      ...fault(429, `too many calls: at most ${ctx.callsPerMinute} a minute`),
      headers: { 'Retry-After': String(error.retryAfterSeconds) },
    };
  }
}

function refuseBody(body: Exclude<Body, { readonly kind: 'text' }>): HttpAnswer {
  if (body.kind === 'too large') {
    return fault(413, `the body must not have more than ${maxBodyBytes} bytes`);
  }
  if (body.kind === 'in crumbs') return fault(413, 'the body comes in too many pieces');
  const refusal =
    body.bound === 'client'
      ? fault(429, 'too many bytes of this client are under way')
      : fault(503, 'too many bytes of all clients are under way');
  return { ...refusal, headers: { 'Retry-After': '1' } };
}

function answerHealth({ isReady }: ServerDeps): HttpAnswer {
  return isReady()
    ? { status: 200, body: { status: 'ok' } }
    : { status: 503, body: { status: 'stopping' } };
}

async function answerMetrics({ metrics }: ServerDeps): Promise<HttpAnswer> {
  const headers = { 'Content-Type': metrics.contentType };
  return { status: 200, body: await metrics.print(), headers };
}

/** A browser sends the origin of its page, and the name by which it found this machine. */
function isFromProgram({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined && loopbackHost.test(headers.host ?? '');
}

function isLocal({ headers, socket }: IncomingMessage): boolean {
  const { remoteAddress = '', remoteFamily } = socket;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return localRanges.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}

function readOnly(
  { method }: IncomingMessage,
  answer: () => HttpAnswer | Promise<HttpAnswer>,
): HttpAnswer | Promise<HttpAnswer> {
  return method === 'GET' || method === 'HEAD' ? answer() : wrongMethod('GET, HEAD');
}

/** After a fault nobody waits for the rest of the body; while stopping no connection is kept. */
function withConnection({ isReady }: ServerDeps, answer: HttpAnswer): HttpAnswer {
  if (answer.status < 400 && isReady()) return answer;
  return { ...answer, headers: { ...answer.headers, Connection: 'close' } };
}
