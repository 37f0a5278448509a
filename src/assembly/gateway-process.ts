import type { Logger } from 'pino';
import type { Config } from '../config';
import type { ServiceContext } from '../api/context';
import { defaultGraceMs, type Gateway, startGateway } from './gateway';
import { createSharedPolls } from '../platform/database/shared-polls';
import { createMetrics, type MetricFigures } from '../http/metrics';
import { acceptAll } from '../http/server';
import { openMetricsPort } from './metrics/metrics-port';
import { exitOnSignals } from '../platform/process/process';
import { isWorker, joinPrimary } from '../platform/process/worker';
import { currentTracing, startTracing } from '../platform/process/tracing';
import type { ReadyWorker } from '../platform/process/worker-process';
import { assertPresent } from '../present';

/** Work of a gateway before it is ready, and the words that it then sends to the process that has started it. */
export interface GatewayRole {
  /** @param closing aborted when the gateway ends */
  readonly prepare?: (ctx: ServiceContext, closing: AbortSignal) => Promise<void>;
  readonly describe?: (ctx: ServiceContext) => Promise<object>;
  /** For so long it answers on when it ends; default 1 second. */
  readonly graceMs?: number;
}

/**
 * Runs a gateway in this process until it is told to end.
 *
 * @throws what `startGateway` and `open` throw.
 */
export async function runGateway(
  config: Config,
  log: Logger,
  role: GatewayRole = {},
): Promise<void> {
  const { prepare = () => Promise.resolve(), describe = () => Promise.resolve({}) } = role;
  const { graceMs = defaultGraceMs } = role;
  const closing = new AbortController();
  await startTracing(process.env);
  const start = isWorker() ? startAsWorker : startAlone;
  const { gateway, tellReady } = await start(config, log, { closing, graceMs });
  const uri = assertPresent(config.mongodbUri, 'who starts a gateway names its database');
  const ctx = await gateway.open(uri, (opened) => prepare(opened, closing.signal));
  const description = await describe(ctx);
  log.info({ pid: process.pid, url: gateway.url }, 'ready');
  await tellReady?.({ url: gateway.url, ...description });
}

interface Ending {
  /** Aborted when the gateway ends. */
  readonly closing: AbortController;
  readonly graceMs: number;
}

interface StartedGateway {
  readonly gateway: Gateway;
  readonly tellReady?: (ready: ReadyWorker) => Promise<void>;
}

async function startAlone(
  config: Config,
  log: Logger,
  { closing, graceMs }: Ending,
): Promise<StartedGateway> {
  const metrics = createMetrics();
  const gateway = await startGateway(config, log, { metrics });
  const metricsServer = await openMetricsPort(config, metrics);
  exitOnSignals(async () => {
    closing.abort();
    await gateway.close({ graceMs });
    await currentTracing()?.stop();
    metricsServer?.close();
  }, log);
  process.on('SIGHUP', () => {
    log.warn('one process alone cannot be reloaded: set ADGATE_WORKERS, or start it again');
  });
  return { gateway };
}

async function startAsWorker(
  config: Config,
  log: Logger,
  { closing, graceMs }: Ending,
): Promise<StartedGateway> {
  const metrics = createMetrics();
  const started = Promise.withResolvers<Gateway>();
  const primary = joinPrimary({
    async close(how) {
      closing.abort();
      await (await started.promise).close({ ...how, graceMs });
      await currentTracing()?.stop();
    },
    answers: { figures: () => metrics.read() },
    lastWords: () => metrics.read(),
    log,
  });
  const gateway = await startGateway(config, log, {
    besideUrl: primary.besideUrl,
    sharedPolls: createSharedPolls((topic, value) => primary.ask(topic, value)),
    metrics: {
      ...metrics,
      async read() {
        const figures: unknown = await primary.ask('figures');
        if (!Array.isArray(figures)) throw new Error('the primary process tells no figures');
        const known: MetricFigures = figures;
        return known;
      },
    },
    // Connections that the primary has accepted come by the same channel, before its answer.
    allAccepted: () => primary.ask('accepted').then(acceptAll, acceptAll),
  });
  started.resolve(gateway);
  return { gateway, tellReady: (ready) => primary.tellReady(ready) };
}
