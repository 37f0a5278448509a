import type { Request, RequestHandler, Response, Router } from 'express';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { RequestContext } from '../context';
import { sendJson } from '../../http/answer';
import { readBody } from '../../http/body';
import { inCohort } from '../../http/cohort';
import { allowOrigin, answerOtherMethods } from '../../http/cross-origin';
import type { ErrorForm, ErrorWriter } from '../../http/error-writer';
import type { Metrics } from '../../http/metrics';
import { type FormReader, multipartTimeoutMs } from '../../http/multipart';
import type { InTime } from '../../http/in-time';
import { goOnWith, noteRoute } from '../../http/request-observer';
import { assertAllowed } from '../../identity/access/access-rule';
import type { ContextMaker } from '../request-context';
import { compileOperation, type CompiledOperation, type OperationCall } from './compiled-operation';
import { ExpressRequest } from './rest-request';
import type { RestRequest, Route } from './route';
import { groupsOf } from '../../non-empty';
import { assertPresent } from '../../present';

export interface RouteEnvironment {
  /** As `schemaOfRecords` returns it. */
  readonly schema: GraphQLSchema;
  readonly createContext: ContextMaker;
  readonly writeError: ErrorWriter;
  readonly readForm: FormReader;
  readonly inTime: InTime;
  readonly metrics: Metrics;
  readonly allowedOrigins: readonly string[];
  /** Origin of the URLs in answers. */
  readonly publicUrl: string;
}

/** Records ready for requests. */
export interface CompiledRoutes {
  /** Answers paths without parameters, found by one look-up: express would try record after record. */
  readonly answerExactPath: RequestHandler;
  /** The form of errors of a path that has one of its own, for requests that no record answers. */
  errorFormOf(req: Request, res: Response): ErrorForm | undefined;
  /** Adds express routes, on the given router itself: a router inside a router costs every request. */
  addTo(router: Pick<Router, Route['method'] | 'all' | 'head'>): void;
}

/** @throws when an operation does not fit the schema: the process must not start with it. */
export function compileRoutes(routes: readonly Route[], env: RouteEnvironment): CompiledRoutes {
  const compiled = routes.map((route) => ({ route, handler: createHandler(route, env) }));
  const exact = new Map(
    compiled
      .filter(({ route }) => /^[\w/.-]+$/.test(route.path))
      .map(({ route, handler }) => [`${route.method.toUpperCase()} ${route.path}`, handler]),
  );
  return {
    answerExactPath(req, res, next) {
      const queryAt = req.url.indexOf('?');
      const path = queryAt === -1 ? req.url : req.url.slice(0, queryAt);
      const handler = exact.get(`${req.method} ${path}`);
      if (handler) void handler(req, res, next);
      else next();
    },
    errorFormOf(req, res) {
      const path = req.path.replace(/\/$/, '');
      const sendError = routes.find((route) => route.path === path)?.sendError;
      return (
        sendError && ((known) => sendError(res, known, new ExpressRequest(req, {}, env.publicUrl)))
      );
    },
    addTo(router) {
      for (const [path, group] of groupsOf(compiled, ({ route }) => route.path)) {
        const ofPath = group.map(({ route }) => route);
        const answerOthers = answerOtherMethods(methodsOf(ofPath), {
          crossOrigin: group[0].route.crossOrigin,
          allowedOrigins: env.allowedOrigins,
        });
        if (ofPath.some((route) => route.refusesHead)) router.head(path, answerOthers);
        for (const { route, handler } of group) router[route.method](path, handler);
        router.all(path, answerOthers);
      }
    },
  };
}

type Data = ExecutionResult['data'];

