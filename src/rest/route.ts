import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { Credential, RequestContext } from '../context';
import { AppError } from '../errors';
import { readBody } from './body';
import { inCohort } from './cohort';
import { compileOperation, type OperationCall } from './compiled-operation';
import { allowOrigin, answerPreflight, type CrossOrigin } from './cross-origin';
import { setErrorForm } from './error-form';
import { multipartTimeoutMs, readForm } from './multipart';
import { withTimeout } from './with-timeout';

/** What a record may look at of the request. */
export interface RestRequest {
  readonly method: string;
  /** Absolute, of our public origin, with the query. */
  readonly url: string;
  /** Captured by the path; always one text each. */
  readonly params: Readonly<Record<string, string>>;
  /** A member given more than once is a list. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers: IncomingMessage['headers'];
  /** Whether the visitor's side of the connection is https, as far as the trusted proxies say. */
  readonly isSecure: boolean;
  /** The parsed JSON; `{}` when the body is empty or the method has none. Nothing is known of its shape. */
  readonly body: unknown;
}

/** One REST path: which GraphQL operation it is, and how its words differ from the schema's. */
export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  /** Parsed, validated and compiled at boot; executed in process for every request. */
  readonly operation: string;
  /**
   * Bodies of the requests that the body stands for, at least one: each is executed on its own, `variables` and
   * `nameOf` see one of them, and `body` gets the list of their data.
   *
   * @throws {AppError} only where the body cannot be split.
   */
  readonly split?: (body: unknown) => readonly unknown[];
  /**
   * Renames the request's members to the operation's variables. Checks nothing: a bad value goes through as it is
   * and is refused by the schema.
   *
   * @throws {AppError} only where a value has no place in any variable.
   */
  readonly variables: (request: RestRequest) => Readonly<Record<string, unknown>>;
  /** The request's own name of a bad field: gets the path within the variables, e.g. `bidRequest.imps.0.id`. */
  readonly nameOf?: (path: string, request: RestRequest) => string;
  /** Header that carries the caller's token; default `authorization`. */
  readonly tokenHeader?: string;
  /** Whether, without that header, the session's cookie will do: the path must not change anything for it unasked. */
  readonly readsSessionCookie?: boolean;
  /** Whether the body may be an HTML form's; a member given more than once is a list, an empty one absent. */
  readonly takesForms?: boolean;
  /** The body is a multipart form with at most one file, `file`: an `Upload` for the operation. */
  readonly takesFile?: boolean;
  /** The one kind of token that this path knows; any other is as good as none. Default: every kind. */
  readonly accepts?: Credential['kind'];
  readonly crossOrigin: CrossOrigin;
  /** HEAD is answered 405: asking is what the path is for. */
  readonly refusesHead?: boolean;
  /** More headers of success. */
  readonly headers?: (data: never, request: RestRequest) => Readonly<Record<string, string>>;
  /** HTTP status of success; default 200. */
  readonly status?: number;
  /** The JSON body of success, from the operation's data; default: the data itself. */
  readonly body?: (data: never, request: RestRequest) => unknown;
  /** Answers in another form than JSON. */
  readonly send?: (response: ServerResponse, data: never, request: RestRequest) => void;
  /** Writes errors in another form than the usual one; the status is set already. False: in the usual form. */
  readonly sendError?: (response: ServerResponse, error: AppError, request: RestRequest) => boolean;
}

/** How a path knows its caller. */
export type TokenRule = Pick<Route, 'tokenHeader' | 'accepts' | 'readsSessionCookie'>;

export interface RouteEnvironment {
  readonly schema: GraphQLSchema;
  createContext(
    req: IncomingMessage,
    res: ServerResponse,
    token?: TokenRule,
  ): RequestContext | Promise<RequestContext>;
  readonly allowedOrigins: readonly string[];
  /** Origin of the URLs in answers. */
  readonly publicUrl: string;
}

/** Records ready for requests. */
export interface CompiledRoutes {
  /** The handler of a path without parameters: express would try all the records before it. */
  find(req: IncomingMessage): RequestHandler | undefined;
  /** Adds express routes, on the given router itself: a router inside a router costs every request. */
  addTo(router: Pick<Router, Route['method'] | 'all' | 'head'>): void;
}

/** @throws when an operation does not fit the schema: the process must not start with it. */
export function compileRoutes(routes: readonly Route[], env: RouteEnvironment): CompiledRoutes {
  const handlers = new Map(routes.map((route) => [route, createHandler(route, env)]));
  const byPath = Map.groupBy(routes, (route) => route.path);
  const exact = new Map(
    [...byPath]
      .filter(([path]) => /^[\w/.-]+$/.test(path))
      .map(([path, group]) => [
        path,
        new Map(group.map((route) => [route.method.toUpperCase(), handlers.get(route)])),
      ]),
  );
  return {
    find({ url = '', method }) {
      const queryAt = url.indexOf('?');
      return exact.get(queryAt === -1 ? url : url.slice(0, queryAt))?.get(method ?? '');
    },
    addTo(router) {
      for (const [path, group] of byPath) {
        const answerOthers = answerOtherMethods(group, env);
        if (group.some((route) => route.refusesHead)) router.head(path, answerOthers);
        for (const route of group) router[route.method](path, handlers.get(route)!);
        router.all(path, answerOthers);
      }
    },
  };
}

type Data = ExecutionResult['data'];
type Eventually<Value> = Value | Promise<Value>;

