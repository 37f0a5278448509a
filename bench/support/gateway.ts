import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from './child';

export interface BenchServer {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** The core of every server whose CPU is measured. */
const serverCore = 0;

/**
 * The gateway in a process and with a data folder of its own.
 *
 * @param options.without a part that it leaves out; default: none, it is one worker as in production
 * @param options.onAllCores where time is measured: a collector that shares one core with what it collects for halts it
 */
export async function startGatewayProcess(
  mongodbUri: string,
  {
    without,
    onAllCores = false,
  }: { readonly without?: 'budgets' | 'jobs'; readonly onAllCores?: boolean } = {},
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const program = without ? './partial-gateway' : '../../src/worker';
  const child = await startChild(require.resolve(program), {
    args: without ? ['--without', without] : [],
    env: { PORT: '0', ADGATE_DATA_DIR: folder, MONGODB_URI: mongodbUri, ADGATE_LOG_LEVEL: 'info' },
    readyLine: /"url":"http:\/\/127\.0\.0\.1:(\d+)","msg":"ready"/,
    ...(onAllCores ? {} : { core: serverCore }),
  });
  return {
    ...toServer(child),
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The gateway with so many workers, on all cores. */
export async function startWorkers(mongodbUri: string, workers: number): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const child = await startChild(require.resolve('../../src/main'), {
    env: {
      PORT: '0',
      ADGATE_DATA_DIR: folder,
      MONGODB_URI: mongodbUri,
      ADGATE_WORKERS: String(workers),
      ADGATE_LOG_LEVEL: 'info',
    },
    readyLine: /"url":"http:\/\/127\.0\.0\.1:(\d+)","msg":"ready"/,
  });
  const server = toServer(child);
  while ((await countWorkers(server.port)) < workers) await pause(100);
  return {
    ...server,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function countWorkers(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^adgate_workers (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

/** Bare node:http that answers `bytes` of JSON. */
export function startBareServer(bytes: number): Promise<BenchServer> {
  return startAnsweringServer(require.resolve('./bare-server'), bytes);
}

/** The same with so many workers, on all cores. */
export async function startBareWorkers(bytes: number, workers: number): Promise<BenchServer> {
  return toServer(
    await startChild(require.resolve('./bare-server'), {
      args: ['--bytes', String(bytes), '--workers', String(workers)],
      readyLine: /listening on (\d+)/,
    }),
  );
}

/** Bare node:http that answers a Buffer of `bytes`. */
export function startBufferServer(bytes: number): Promise<BenchServer> {
  return startAnsweringServer(require.resolve('./buffer-server'), bytes);
}

/** Express with its own JSON middleware that answers `bytes` of JSON. */
export function startExpressServer(bytes: number): Promise<BenchServer> {
  return startAnsweringServer(require.resolve('./express-server'), bytes);
}

async function startAnsweringServer(program: string, bytes: number): Promise<BenchServer> {
  return toServer(
    await startChild(program, {
      args: ['--bytes', String(bytes)],
      readyLine: /listening on (\d+)/,
      core: serverCore,
    }),
  );
}

function toServer(child: Child): BenchServer {
  return { pid: child.pid, port: Number(child.ready[1]), stop: () => child.stop() };
}
