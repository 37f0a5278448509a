import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestHandler, Router } from 'express';
import { formatAmount } from '../amount';
import type { ServiceContext } from '../api/context';
import { refuseMethod, sendJson } from '../http/answer';
import type { GatewayState } from './metrics/gateway-metrics';
import { createMetricsListener } from '../http/metrics';
import { isLoopback } from '../ip-address';
import { assertAllowed } from '../identity/access/access-rule';
import { readGatewayHealth } from '../insight/health/health.service';
import type { ContextMaker } from '../api/request-context';

export interface OperationsEnvironment extends GatewayState {
  readonly ctx: ServiceContext;
  readonly createContext: ContextMaker;
}

/** Stands in the place of a part that does not answer. */
const isSilent = 'does not answer';

/** Paths for those who run the server: `/metrics`, `/health/live`, `/health/details`. */
export function createOperationsRouter(env: OperationsEnvironment): Router {
  const router = Router();
  const answerMetrics = createMetricsListener(env.metrics);
  const operatorsOnly: RequestHandler = async (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    if (!isFromThisMachine(req)) await assertOperator(env, req, res);
    next();
  };
  router.get('/metrics', operatorsOnly, answerMetrics);
  router.get('/health/details', operatorsOnly, async (_req, res) => {
    sendJson(res, 200, await detailsOf(env));
  });
  router.get('/health/live', (_req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, 200, { status: 'live' });
  });
  router.all(['/metrics', '/health/details', '/health/live'], (req, res) =>
    refuseMethod(req, res, 'GET, HEAD'),
  );
  return router;
}

/**
 * Says that a program of this machine asks for itself. A proxy of this machine that names its client does not count, nor
 * does a browser that shows a page whose own host was made to lead here (DNS rebinding): it names that host. Keep a proxy
 * that names no client away from these paths.
 */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    namesThisMachine(headers.host ?? '') &&
    forwarding.every((name) => !(name in headers))
  );
}

/** @param host a Host header. @see RFC 9110 §7.2, RFC 6761 §6.3 */
function namesThisMachine(host: string): boolean {
  if (!/^[\w.:[\]-]+$/.test(host)) return false;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return /^localhost\.?$/.test(name) || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}

/** @throws {AppError} `UNAUTHENTICATED`, `FORBIDDEN` */
async function assertOperator(
  { createContext }: OperationsEnvironment,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  assertAllowed(await createContext(req, res, { sessionCookie: 'ofOurPages' }), ['operator']);
}

async function detailsOf({ ctx, readiness, changesKnownUntil }: OperationsEnvironment) {
  const gateway = { readiness, changesKnownUntil };
  const health = await readGatewayHealth({ ...ctx, gateway });
  const { settles, ledgerAddress, ledgerBalance } = health;
  return {
    status: health.status,
    problems: health.problems,
    clock: health.at.toISOString(),
    clockSkewMs: health.clockSkewMs ?? isSilent,
    uptimeSeconds: health.uptimeSeconds,
    memoryBytes: health.memoryBytes,
    database: { up: health.isDatabaseUp },
    disk: { full: health.isDiskFull, freeBytes: health.freeBytes ?? isSilent },
    events: { pending: health.pendingEvents, journalBytes: health.journalBytes },
    inventory: {
      creatives: health.creatives,
      changesKnownUntil: health.changesKnownUntil.toISOString(),
    },
    exchangeRate: { freshUntil: health.rateFreshUntil?.toISOString() ?? null },
    peers: { broadcastAt: health.broadcastAt?.toISOString() ?? null },
    settlement: { settles, problems: health.settlementProblems ?? isSilent },
    ledger: !settles
      ? null
      : ledgerBalance === null
        ? isSilent
        : { address: ledgerAddress, balance: formatAmount(ledgerBalance) },
    jobs: health.jobs ?? isSilent,
  };
}
