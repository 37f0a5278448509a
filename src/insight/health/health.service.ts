import { statfs } from 'node:fs/promises';
import { databaseIsAway, diskIsFull } from '../../platform/database/unavailable';
import { readBroadcastTime } from '../../money/payments/broadcast/may-broadcast.service';
import { problemsOf } from '../../money/payments/settlement-problems';
import { listJobs } from '../../platform/jobs/job.service';
import { minuteMs } from '../../time';
import { withTimeout } from '../../with-timeout';
import {
  healthProblemsOf,
  type HealthFacts,
  type HealthProblem,
  type JobHealth,
} from './gateway-health';
import type { HealthContext } from './health.context';

/** Longest that one part may take, where the gateway has its usual patience. */
const partTimeoutMs = 1_000;
/** Work that has been due for less is not late. */
const usualLagMs = minuteMs;

/** How a gateway is, part by part. */
export interface GatewayHealth extends HealthFacts {
  readonly problems: readonly HealthProblem[];
  readonly uptimeSeconds: number;
  readonly memoryBytes: number;
  /** Views and clicks that are not durable yet. */
  readonly pendingEvents: number;
  /** Creatives for sale. */
  readonly creatives: number;
  /** Null where the wallet does not answer, or there is none. */
  readonly ledgerAddress: string | null;
}

/** Looks at the gateway that answers. What does not answer in a second is null. */
export async function readGatewayHealth(ctx: HealthContext): Promise<GatewayHealth> {
  const { outages, eventLog, inventory, rates, config, gateway, ledger } = ctx;
  const part = <Value>(value: Promise<Value>) =>
    withTimeout(value, partTimeoutMs * config.patience).catch(() => null);
  const at = ctx.now();
  const [jobs, freeBytes, account, settlement, broadcastAt, verdictsDueSince, clockSkewMs] =
    await Promise.all([
      part(listJobHealth(ctx)),
      part(freeBytesOf(config.dataFolder)),
      ledger && part(ledger.readOwnAccount()),
      part(ctx.settlements.get()),
      part(readBroadcastTime(ctx)),
      part(ctx.openVerdicts.findDueSince(new Date(at.getTime() - usualLagMs))),
      part(ctx.readClockSkewMs()),
    ]);
  const facts: HealthFacts = {
    status: gateway.readiness(),
    at,
    isDatabaseUp: !outages.isFresh(databaseIsAway),
    clockSkewMs,
    isDiskFull: outages.isFresh(diskIsFull),
    freeBytes,
    reservedBytes: config.reservedDiskBytes,
    journalBytes: eventLog.journalBytes,
    changesKnownUntil: gateway.changesKnownUntil(),
    rateFreshUntil: rates.freshUntil(),
    settles: ledger !== null,
    ledgerBalance: account?.balance ?? null,
    settlementProblems: settlement && problemsOf(settlement),
    broadcastAt,
    verdictsDueSince,
    jobs,
  };
  return {
    ...facts,
    problems: healthProblemsOf(facts),
    uptimeSeconds: Math.round(process.uptime()),
    memoryBytes: process.memoryUsage.rss(),
    pendingEvents: eventLog.pendingCount,
    creatives: inventory.index.size,
    ledgerAddress: account?.address ?? null,
  };
}

async function listJobHealth(ctx: HealthContext): Promise<readonly JobHealth[]> {
  const jobs = await listJobs(ctx);
  return jobs.map(({ name, pieces, failing }) => ({
    name,
    failing,
    lastEndedAt: newest(pieces.map(({ lastEndedAt }) => lastEndedAt)),
  }));
}

function newest(times: readonly (Date | null)[]): Date | null {
  const latest = Math.max(0, ...times.map((time) => time?.getTime() ?? 0));
  return latest === 0 ? null : new Date(latest);
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
