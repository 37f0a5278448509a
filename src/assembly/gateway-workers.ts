import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { checkMachine } from '../platform/findings/machine-checks';
import { answerPolls } from '../platform/database/shared-polls';
import { type Config, parseConfig } from '../config';
import type { MetricFigures } from '../http/metrics';
import { acceptAll } from '../http/server';
import { openMetricsPort } from './metrics/metrics-port';
import { createWorkerMetrics } from '../http/worker-metrics';
import type { WorkerProcess, WorkerProgram } from '../platform/process/worker-process';
import { removeSharedFolder } from '../platform/process/shared-folder';
import { startWorkers, type Workers } from '../platform/process/workers';
import { readSettings } from '../settings-file';

export interface GatewayWorkersOptions extends WorkerProgram {
  readonly config: Config;
  readonly log: Logger;
  readonly defaultCount: number;
}

/**
 * The gateway as several processes that share its port, which this one watches and does nothing beside; their metrics
 * are those of one gateway.
 *
 * @throws {ConfigError} with the first worker's own line when it cannot start.
 */
export async function startGatewayWorkers(options: GatewayWorkersOptions): Promise<Workers> {
  const { config, log, defaultCount } = options;
  await warnOfMachine(config, log);
  let workers: Workers | null = null;
  /** The latest figures of each: one that is killed tells nothing any more. */
  const figures = new Map<WorkerProcess, MetricFigures>();
  const metrics = createWorkerMetrics(async () => {
    const serving = workers?.list() ?? [];
    const asked = serving.map(async (worker) => {
      // One that does not answer is shown as it was.
      const read = await worker.ask('figures').catch(() => null);
      if (Array.isArray(read)) figures.set(worker, read);
    });
    await Promise.all(asked);
    const known = [...figures];
    return {
      serving: serving.map((worker) => figures.get(worker) ?? []),
      leaving: known.filter(([worker]) => !serving.includes(worker)).map(([, read]) => read),
    };
  });
  const server = await openMetricsPort(config, metrics);
  const started = await startWorkers({
    ...options,
    env: { ...options.env, PORT: String(await portOf(config)) },
    count: () => parseConfig(readSettings(process.env)).workers ?? defaultCount,
    answers: { ...answerPolls(), figures: () => metrics.read(), accepted: acceptAll },
    onRestart: () => {
      metrics.noteRestart();
    },
    onEnded(worker) {
      const told = worker.lastWords();
      const last = Array.isArray(told) ? told : (figures.get(worker) ?? []);
      figures.delete(worker);
      metrics.keep(last).catch((error: unknown) => {
        log.warn({ err: error }, 'the figures of a worker that ended are lost');
      });
    },
  });
  workers = started;
  return {
    ...started,
    async close() {
      await started.close();
      removeSharedFolder(config.dataFolder);
      server?.close();
    },
  };
}

/** Warns of rights, limits and disk space that will be a problem some day, in one line each. */
async function warnOfMachine(config: Config, log: Logger): Promise<void> {
  const findings = await checkMachine(config, { mayFix: false });
  // Events in the journal are moved in a moment.
  for (const { check, state, message, remedy } of findings)
    if (state !== 'ok' && check !== 'journal') log.warn({ check, remedy }, message);
}

/** One that is free, where any may be taken: all workers must have the same. @throws the system's error */
async function portOf({ host, port }: Config): Promise<number> {
  if (port !== 0) return port;
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}