function createHandler(route: Route, env: RouteEnvironment): RequestHandler {
  const where = `${route.method.toUpperCase()} ${route.path}`;
  const operation = compileOperation(where, route.operation, env.schema);
  const hasBody = route.method === 'post' || route.method === 'patch';

  const timeoutMs = route.takesFile ? multipartTimeoutMs : undefined;

  function answer(
    req: Request,
    res: Response,
    context: RequestContext,
    body: unknown,
  ): Promise<void> | undefined {
    const parts = (route.split ? route.split(body) : [body]).map(
      (part) => new ExpressRequest(req, part, env.publicUrl),
    );
    noteErrorForm(req, res, parts[0]!.body);
    const calls = parts.map((part) => ({
      variables: route.variables(part),
      nameOf: (path: string) => (route.nameOf ? route.nameOf(path, part) : path),
    }));
    operation.assertValid(calls, context);
    const running = runAll(context, calls);
    const send = (results: readonly Data[]) => {
      sendData(res, (route.split ? results : results[0]) as never, parts[0]!);
    };
    if (running instanceof Promise) return withTimeout(running, timeoutMs).then(send);
    send(running);
    return undefined;
  }
  function sendData(res: Response, data: never, request: RestRequest): void {
    if (route.headers) res.setHeaders(new Map(Object.entries(route.headers(data, request))));
    if (route.send) route.send(res, data, request);
    else sendJson(res, route.status ?? 200, route.body ? route.body(data, request) : data);
  }
  function noteErrorForm(req: Request, res: Response, body: unknown): void {
    const { sendError } = route;
    if (!sendError) return;
    const request = new ExpressRequest(req, body, env.publicUrl);
    setErrorForm(res, (error) => sendError(res, error, request));
  }
  function runAll(
    context: RequestContext,
    calls: readonly OperationCall[],
  ): Eventually<readonly Data[]> {
    const results = calls.map((call) => operation.run(context, call));
    const toData = ({ data, errors }: ExecutionResult, at: number): Data => {
      if (errors?.[0]) throw operation.toRouteError(errors[0], calls[at]!);
      return data;
    };
    if (!results.some((result) => result instanceof Promise))
      return (results as ExecutionResult[]).map(toData);
    return Promise.all(results.map((result) => Promise.resolve(result))).then((all) =>
      all.map(toData),
    );
  }
  // What is known at once is answered at once: promises and a timer would take a find longer than its selection.
  return (req: Request, res: Response, next: NextFunction) => {
    const answerLater = (context: RequestContext, body: unknown): void => {
      inCohort(() => {
        answer(req, res, context, body)?.catch(next);
      }, next);
    };
    const proceed = (context: RequestContext): void => {
      operation.assertMayRun(context);
      if (!hasBody) answerLater(context, {});
      else if (route.takesFile)
        readForm(req, res)
          .then((form) => answer(req, res, context, form))
          .catch(next);
      else
        readBody(req, route, (error, body) => {
          if (error !== null) next(error);
          else answerLater(context, body);
        });
    };
    try {
      allowOrigin(req, res, route.crossOrigin, env.allowedOrigins);
      noteErrorForm(req, res, {});
      // Before anything of the body is read: strangers learn nothing from it, and cost nothing.
      const made = env.createContext(req, res, route);
      if (made instanceof Promise) withTimeout(made).then(proceed).catch(next);
      else proceed(made);
    } catch (error) {
      next(error);
    }
  };
}

/**
 * What a record sees of express's request; express finds out about the query and the protocol only when asked. A
 * class: an object literal with getters is given a shape of its own every time, which outlives the request.
 */
class ExpressRequest implements RestRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly params: RestRequest['params'];
  readonly #req: Request;
  readonly #publicUrl: string;

  constructor(
    req: Request,
    readonly body: unknown,
    publicUrl: string,
  ) {
    this.method = req.method;
    this.headers = req.headers;
    // Express takes them back before errors are written.
    this.params = req.params as RestRequest['params'];
    this.#req = req;
    this.#publicUrl = publicUrl;
  }

  get url(): string {
    // A request line may name the whole URL (RFC 9112 §3.2.2): what host it claims is nobody's business.
    return `${this.#publicUrl}${this.#req.originalUrl.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '')}`;
  }

  get query(): RestRequest['query'] {
    return this.#req.query as RestRequest['query'];
  }

  get isSecure(): boolean {
    return this.#req.secure;
  }
}

/** Writes a JSON answer without express's own detours. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', length);
  // As text it leaves in one write with the head; ASCII, which most of it is, without being encoded.
  res.end(text, length === text.length ? 'latin1' : 'utf8');
}

/** Answers preflights, and 405 with `Allow` to methods that a path does not have. */
function answerOtherMethods(group: readonly Route[], env: RouteEnvironment): RequestHandler {
  const methods = new Set(group.map((route) => route.method.toUpperCase()));
  if (methods.has('GET') && !group.some((route) => route.refusesHead)) methods.add('HEAD');
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (req, res) => {
    allowOrigin(req, res, group[0]!.crossOrigin, env.allowedOrigins);
    if (req.method === 'OPTIONS') answerPreflight(req, res, allow);
    else refuseMethod(req, res, allow);
  };
}

/** @throws {AppError} `METHOD_NOT_ALLOWED`. */
export function refuseMethod(req: IncomingMessage, res: ServerResponse, allow: string): never {
  res.setHeader('Allow', allow);
  throw new AppError('METHOD_NOT_ALLOWED', `${req.method} is not allowed here, only ${allow}`);
}
