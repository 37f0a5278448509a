import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Span } from '@opentelemetry/api';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Config } from '../config';
import type { ServiceContext } from '../api/context';
import { AppError } from '../errors';
import { schemaOfRecords } from '../api/graphql/arguments';
import { createGraphqlRouter } from '../api/graphql/endpoint';
import { streamPath } from '../api/graphql/operation-limits';
import { createOpenStreams } from '../api/graphql/open-streams';
import { createSchema } from '../api/graphql/schema';
import { createGraphqlServer } from '../api/graphql/server';
import { createStreamRouter } from '../api/graphql/stream-endpoint';
import { createOpenApiRouter } from '../api/openapi/router';
import { addPages } from '../api/pages';
import { sendUnknownPathPage } from '../api/pages/unknown-path';
import { createConsole } from '../api/panel/console';
import { type PanelFiles, readPanelFiles } from '../api/panel/panel-files';
import { createPanelRouter } from '../api/panel/panel-router';
import { createDemoRouter } from '../api/rest/demo';
import { addFileRoutes } from '../api/rest/files';
import { csvRoutes, routes } from '../api/rest';
import { compileCsvRoutes } from '../api/rest/csv-routes';
import { compileRoutes } from '../api/rest/compiled-routes';
import { addPeerDetailsRoutes } from '../api/rest/peer-details';
import { createPeerEventRouter } from '../api/rest/peer-events';
import { addPeerRoutes } from '../api/rest/peers';
import { createTagRouter } from '../api/rest/tag';
import { allowOrigin } from '../http/cross-origin';
import { createAccessLog } from '../http/access-log';
import { createErrorWriter } from '../http/error-writer';
import { type EndedRequest, goOnWith, noteWithin, observeRequest } from '../http/request-observer';
import { currentTracing, type Tracing } from '../platform/process/tracing';
import { assertDiskHasRoom, isDiskRoomy } from '../demand/uploads/free-disk';
import { assertMetExpectation, assertOneHost, assertShortHeaders } from '../http/header-bounds';
import { createInTime } from '../http/in-time';
import { createFormReader } from '../http/multipart';
import { createHealthRouter } from '../http/health';
import type { Messages } from '../http/messages';
import { createRobotsRouter } from '../http/robots';
import { databaseIsAway, diskIsFull, toUnavailable } from '../platform/database/unavailable';
import { createContextMaker } from '../api/request-context';
import { type GatewayState, watchGateway } from './metrics/gateway-metrics';
import { createMetrics } from '../http/metrics';
import { createOperationsRouter } from './operations-router';
import { createProxyTrust } from '../trusted-proxies';

export interface App {
  readonly listener: RequestListener;
  /** Ends the answers that go on, so that their clients connect elsewhere, and begins no more of them. */
  endStreams(): void;
  /** Ends what the app itself started; the context is its owner's. */
  close(): Promise<void>;
}

/** Paths that pages and visitors ask for. Their requests are so many that some stand for all in the log. */
const adPath = /^\/(?:find|view|click|main\.js|(?:serve|supply|kw|tag|peer)\/.*)$/;

/** Longest URL that is looked at. */
const maxUrlLength = 8_192;

/**
 * Puts a service context behind HTTP: the ad path, REST, GraphQL.
 *
 * @param messages of the server that the app is for; default: of any
 * @throws when a REST record does not fit the schema.
 */
export async function createApp(
  ctx: ServiceContext,
  state: GatewayState = {
    readiness: () => 'ready',
    metrics: createMetrics(),
    changesKnownUntil: ctx.now,
  },
  messages?: Messages,
): Promise<App> {
  const schema = createSchema();
  const env = await createEnvironment(ctx, state);
  const { inTime, createContext, writeError } = env;
  const records = compileRoutes(routes, { ...env, schema: schemaOfRecords(schema) });
  const tables = compileCsvRoutes(csvRoutes, env);
  const files = readPanelFiles();

  const app = createExpress(ctx.config);
  messages?.fitTo(app);
  const observe = createObserver(ctx);
  if (observe) app.use(observe);
  app.use(beginAnswer);
  app.use(records.answerExactPath);
  app.use(createPeerEventRouter(env));
  // In front of the other records: every one that does not match costs a little, and bytes are asked for most.
  addFileRoutes(app, env);
  tables.addWhereAccepted(app);
  records.addTo(app);
  tables.addTo(app);
  addPages(app, env);
  addPeerRoutes(app, env);
  addPeerDetailsRoutes(app, env);
  app.use(createTagRouter());
  app.use(createHealth(ctx, state));
  app.use(createRobotsRouter());
  app.use(createOpenApiRouter(schema, ctx.publicUrl));
  watchGateway(ctx, state);
  app.use(createOperationsRouter({ ctx, ...state, createContext }));
  if (ctx.config.hasDemo) app.use(createDemoRouter({ ctx, inTime }));
  app.use(createPanelRouter({ ctx, createContext, files }));
  const graphql = await addGraphql(app, schema, { ...env, files });
  app.use((req, res) => {
    // A path that no record has.
    const error = new AppError('NOT_FOUND', `no such path: ${req.path.slice(0, 200)}`);
    writeError(error, req, res, () => sendUnknownPathPage(req, res));
  });
  const answerError: ErrorRequestHandler = (error: unknown, req, res, _next) => {
    writeError(error, req, res, records.errorFormOf(req, res));
  };
  app.use(answerError);
  return { listener: app, ...graphql };
}

