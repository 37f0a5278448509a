import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import {
  coerceInputValue,
  type DocumentNode,
  type ExecutionResult,
  getNamedType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isLeafType,
  isNonNullType,
  Kind,
  type NamedTypeNode,
  parse,
  specifiedScalarTypes,
  TypeInfo,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../context';
import { AppError, type ErrorDetails } from '../errors';
import { unwrapError } from '../graphql/unwrap-error';
import { findInputCheck, messageFor } from '../validation';
import { readJsonBody } from './body';
import { type CrossOrigin, allowOrigin } from './cross-origin';

/** What a record may look at of the request. */
export interface RestRequest {
  readonly method: string;
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
  readonly crossOrigin: CrossOrigin;
  /** HTTP status of success; default 200. */
  readonly status?: number;
  /** The JSON body of success, from the operation's data; default: the data itself. */
  readonly body?: (data: never, request: RestRequest) => unknown;
  /** Answers in another form than JSON. */
  readonly send?: (response: ServerResponse, data: never, request: RestRequest) => void;
}

export interface RouteEnvironment {
  readonly schema: GraphQLSchema;
  createContext(
    req: IncomingMessage,
    tokenHeader?: string,
  ): RequestContext | Promise<RequestContext>;
  readonly allowedOrigins: readonly string[];
}

/** Longest that a request may take before it is answered 503. */
const requestTimeoutMs = 10_000;

/**
 * Makes express routes of the records, on the given router itself: a router inside a router costs every request.
 *
 * @throws when an operation does not fit the schema: the process must not start with it.
 */
export function addRoutes(
  router: Pick<Router, Route['method'] | 'all'>,
  routes: readonly Route[],
  env: RouteEnvironment,
): void {
  for (const route of routes) router[route.method](route.path, createHandler(route, env));
  for (const [path, group] of Map.groupBy(routes, (route) => route.path))
    router.all(path, answerOtherMethods(group, env));
}

function createHandler(route: Route, env: RouteEnvironment): RequestHandler {
  const operation = compileOperation(route, env.schema);
  const hasBody = route.method === 'post' || route.method === 'patch';

  async function handle(req: Request, res: Response): Promise<void> {
    allowOrigin(req, res, route.crossOrigin, env.allowedOrigins);
    const body = hasBody ? await readJsonBody(req) : {};
    const request = toRestRequest(req, body);
    const variables = route.variables(request);
    const nameOf = (path: string) => (route.nameOf ? route.nameOf(path, request) : path);
    operation.assertValid(variables, nameOf);
    const context = await env.createContext(req, route.tokenHeader);
    const result = await withTimeout(operation.run(context, variables));
    if (result.errors?.[0]) throw operation.toRouteError(result.errors[0], variables, nameOf);
    const data = result.data as never;
    if (route.send) route.send(res, data, request);
    else sendJson(res, route.status ?? 200, route.body ? route.body(data, request) : data);
  }
  return (req: Request, res: Response, next: NextFunction) => {
    handle(req, res).catch(next);
  };
}

/** express finds out about the query and the protocol only when asked. */
function toRestRequest(req: Request, body: unknown): RestRequest {
  const { method, headers } = req;
  return {
    method,
    headers,
    body,
    params: req.params as RestRequest['params'],
    get query() {
      return req.query as RestRequest['query'];
    },
    get isSecure() {
      return req.secure;
    },
  };
}

/** Writes a JSON answer without express's own detours. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  // As text it leaves in one write with the head.
  res.end(text);
}

interface CompiledOperation {
  run(
    context: RequestContext,
    variables: Readonly<Record<string, unknown>>,
  ): ExecutionResult | Promise<ExecutionResult>;
  /** @throws {AppError} `VALIDATION_FAILED` with all that the inputs' own rules refuse. */
  assertValid(variables: Readonly<Record<string, unknown>>, nameOf: (path: string) => string): void;
  /** What went wrong in the caller's words; a value of the wrong type and a broken rule look the same. */
  toRouteError(
    error: unknown,
    variables: Readonly<Record<string, unknown>>,
    nameOf: (path: string) => string,
  ): unknown;
}

