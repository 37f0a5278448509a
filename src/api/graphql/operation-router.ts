import { type RequestHandler, Router } from 'express';
import { refuseMethod } from '../../http/answer';
import { isJsonType, readBody } from '../../http/body';
import { allowOrigin, answerPreflight } from '../../http/cross-origin';
import { isMultipart, multipartTimeoutMs } from '../../http/multipart';
import { goOnWith } from '../../http/request-observer';
import type { InTime } from '../../http/in-time';

const methods = 'GET, POST, OPTIONS';

/** A path that operations are sent to, in our shape of errors wherever the answer itself does not begin. */
export function createOperationRouter(
  env: {
    readonly allowedOrigins: readonly string[];
    readonly inTime: InTime;
    /** Runs before a request is taken for an operation. */
    readonly first?: RequestHandler;
  },
  answer: RequestHandler,
): Router {
  const router = Router();
  router.use((req, _res, next) => {
    // A path below is nobody's.
    next(req.path === '/' ? undefined : 'router');
  });
  router.use((req, res, next) => {
    allowOrigin(req, res, 'listed', env.allowedOrigins);
    next();
  });
  if (env.first) router.use(env.first);
  router.use((req, res, next) => {
    if (req.method === 'OPTIONS') answerPreflight(req, res, methods);
    else if (req.method === 'GET' || req.method === 'POST') next();
    else refuseMethod(req, res, methods);
  });
  router.use((req, res, next) => {
    req.body = {};
    if (req.method !== 'POST' || !isJsonType(req.headers['content-type'] ?? '')) next();
    else
      readBody(req, {}, (error, body) => {
        req.body = body;
        goOnWith(res, () => {
          next(error ?? undefined);
        });
      });
  });
  router.use(async (req, res, next) => {
    const timeoutMs = isMultipart(req) ? multipartTimeoutMs : undefined;
    await env.inTime(Promise.resolve(answer(req, res, next)), { timeoutMs });
  });
  return router;
}
