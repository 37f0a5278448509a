import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, type ChildOptions, startChild } from './child';

export interface BenchServer {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** The core of every server whose CPU is measured. */
const serverCore = 0;

export interface GatewayOptions {
  /** A part that the gateway leaves out; default: none, it is one worker as in production. */
  readonly without?: 'budgets' | 'jobs' | 'looks';
  /** True where time is measured: on one core the garbage collector halts the gateway. */
  readonly onAllCores?: boolean;
  /** Other settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The gateway in a process and with a data folder of its own. */
export async function startGatewayProcess(
  mongodbUri: string,
  { without, onAllCores = false, env = {} }: GatewayOptions = {},
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const program = without ? './partial-gateway' : '../../src/assembly/worker';
  const child = await startChild(require.resolve(program), {
    args: without ? ['--without', without] : [],
    env: {
      PORT: '0',
      ADGATE_DATA_DIR: folder,
      MONGODB_URI: mongodbUri,
      ADGATE_LOG_LEVEL: 'info',
      // The first find, before anything is measured, waits for its budgets however busy the machine is.
      ADGATE_FIND_WAIT_MS: '10000',
      ...env,
    },
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

/** The least servers that figures are compared with: node:http that answers JSON, signs besides, or answers a Buffer; Express. */
export type Baseline = 'json' | 'signed' | 'buffer' | 'express';

/** Starts one of these servers; its answers have `bytes` bytes. */
export function startBaseline(as: Baseline, bytes: number): Promise<BenchServer> {
  return startAnswering({ args: ['--as', as, '--bytes', String(bytes)], core: serverCore });
}

/** node:http that answers `bytes` of JSON with so many workers, on all cores. */
export function startBaselineWorkers(bytes: number, workers: number): Promise<BenchServer> {
  const args = ['--as', 'json', '--bytes', String(bytes), '--workers', String(workers)];
  return startAnswering({ args });
}

async function startAnswering(options: Pick<ChildOptions, 'args' | 'core'>): Promise<BenchServer> {
  const program = require.resolve('./answering-server');
  return toServer(await startChild(program, { ...options, readyLine: /listening on (\d+)/ }));
}

function toServer(child: Child): BenchServer {
  return { pid: child.pid, port: Number(child.ready[1]), stop: () => child.stop() };
}
