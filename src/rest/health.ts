import { type RequestHandler, Router } from 'express';
import { refuseMethod, sendJson } from './route';

/** What the process is doing, as `GET /health` tells it. */
export type Readiness = 'starting' | 'ready' | 'draining';

/** `GET /health`: 200 while requests are welcome, 503 before and while draining. Outside GraphQL, so that it always answers. */
export function createHealthRouter(readiness: () => Readiness): Router {
  const answer: RequestHandler = (_req, res) => {
    const status = readiness();
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, status === 'ready' ? 200 : 503, { status });
  };
  const router = Router();
  router.get('/health', answer);
  router.all('/health', (req, res) => refuseMethod(req, res, 'GET, HEAD'));
  return router;
}