function createHandler(route: Route, env: RouteEnvironment): RequestHandler {
  const where = `${route.method.toUpperCase()} ${route.path}`;
  const operation = compileOperation(where, route.operation, env.schema);
  const read = bodyReaderOf(route, env);
  const meter = env.metrics.watchRoute(route.method.toUpperCase(), route.path);
  const limits = {
    timeoutMs: route.takesFile ? multipartTimeoutMs : undefined,
    outlivesDatabase: route.outlivesDatabase,
  };

  // An answer that needs no waiting is made without promises and timers: in a find they take longer than the selection.
  return (req, res) => {
    const startedAt = performance.now();
    noteRoute(res, route.path);
    let body: unknown = {};
    const fail = (error: unknown) => {
      const { sendError } = route;
      const toRequest = () => new ExpressRequest(req, body, env.publicUrl);
      env.writeError(error, req, res, sendError && ((known) => sendError(res, known, toRequest())));
      meter.end(res.statusCode, startedAt);
    };
    const answer = (context: RequestContext) => {
      const parts = (route.split ? route.split(body) : [body]).map(
        (part) => new ExpressRequest(req, part, env.publicUrl),
      );
      const running = runAll(route, operation, context, parts);
      const send = (results: readonly Data[]) => {
        // Only the record knows the type of its operation's data.
        const [first] = parts;
        const request = assertPresent(first, 'a request has at least one part');
        sendData(route, res, (route.split ? results : results[0]) as never, request);
        meter.end(res.statusCode, startedAt);
      };
      if (running instanceof Promise) env.inTime(running, limits).then(send).catch(fail);
      else
        // Behind the work of the others: writes that follow each other take half as long.
        inCohort(() => {
          send(running);
        }, fail);
    };
    const proceed = (context: RequestContext) => {
      if (route.access) assertAllowed(context, route.access);
      operation.assertMayRun(context);
      read(req, res, (error, found) => {
        body = found ?? {};
        if (error !== null) fail(error);
        else
          inCohort(() => {
            goOnWith(res, () => {
              answer(context);
            });
          }, fail);
      });
    };
    try {
      allowOrigin(req, res, route.crossOrigin, env.allowedOrigins);
      // Before anything of the body is read: strangers learn nothing from it, and cost nothing.
      const made = env.createContext(req, res, route);
      if (made instanceof Promise) made.then(proceed).catch(fail);
      else proceed(made);
    } catch (error) {
      fail(error);
    }
  };
}

/** Reads the body that a record takes, and calls back once: with what is wrong, else null, and the body. */
type BodyReader = (
  req: Request,
  res: Response,
  onBody: (error: unknown, body?: unknown) => void,
) => void;

const formLimits = { fileField: 'file', maxFieldBytes: 4_096 } as const;

function bodyReaderOf(route: Route, { readForm }: RouteEnvironment): BodyReader {
  if (route.method !== 'post' && route.method !== 'patch')
    return (_req, _res, onBody) => {
      onBody(null, {});
    };
  if (!route.takesFile)
    return (req, _res, onBody) => {
      readBody(req, route, onBody);
    };
  return (req, res, onBody) => {
    readForm(req, res, formLimits).then(
      ({ fields, file }) => {
        onBody(null, file ? { ...fields, file: Promise.resolve(file) } : fields);
      },
      (error: unknown) => {
        onBody(error);
      },
    );
  };
}

/** The data of all parts of a request; a promise only where one of them is not there at once. */
function runAll(
  route: Route,
  operation: CompiledOperation,
  context: RequestContext,
  parts: readonly RestRequest[],
): readonly Data[] | Promise<readonly Data[]> {
  const given: readonly OperationCall[] = parts.map((part) => ({
    variables: route.variables(part),
    nameOf: (path) => (route.nameOf ? route.nameOf(path, part) : path),
  }));
  const calls = operation.parse(given, context);
  const results = calls.map((call) => operation.run(context, call));
  const toData = ({ data, errors }: ExecutionResult, at: number): Data => {
    if (errors?.[0])
      throw operation.toRouteError(errors[0], assertPresent(calls[at], 'each result is of a call'));
    return data;
  };
  if (results.every(isThere)) return results.map(toData);
  return Promise.all(results.map((result) => Promise.resolve(result))).then((all) =>
    all.map(toData),
  );
}

const isThere = (result: ExecutionResult | Promise<ExecutionResult>): result is ExecutionResult =>
  !(result instanceof Promise);

function sendData(route: Route, res: Response, data: never, request: RestRequest): void {
  if (route.headers) res.setHeaders(new Map(Object.entries(route.headers(data, request))));
  if (route.send) route.send(res, data, request);
  else sendJson(res, route.status ?? 200, route.body ? route.body(data, request) : data);
}

/** Methods that a path has. */
function methodsOf(group: readonly Route[]): readonly string[] {
  const methods = new Set(group.map((route) => route.method.toUpperCase()));
  if (methods.has('GET') && !group.some((route) => route.refusesHead)) methods.add('HEAD');
  return [...methods];
}
