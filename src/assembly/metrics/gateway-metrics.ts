import { watchCaches } from './cache-metrics';
import { watchPeers } from './peer-metrics';
import { watchDatabase } from './database-metrics';
import type { ServiceContext } from '../../api/context';
import type { Readiness } from '../../http/health';
import type { Metrics } from '../../http/metrics';
import { withTimeout } from '../../with-timeout';
import { watchFrequency } from './frequency-metrics';
import { watchLedger } from './ledger-metrics';
import { findDueSince } from '../../insight/notifications/webhook-messages.service';
import { addStoredGauge, metricsTimeoutMs } from './stored-gauge';
import { databaseIsAway, diskIsFull } from '../../platform/database/unavailable';
import { listJobs } from '../../platform/jobs/job.service';

const mostCounted = 100_000;
/** A shorter delay is no lag: the work is on its way. */
const usualLagMs = 60_000;

/** The gateway around an app, as metrics show it. */
export interface GatewayState {
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
  /** All changes of others before this time are in force here. */
  readonly changesKnownUntil: () => Date;
}

/** Shows what a gateway knows of itself: each figure is asked for when somebody looks. */
export function watchGateway(
  ctx: ServiceContext,
  { readiness, metrics, changesKnownUntil }: GatewayState,
): void {
  /** @param aggregator what is said of several workers: their sum, or the worst of them */
  const gauge = (
    name: string,
    help: string,
    aggregator: 'sum' | 'min' | 'max',
    read: () => number,
  ) => {
    metrics.addGauge({
      name,
      help,
      aggregator,
      collect() {
        this.set(read());
      },
    });
  };
  gauge('adgate_ready', '1 while requests are welcome, else 0.', 'min', () =>
    readiness() === 'ready' ? 1 : 0,
  );
  gauge(
    'adgate_database_up',
    '0 within 10 seconds of a request that missed it, else 1.',
    'min',
    () => (ctx.outages.isFresh(databaseIsAway) ? 0 : 1),
  );
  gauge(
    'adgate_disk_full',
    '1 within 10 seconds of a write that the disk refused, else 0.',
    'max',
    () => (ctx.outages.isFresh(diskIsFull) ? 1 : 0),
  );
  gauge('adgate_inventory_creatives', 'Creatives for sale.', 'min', () => ctx.inventory.index.size);
  gauge(
    'adgate_inventory_age_seconds',
    'Seconds since all that others have changed was in force here.',
    'max',
    () => Math.max(0, (ctx.now().getTime() - changesKnownUntil().getTime()) / 1_000),
  );
  gauge(
    'adgate_events_pending',
    'Views and clicks that are not durable yet.',
    'sum',
    () => ctx.eventLog.pendingCount,
  );
  gauge(
    'adgate_journal_bytes',
    'Bytes of events on the disk that wait for the database.',
    'sum',
    () => ctx.eventLog.journalBytes,
  );
  gauge(
    'adgate_rate_fresh_seconds',
    'Seconds for which the exchange rate is still good; 0: finds offer nothing to pay for.',
    'min',
    () => Math.max(0, ((ctx.rates.freshUntil()?.getTime() ?? 0) - ctx.now().getTime()) / 1_000),
  );
  watchClock(metrics, ctx);
  watchVerification(metrics, ctx);
  watchJobs(metrics, ctx);
  watchWebhooks(metrics, ctx);
  watchBackups(metrics, ctx);
  watchDatabase(metrics, ctx.connectionPool);
  watchLedger(metrics, ctx);
  watchCaches(metrics, ctx);
  watchFrequency(metrics, ctx);
  watchPeers(metrics, ctx);
}

function watchBackups(metrics: Metrics, { findLastBackup, now }: ServiceContext): void {
  const configuration = {
    name: 'adgate_backup_age_seconds',
    help: 'Seconds since the moment that the last backup by `adgate db backup` is of; absent before the first.',
    aggregator: 'min',
  } as const;
  addStoredGauge(metrics, configuration, async () => {
    const last = await findLastBackup();
    return last && Math.max(0, (now().getTime() - last.takenAt.getTime()) / 1_000);
  });
}

function watchClock(metrics: Metrics, { readClockSkewMs }: ServiceContext): void {
  const configuration = {
    name: 'adgate_clock_skew_seconds',
    help: 'By how much the clock and that of the database differ; absent where the database does not tell.',
    aggregator: 'max',
  } as const;
  addStoredGauge(metrics, configuration, async () => {
    const skewMs = await readClockSkewMs();
    return skewMs === null ? null : Math.abs(skewMs) / 1_000;
  });
}

function watchVerification(metrics: Metrics, ctx: ServiceContext): void {
  const configuration = {
    name: 'adgate_verification_lag_seconds',
    help: 'For how long the event or conversion is due to a verdict that is due longest; 0: none for a minute.',
    aggregator: 'max',
  } as const;
  addStoredGauge(metrics, configuration, async () => {
    const now = ctx.now().getTime();
    const since = await ctx.openVerdicts.findDueSince(new Date(now - usualLagMs));
    return since === null ? 0 : (now - since.getTime()) / 1_000;
  });
}

function watchWebhooks(metrics: Metrics, ctx: ServiceContext): void {
  metrics.addCounter({
    name: 'adgate_webhook_attempts_total',
    help: 'Attempts to deliver messages to webhooks.',
    labelNames: ['outcome'] as const,
    collect() {
      const { taken, failed } = ctx.webhookAttempts;
      this.reset();
      this.inc({ outcome: 'taken' }, taken);
      this.inc({ outcome: 'failed' }, failed);
    },
  });
  const lag = {
    name: 'adgate_webhook_lag_seconds',
    help: 'For how long the message to a webhook is due that is due longest; 0: none is.',
    aggregator: 'max',
  } as const;
  addStoredGauge(metrics, lag, async () => {
    const now = ctx.now();
    const since = await findDueSince(ctx, now);
    return since === null ? 0 : (now.getTime() - since.getTime()) / 1_000;
  });
  metrics.addGauge({
    name: 'adgate_webhook_messages',
    help: 'Messages of all webhooks that wait or are dead; at most 100,000 are counted.',
    labelNames: ['state'] as const,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const state of ['pending', 'dead'] as const) {
        const count = await withTimeout(
          ctx.webhookMessages.countOf(state, mostCounted),
          metricsTimeoutMs,
        ).catch(() => null);
        if (count !== null) this.set({ state }, count);
      }
    },
  });
}

function watchJobs(metrics: Metrics, ctx: ServiceContext): void {
  // Not `job`: Prometheus gives that name to what it scrapes, and renames ours.
  const labelNames = ['name'] as const;
  let asked: Promise<Awaited<ReturnType<typeof listJobs>>> | null = null;
  /** Both figures of one look come from one reading. */
  const reports = () => {
    asked ??= withTimeout(listJobs(ctx), metricsTimeoutMs)
      .catch(() => [])
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  metrics.addGauge({
    name: 'adgate_job_last_end_timestamp_seconds',
    help: 'When the piece of a job that has waited longest ended last, in Unix seconds; absent before.',
    labelNames,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { name, pieces } of await reports()) {
        const ends = pieces.flatMap(({ lastEndedAt }) => lastEndedAt?.getTime() ?? []);
        if (ends.length > 0) this.set({ name }, Math.min(...ends) / 1_000);
      }
    },
  });
  metrics.addGauge({
    name: 'adgate_job_failing_pieces',
    help: 'Pieces of a job whose last run failed or was lost, or whose run under way lasts too long.',
    labelNames,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { name, failing } of await reports()) this.set({ name }, failing);
    },
  });
}