function compileOperation(route: Route, schema: GraphQLSchema): CompiledOperation {
  const document = parse(route.operation);
  const [problem] = validate(schema, document);
  const where = `${route.method.toUpperCase()} ${route.path}`;
  if (problem)
    throw new Error(`the operation of ${where} does not fit the schema`, { cause: problem });
  const compiled = compileQuery(schema, document, undefined, {
    disablingCapturingStackErrors: true,
    disableLeafSerialization: hasPlainLeaves(document, schema),
  });
  if (!isCompiledQuery(compiled))
    throw new Error(`the operation of ${where} cannot be compiled`, {
      cause: compiled.errors?.[0],
    });
  const inputs = inputsOf(document, schema);

  return {
    run: (context, variables) => compiled.query(undefined, context, variables),
    toRouteError(error, variables, nameOf) {
      const cause = unwrapError(error);
      if (cause instanceof AppError && !cause.details) return cause;
      if (!(cause instanceof AppError) && !(cause instanceof GraphQLError)) return cause;
      const found =
        cause instanceof AppError ? cause.details : problemsOf(inputs, variables, problemsOfType);
      return invalid(found ?? {}, nameOf, cause);
    },
    assertValid(variables, nameOf) {
      const found = problemsOf(inputs, variables, problemsOfRules);
      if (Object.keys(found).length > 0) throw invalid(found, nameOf);
    },
  };
}

function invalid(found: ErrorDetails, nameOf: (path: string) => string, cause?: unknown): AppError {
  const details = renamed(found, nameOf);
  return new AppError('VALIDATION_FAILED', messageFor(details), { details, cause });
}

/** Whether every leaf that an operation selects is of a built-in scalar: our values are those already. */
function hasPlainLeaves(document: DocumentNode, schema: GraphQLSchema): boolean {
  let isPlain = true;
  const typeInfo = new TypeInfo(schema);
  const checkField = () => {
    const type = typeInfo.getType();
    const leaf = type && getNamedType(type);
    if (leaf && isLeafType(leaf) && !specifiedScalarTypes.some(({ name }) => name === leaf.name))
      isPlain = false;
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field: checkField }));
  return isPlain;
}

/** The input type of each variable. */
function inputsOf(
  document: DocumentNode,
  schema: GraphQLSchema,
): ReadonlyMap<string, GraphQLInputType> {
  const inputs = new Map<string, GraphQLInputType>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      // The operation is valid against the schema: its variables are of input types.
      const input = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined;
      if (input) inputs.set(variable.name.value, input);
    }
  }
  return inputs;
}

type FindProblems = (value: unknown, type: GraphQLInputType) => ErrorDetails | null;

/** What is wrong with all variables, by the path within them. */
function problemsOf(
  inputs: ReadonlyMap<string, GraphQLInputType>,
  variables: Readonly<Record<string, unknown>>,
  find: FindProblems,
): ErrorDetails {
  const details: Record<string, readonly string[]> = {};
  for (const [variable, type] of inputs)
    for (const [path, problems] of Object.entries(find(variables[variable], type) ?? {}))
      details[path === '' ? variable : `${variable}.${path}`] = problems;
  return details;
}

/** An input's own rules know all that is wrong at once; GraphQL's types alone would let `"a"` pass for `["a"]`. */
const problemsOfRules: FindProblems = (value, type) =>
  findInputCheck(getNamedType(type).name)?.(value) ?? null;

/** For inputs without rules of their own: whether a value is of its GraphQL type. */
const problemsOfType: FindProblems = (value, type) => {
  if (value == null) return isNonNullType(type) ? { '': ['is required'] } : null;
  const details: Record<string, string[]> = {};
  coerceInputValue(value, type, (path, _invalid, error) => {
    (details[path.join('.')] ??= []).push(error.message);
  });
  return details;
};

function renamed(details: ErrorDetails, nameOf: (path: string) => string): ErrorDetails {
  return Object.fromEntries(
    Object.entries(details).map(([path, problems]) => [nameOf(path), problems]),
  );
}

/** Answers preflights, and 405 with `Allow` to methods that a path does not have. */
function answerOtherMethods(group: readonly Route[], env: RouteEnvironment): RequestHandler {
  const methods = new Set(group.map((route) => route.method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (req, res) => {
    allowOrigin(req, res, group[0]!.crossOrigin, env.allowedOrigins);
    res.setHeader('Allow', allow);
    if (req.method !== 'OPTIONS')
      throw new AppError('METHOD_NOT_ALLOWED', `${req.method} is not allowed here, only ${allow}`);
    res.setHeader('Access-Control-Allow-Methods', allow);
    const headers = req.headers['access-control-request-headers'];
    if (headers !== undefined) res.setHeader('Access-Control-Allow-Headers', headers);
    res.setHeader('Access-Control-Max-Age', '600');
    res.statusCode = 204;
    res.end();
  };
}

async function withTimeout<Value>(value: Value | Promise<Value>): Promise<Value> {
  if (!(value instanceof Promise)) return value;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('SERVICE_UNAVAILABLE', 'took too long', { retryAfterSeconds: 1 }));
    }, requestTimeoutMs);
  });
  try {
    return await Promise.race([value, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
