import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { RequestContext, ServiceContext } from './context';
import type { Viewer } from '../identity/access/viewer';
import { readForwardedAddress } from '../ip-address';
import { acceptedLanguage, type Language } from '../language';
import type { RequestFacts } from '../request-facts';
import type { GatewayFacts } from '../insight/health/health.context';
import { readBearer } from '../http/bearer';
import type { InTime } from '../http/in-time';
import { isSameOrigin } from '../http/same-origin';
import { readSessionCookie } from '../identity/accounts/session-cookie';
import { findBrowserViewer } from '../identity/accounts/session.service';
import { findBearer } from '../identity/oauth/tokens/bearer';

/** How a path knows its caller. */
export interface TokenRule {
  /** Header that carries the token; default `authorization`. */
  readonly tokenHeader?: string;
  /** The one kind of token that the path knows; any other is as good as none. Default: both. */
  readonly accepts?: 'apiToken' | 'accessToken';
  /**
   * Where, without that header, the session's cookie will do: in requests of our own pages, or of any site's, and then
   * the path changes nothing for it unasked. Default: nowhere.
   */
  readonly sessionCookie?: 'ofOurPages' | 'ofAnySite';
}

/**
 * Makes the context of a request; a promise only where the caller is not known yet.
 *
 * @throws what {@link InTime} throws where the database does not say in time who the caller is
 */
export type ContextMaker = (
  req: IncomingMessage,
  res: ServerResponse,
  rule?: TokenRule,
) => RequestContext | Promise<RequestContext>;

/** Contexts of requests within a process's; only a request that carries a token costs a look into the database. */
export function createContextMaker(
  ctx: ServiceContext,
  gateway: GatewayFacts,
  inTime: InTime,
): ContextMaker {
  return (req, res, rule) => {
    const withViewer = (viewer: Viewer | null): RequestContext =>
      createRequestContext(ctx, {
        gateway,
        requestId: String(res.getHeader('X-Request-Id')),
        request: new ExpressRequestFacts(req),
        viewer,
      });
    const found = findCaller(ctx, req, rule ?? {});
    return found instanceof Promise ? inTime(found).then(withViewer) : withViewer(found);
  };
}

/** The members of a request's context that are the request's own. */
type OwnMembers = Omit<RequestContext, keyof ServiceContext>;

/**
 * Has the process's members by its prototype: to copy more than a hundred would take longer than to find the caller. So
 * a spread of a request's context has only the request's own members.
 */
export function createRequestContext(ctx: ServiceContext, own: OwnMembers): RequestContext {
  return Object.assign(createOver(ctx), own);
}

/** `Object.create`, whose own type says nothing of what it makes. */
const createOver: (ctx: ServiceContext) => ServiceContext = Object.create;

type FoundViewer = Viewer | null | Promise<Viewer | null>;

/** Finds the caller by the token's header, else by the cookie. Only `Authorization` has a scheme before the token. */
function findCaller(
  ctx: ServiceContext,
  { headers }: IncomingMessage,
  { tokenHeader = 'authorization', accepts, sessionCookie }: TokenRule,
): FoundViewer {
  const header = headers[tokenHeader];
  if (typeof header !== 'string')
    return sessionCookie === undefined ? null : findByCookie(ctx, headers, sessionCookie);
  const token = readBearer(header) ?? (tokenHeader === 'authorization' ? '' : header.trim());
  const ofKind = (viewer: Viewer | null) =>
    accepts === undefined || viewer?.credential.kind === accepts ? viewer : null;
  const found = token === '' ? null : findBearer(ctx, token);
  return found instanceof Promise ? found.then(ofKind) : ofKind(found);
}

function findByCookie(
  ctx: ServiceContext,
  headers: IncomingMessage['headers'],
  from: NonNullable<TokenRule['sessionCookie']>,
): FoundViewer {
  if (from === 'ofOurPages' && !isSameOrigin(headers, ctx.publicUrl)) return null;
  const id = readSessionCookie(headers, ctx.publicUrl);
  return id === null ? null : findBrowserViewer(ctx, id);
}

/** Every handler of ours runs within express, which gives requests the address that trusted proxies say. */
type RequestOfExpress = IncomingMessage & Partial<Pick<Request, 'ip' | 'acceptsLanguages'>>;

/** Where the request came from is looked for among the proxies' headers only when somebody asks, and once. */
class ExpressRequestFacts implements RequestFacts {
  readonly headers: IncomingMessage['headers'];
  readonly #req: RequestOfExpress;
  #remoteAddress: string | null = null;

  constructor(req: RequestOfExpress) {
    this.headers = req.headers;
    this.#req = req;
  }

  get remoteAddress(): string {
    this.#remoteAddress ??= readForwardedAddress(this.#findAddress() ?? '') ?? '';
    return this.#remoteAddress;
  }

  /** Express reads the proxies' header anew for each request: 1% of a find, also where there is none. */
  #findAddress(): string | undefined {
    return this.headers['x-forwarded-for'] === undefined
      ? this.#req.socket.remoteAddress
      : this.#req.ip;
  }

  get userAgent(): string {
    return this.headers['user-agent'] ?? '';
  }

  get language(): Language {
    return acceptedLanguage(this.#req);
  }

  get isHead(): boolean {
    return this.#req.method === 'HEAD';
  }
}
