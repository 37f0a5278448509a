import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ErrorDetails, invalid } from '../../errors';
import type { Inspected } from './content';
import type { OutsidePart, Wanted } from './outside-parts';
import { refuseContent } from './refuse-content';

/** A content for a thread to read. */
export interface InspectionRequest {
  readonly type: 'html' | 'video' | 'model';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly scope: string | null;
  readonly allowedOrigins: readonly string[];
  readonly fetchHosts: readonly string[];
  /** Fetched from those hosts, by URL. */
  readonly outside: ReadonlyMap<string, OutsidePart>;
}

export type InspectionAnswer =
  | { readonly inspected: Omit<Inspected, 'bytes'> & { readonly bytes: Uint8Array<ArrayBuffer> } }
  | Wanted
  | { readonly refused: { readonly message: string; readonly details: ErrorDetails } }
  | { readonly failed: unknown };

/** Reads uploads in threads of their own, so that none can keep the process from answering. */
export interface ContentWorkers {
  /**
   * Takes as many threads as it is called at once; its callers bound that.
   *
   * @throws {AppError} `VALIDATION_FAILED`, also for what takes too long or too much memory.
   */
  inspect(request: InspectionRequest): Promise<Inspected | Wanted>;
  /** Ends the threads. */
  close(): Promise<void>;
}

export interface ContentWorkersOptions {
  /** Default 5 seconds, the start of a thread not included. */
  readonly deadlineMs?: number;
  /** See `ADGATE_PATIENCE`; default: 1. */
  readonly patience?: number;
}

const file = require.resolve('./content-worker');
const resourceLimits = { maxOldGenerationSizeMb: 256 };

export function createContentWorkers({
  deadlineMs = 5_000,
  patience = 1,
}: ContentWorkersOptions = {}): ContentWorkers {
  const idle: Worker[] = [];
  const all = new Set<Worker>();

  async function start(): Promise<Worker> {
    const worker = new Worker(file, {
      resourceLimits,
      // Sources that are run as they are need what runs them.
      ...(file.endsWith('.ts') && { execArgv: process.execArgv }),
    });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    // That it is ready.
    await once(worker, 'message');
    return worker;
  }

  async function ask(worker: Worker, request: InspectionRequest): Promise<InspectionAnswer> {
    const signal = AbortSignal.timeout(deadlineMs * patience);
    const answered = once(worker, 'message', { signal });
    // A thread at work keeps the process, an idle one does not.
    worker.ref();
    worker.postMessage(request);
    try {
      // Our own `content-worker` says nothing else.
      const [answer] = (await answered) as [InspectionAnswer];
      worker.unref();
      idle.push(worker);
      return answer;
    } catch (error) {
      await worker.terminate();
      if (signal.aborted) return refuseContent('content', 'takes too long to read', error);
      if (isOutOfMemory(error))
        return refuseContent('content', 'takes too much memory to read', error);
      throw error;
    }
  }

  return {
    async inspect(request) {
      const answer = await ask(idle.pop() ?? (await start()), request);
      if ('wanted' in answer) return answer;
      if ('inspected' in answer) {
        const { bytes, ...rest } = answer.inspected;
        return { ...rest, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
      }
      if ('refused' in answer)
        throw invalid(answer.refused.details, { message: answer.refused.message });
      throw answer.failed;
    },
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
