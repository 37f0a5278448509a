import type { IncomingMessage, ServerResponse } from 'node:http';
import { statfs } from 'node:fs/promises';
import { type RequestHandler, Router } from 'express';
import { formatAmount } from './amount';
import type { ServiceContext } from './context';
import { refuseMethod, sendJson } from './http/answer';
import type { GatewayState } from './gateway-metrics';
import { createMetricsListener } from './http/metrics';
import { withTimeout } from './http/with-timeout';
import { assertAllowed } from './identity/access/access-rule';
import { databaseIsAway, diskIsFull } from './platform/database/unavailable';
import { listJobs } from './platform/jobs/job.service';
import type { ContextMaker } from './request-context';

export interface OperationsEnvironment extends GatewayState {
  readonly ctx: ServiceContext;
  readonly createContext: ContextMaker;
}

/** Longest that one part of the details may take. */
const partTimeoutMs = 1_000;

/** What those look at who run the server: `/metrics`, `/health/live`, `/health/details`. */
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
 * Whether a program of this machine asks by itself. A proxy of this machine that says for whom it asks is not meant: one
 * that does not say so must be kept from these paths.
 */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
  return isLoopback(socket.remoteAddress) && forwarding.every((name) => !(name in headers));
}

function isLoopback(address = ''): boolean {
  return /^(?:::ffff:)?127\./.test(address) || address === '::1';
}

/** @throws {AppError} `UNAUTHENTICATED`, `FORBIDDEN` */
async function assertOperator(
  { createContext }: OperationsEnvironment,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  assertAllowed(await createContext(req, res, { sessionCookie: 'ofOurPages' }), ['operator']);
}

async function detailsOf({
  ctx,
  readiness,
  changesKnownUntil,
}: OperationsEnvironment): Promise<object> {
  const { outages, eventLog, inventory, rates, config } = ctx;
  const part = <Value>(value: Promise<Value>) =>
    withTimeout(value, partTimeoutMs).catch(() => 'does not answer' as const);
  const [jobs, freeBytes, ledger] = await Promise.all([
    part(listJobs(ctx)),
    part(freeBytesOf(config)),
    part(readLedger(ctx)),
  ]);
  return {
    status: readiness(),
    clock: ctx.now().toISOString(),
    uptimeSeconds: Math.round(process.uptime()),
    memoryBytes: process.memoryUsage.rss(),
    database: { up: !outages.isFresh(databaseIsAway) },
    disk: { full: outages.isFresh(diskIsFull), freeBytes },
    events: { pending: eventLog.pendingCount, journalBytes: eventLog.journalBytes },
    inventory: {
      creatives: inventory.index.size,
      changesKnownUntil: changesKnownUntil().toISOString(),
    },
    exchangeRate: { freshUntil: rates.freshUntil()?.toISOString() ?? null },
    settlement: { settles: config.ledgerUrls !== null },
    ledger,
    jobs:
      typeof jobs === 'string'
        ? jobs
        : jobs.map(({ name, pieces }) => ({
            name,
            failing: pieces.filter(({ lastResult }) => lastResult === 'failed').length,
            lastEndedAt: newest(pieces.map(({ lastEndedAt }) => lastEndedAt)),
          })),
  };
}

/** null where this gateway pays nobody. */
async function readLedger({ ledger }: ServiceContext): Promise<object | null> {
  if (ledger === null) return null;
  const { address, balance } = await ledger.readOwnAccount();
  return { address, balance: formatAmount(balance) };
}

function newest(times: readonly (Date | null)[]): string | null {
  const latest = Math.max(0, ...times.map((time) => time?.getTime() ?? 0));
  return latest === 0 ? null : new Date(latest).toISOString();
}

async function freeBytesOf({ dataFolder }: ServiceContext['config']): Promise<number> {
  const { bavail, bsize } = await statfs(dataFolder);
  return bavail * bsize;
}