/** The tools that routers answer by. */
async function createEnvironment(ctx: ServiceContext, state: GatewayState) {
  const { config, log, publicUrl } = ctx;
  const onUnavailable = (error: AppError) => {
    ctx.outages.note(error.message, error);
  };
  const onError = (status: number) => {
    ctx.requestCounts.countError(status);
  };
  const inTime = createInTime({
    watch: (value) => ctx.databasePulse.watch(value),
    onLate: (error) => {
      noteLate(ctx, error);
    },
    patience: config.patience,
  });
  return {
    ctx,
    log,
    publicUrl,
    onUnavailable,
    metrics: state.metrics,
    allowedOrigins: config.allowedOrigins,
    createContext: createContextMaker(ctx, state, inTime),
    onError,
    writeError: createErrorWriter({ log, translate: toUnavailable, onError, onUnavailable }),
    inTime,
    readForm: await createFormReader({
      folder: join(config.dataFolder, 'uploads'),
      assertRoom: () => assertDiskHasRoom(config),
    }),
  };
}

function createExpress({ trustedProxies }: Config): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('trust proxy', createProxyTrust(trustedProxies));
  return app;
}

function createHealth(ctx: ServiceContext, { readiness }: GatewayState): RequestHandler {
  return createHealthRouter(
    readiness,
    () => findTrouble(ctx),
    () => ({ exchangeRate: ctx.rates.freshUntil() === null ? 'missing' : 'fresh' }),
  );
}

/** Adds `/graphql` and its streams. */
async function addGraphql(
  app: Express,
  schema: ReturnType<typeof createSchema>,
  env: Awaited<ReturnType<typeof createEnvironment>> & { readonly files: PanelFiles | null },
): Promise<Pick<App, 'endStreams' | 'close'>> {
  const { ctx, files } = env;
  const { allowsIntrospection, streams: limits } = ctx.config;
  const parsing = { ...env, schema, allowsIntrospection };
  const graphql = createGraphqlServer(parsing.schema, parsing);
  await graphql.start();
  const streams = createOpenStreams(ctx, { ...env, limits });
  app.use(streamPath, createStreamRouter({ ...parsing, graphql, streams }));
  const console = allowsIntrospection ? createConsole(files) : null;
  app.use('/graphql', createGraphqlRouter(graphql, { ...env, console }));
  return {
    endStreams: () => {
      streams.close();
    },
    close: () => graphql.stop(),
  };
}

/** Tells of a failure after the answer: nobody else hears of it. */
function noteLate({ outages, log }: ServiceContext, error: unknown): void {
  const known = error instanceof AppError ? error : toUnavailable(error);
  if (!known) log.error({ err: error }, 'a request failed after it was answered');
  else if (known.code === 'SERVICE_UNAVAILABLE') outages.note(known.message, known);
}

/** Why a gateway that answers cannot do everything; null: it can. @throws when its disk cannot be asked */
async function findTrouble({ config, outages }: ServiceContext): Promise<string | null> {
  if (!(await isDiskRoomy(config))) return 'the disk is nearly full: uploads are not taken';
  return [diskIsFull, databaseIsAway].find((reason) => outages.isFresh(reason)) ?? null;
}

/** Sets the headers of every answer, and refuses requests that nobody looks into. */
const beginAnswer: RequestHandler = (req, res, next) => {
  res.setHeader('X-Request-Id', randomUUID());
  // Nothing that we answer belongs in a search engine.
  res.setHeader('X-Robots-Tag', 'noindex');
  try {
    assertReadable(req);
  } catch (error) {
    allowOrigin(req, res, 'any', []);
    throw error;
  }
  next();
};

/** @throws {AppError} `URI_TOO_LONG`, `BAD_REQUEST`, `HEADER_TOO_LONG`, `EXPECTATION_FAILED` */
function assertReadable(req: IncomingMessage): void {
  if ((req.url ?? '').length > maxUrlLength)
    throw new AppError('URI_TOO_LONG', 'the URL is too long');
  assertOneHost(req);
  assertShortHeaders(req);
  assertMetExpectation(req);
}

/** Notes requests for the access log and for tracing; null where neither is wanted, so that it costs nothing. */
function createObserver({ config, log }: ServiceContext): RequestHandler | null {
  const tracing = currentTracing();
  const { accessLogSample: sample } = config;
  const note = sample === null ? null : createAccessLog(log, { often: adPath, sample });
  if (!tracing && !note) return null;
  return (req, res, next) => {
    const span = tracing?.begin({ name: req.method, kind: 'server' });
    observeRequest(req, res, (ended) => {
      note?.(ended);
      if (tracing && span) endSpan(tracing, span, ended);
    });
    if (tracing && span)
      noteWithin(res, (run) => {
        tracing.within(span, run);
      });
    goOnWith(res, next);
  };
}

function endSpan(tracing: Tracing, span: Span, ended: EndedRequest): void {
  const { method, route, status, requestId } = ended;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'adgate.request_id': requestId,
  });
  if (status >= 500) tracing.fail(span, status);
  span.end();
}
