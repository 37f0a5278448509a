import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { type RequestHandler, Router } from 'express';
import type { RequestContext } from '../../context';
import { refuseMethod } from '../../http/answer';
import { isJsonType, readBody } from '../../http/body';
import { allowOrigin, answerPreflight } from '../../http/cross-origin';
import { type FormReader, isMultipart, multipartTimeoutMs } from '../../http/multipart';
import type { InTime } from '../../http/in-time';
import type { ContextMaker } from '../../request-context';
import { assertMayUpload, formLimits, toOperation } from './multipart';
import { assertModest } from './request-size';

const methods = 'GET, POST, OPTIONS';

/** `/graphql`, in our shape of errors wherever Apollo does not come to answer. */
export function createGraphqlRouter(
  graphql: ApolloServer<RequestContext>,
  env: {
    readonly createContext: ContextMaker;
    readonly allowedOrigins: readonly string[];
    readonly readForm: FormReader;
    readonly inTime: InTime;
  },
): Router {
  const answer: RequestHandler = async (req, res, next) => {
    // Made here and not by Apollo, which masks what fails while it makes one.
    const context = await env.createContext(req, res, { sessionCookie: 'ofOurPages' });
    if (isMultipart(req)) {
      assertMayUpload(req, context);
      req.body = toOperation(await env.readForm(req, res, formLimits));
    }
    assertModest(req);
    await expressMiddleware(graphql, { context: () => Promise.resolve(context) })(req, res, next);
  };
  const router = Router();
  router.use((req, _res, next) => {
    // A path below is nobody's.
    next(req.path === '/' ? undefined : 'router');
  });
  router.use((req, res, next) => {
    allowOrigin(req, res, 'listed', env.allowedOrigins);
    if (req.method === 'OPTIONS') answerPreflight(req, res, methods);
    else if (req.method === 'GET' || req.method === 'POST') next();
    else refuseMethod(req, res, methods);
  });
  router.use((req, _res, next) => {
    req.body = {};
    if (req.method !== 'POST' || !isJsonType(req.headers['content-type'] ?? '')) next();
    else
      readBody(req, {}, (error, body) => {
        req.body = body;
        next(error ?? undefined);
      });
  });
  router.use(async (req, res, next) => {
    const timeoutMs = isMultipart(req) ? multipartTimeoutMs : undefined;
    await env.inTime(Promise.resolve(answer(req, res, next)), { timeoutMs });
  });
  return router;
}
