import { type RequestHandler, Router } from 'express';
import { refuseMethod, sendJson } from './answer';
import { withTimeout } from '../with-timeout';

/** The state of the process, as `GET /health` tells it. */
export type Readiness = 'starting' | 'ready' | 'draining';

/** Longest that a disk is asked how it is. */
const diskTimeoutMs = 500;

/**
 * `GET /health`: 200 while requests are welcome, 503 before and while draining. Outside GraphQL, so that it always answers.
 *
 * @param findTrouble what a ready gateway cannot do at the moment, in words; null: it can do everything. Rejects when
 * its disk cannot be asked.
 * @param details what else an operator should see, in words that are fit for everybody
 */
export function createHealthRouter(
  readiness: () => Readiness,
  findTrouble: () => Promise<string | null>,
  details: () => Readonly<Record<string, string>>,
): Router {
  let asked: Promise<string | null> | null = null;
  /** A disk that hangs is asked once, however many ask us. */
  const findReason = async () => {
    asked ??= findTrouble().finally(() => {
      asked = null;
    });
    return withTimeout(asked, diskTimeoutMs).catch(() => 'the disk does not answer');
  };
  const answer: RequestHandler = async (_req, res) => {
    const status = readiness();
    const reason = status === 'ready' ? await findReason() : null;
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, status === 'ready' ? 200 : 503, {
      status,
      ...(reason !== null && { reason }),
      ...details(),
    });
  };
  const router = Router();
  router.get('/health', answer);
  router.all('/health', (req, res) => refuseMethod(req, res, 'GET, HEAD'));
  return router;
}
