import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { expressMiddleware } from '@as-integrations/express5';
import type { ApolloServer } from '@apollo/server';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { RequestContext, RequestFacts, ServiceContext, Viewer } from './context';
import { AppError } from './errors';
import { createSchema } from './graphql/schema';
import { createGraphqlServer } from './graphql/server';
import { findBearer } from './oauth/bearer';
import { assertUtf8 } from './rest/body';
import { allowOrigin, answerPreflight } from './rest/cross-origin';
import { createDemoRouter } from './rest/demo';
import { answerUnknownPath, createErrorHandler } from './rest/error-handler';
import { addFileRoutes } from './rest/files';
import {
  adoptMessages,
  asRouted,
  createMessageClasses,
  type MessageClasses,
} from './rest/message-classes';
import { createHealthRouter, type Readiness } from './rest/health';
import { routes } from './rest/index';
import { isMultipart, multipartTimeoutMs, readOperationWithFiles } from './rest/multipart';
import { compileRoutes, refuseMethod, type RouteEnvironment, type TokenRule } from './rest/route';
import { readSessionCookie } from './rest/session-cookie';
import { withTimeout } from './rest/with-timeout';

export interface App {
  readonly listener: RequestListener;
  /** Ends what the app itself started; the context is its owner's. */
  close(): Promise<void>;
}

/** Longest URL that is looked at. */
const maxUrlLength = 8_192;
const maxGraphqlBytes = 256 * 1024;
const graphqlMethods = 'GET, POST, OPTIONS';

function isTooLong({ url = '' }: IncomingMessage): boolean {
  return url.length > maxUrlLength;
}

/**
 * Puts a service context behind HTTP: the ad path, REST, GraphQL.
 *
 * @throws when a REST record does not fit the schema.
 */
export async function createApp(
  ctx: ServiceContext,
  readiness: () => Readiness = () => 'ready',
  messages: MessageClasses = createMessageClasses(),
): Promise<App> {
  const schema = createSchema();
  const graphql = createGraphqlServer(schema, {
    allowsIntrospection: ctx.config.allowsIntrospection,
    log: ctx.log,
  });
  await graphql.start();

  const app = express();
  adoptMessages(app, messages);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('trust proxy', [...ctx.config.trustedProxies]);
  const { allowedOrigins } = ctx.config;
  const env = {
    schema,
    allowedOrigins,
    publicUrl: ctx.publicUrl,
    createContext: createContextMaker(ctx),
  };

  app.use((req, res, next) => {
    if (isTooLong(req)) {
      allowOrigin(req, res, 'any', []);
      throw new AppError('URI_TOO_LONG', 'the URL is too long');
    }
    next();
  });
  const records = compileRoutes(routes, env);
  // In front of all records: every one that does not match costs a little, and bytes are asked for most.
  addFileRoutes(app, ctx);
  records.addTo(app);
  app.use(createHealthRouter(readiness));
  if (ctx.config.hasDemo) app.use(createDemoRouter(ctx));
  addGraphql(app, graphql, env);
  app.use(answerUnknownPath);
  const answerError = createErrorHandler(ctx.log);
  app.use(answerError);
  return {
    listener(req, res) {
      res.setHeader('X-Request-Id', randomUUID());
      // Nothing that we answer belongs in a search engine.
      res.setHeader('X-Robots-Tag', 'noindex');
      // A message that was not born as express's is for express to make one.
      const isReady = req instanceof messages.IncomingMessage && !isTooLong(req);
      const answer = isReady ? records.find(req) : undefined;
      if (!answer) {
        app(req, res);
        return;
      }
      const [request, response] = [asRouted(req), res as Response];
      void answer(request, response, (error: unknown) => {
        try {
          void answerError(error, request, response, () => res.destroy());
        } catch (cause) {
          ctx.log.error({ err: cause }, 'an error could not be answered');
          res.destroy();
        }
      });
    },
    close: () => graphql.stop(),
  };
}

/** `/graphql`, in our shape of errors wherever Apollo does not come to answer. */
function addGraphql(
  app: Pick<Router, 'use'>,
  graphql: ApolloServer<RequestContext>,
  env: Pick<RouteEnvironment, 'allowedOrigins' | 'createContext'>,
): void {
  const answerGraphql: RequestHandler = async (req, res, next) => {
    // Made here and not by Apollo, which masks what fails while it makes one.
    const context = await env.createContext(req, res);
    if (isMultipart(req)) await readOperationWithFiles(req, res, context);
    await expressMiddleware(graphql, { context: () => Promise.resolve(context) })(req, res, next);
  };

  app.use('/graphql', (req, res, next) => {
    allowOrigin(req, res, 'listed', env.allowedOrigins);
    if (req.method === 'OPTIONS') answerPreflight(req, res, graphqlMethods);
    else if (req.method === 'GET' || req.method === 'POST') next();
    else refuseMethod(req, res, graphqlMethods);
  });
  app.use(
    '/graphql',
    express.json({
      limit: maxGraphqlBytes,
      inflate: false,
      verify: (_req, _res, body) => {
        assertUtf8(body);
      },
    }),
    async (req, res, next) => {
      const timeoutMs = isMultipart(req) ? multipartTimeoutMs : undefined;
      await withTimeout(Promise.resolve(answerGraphql(req, res, next)), timeoutMs);
    },
  );
}

/** Where the request came from is looked for among the proxies' headers only when somebody asks. */
class ExpressRequestFacts implements RequestFacts {
  readonly headers: IncomingMessage['headers'];
  readonly #req: Request;

  constructor(req: Request) {
    this.headers = req.headers;
    this.#req = req;
  }

  get remoteAddress(): string {
    return this.#req.ip ?? '';
  }

  get userAgent(): string {
    return this.headers['user-agent'] ?? '';
  }
}

type ContextMaker = RouteEnvironment['createContext'];

/** Makes the contexts of requests; only a request that carries a token costs a look into the database. */
function createContextMaker(ctx: ServiceContext): ContextMaker {
  /** Inherits the process's context instead of copying it for every request. */
  class Context {
    constructor(
      readonly requestId: string,
      readonly request: RequestFacts,
      readonly viewer: Viewer | null,
      readonly hasCheckedInputs: boolean,
    ) {}
  }
  Object.setPrototypeOf(Context.prototype, ctx);

  return (req, res, rule) => {
    const token = tokenOf(req, rule ?? {}, ctx.publicUrl);
    const withViewer = (viewer: Viewer | null) => {
      const requestId = String(res.getHeader('X-Request-Id'));
      const facts = new ExpressRequestFacts(req as Request);
      return new Context(requestId, facts, viewer, rule !== undefined) as unknown as RequestContext;
    };
    if (token === '') return withViewer(null);
    const withAccepted = (viewer: Viewer | null) =>
      withViewer(
        rule?.accepts === undefined || viewer?.credential.kind === rule.accepts ? viewer : null,
      );
    const found = findBearer(ctx, token);
    return found instanceof Promise ? found.then(withAccepted) : withAccepted(found);
  };
}

/** The caller's token; empty without one. Only `Authorization` has a scheme before it. */
function tokenOf(
  { headers }: IncomingMessage,
  { tokenHeader = 'authorization', readsSessionCookie = false }: TokenRule,
  publicUrl: string,
): string {
  const header = headers[tokenHeader];
  if (typeof header !== 'string')
    return readsSessionCookie ? (readSessionCookie(headers, publicUrl) ?? '') : '';
  const token = /^Bearer +(.*)$/i.exec(header)?.[1];
  return (token ?? (tokenHeader === 'authorization' ? '' : header)).trim();
}
