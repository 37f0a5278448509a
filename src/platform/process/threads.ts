import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Threads of one program, so that no work of theirs can keep the process from answering. */
export interface Threads<Request, Answer> {
  /**
   * Takes as many threads as it is called at once; its callers bound that.
   *
   * @param moved buffers of the request that the thread takes over: the caller has them no more. Others are copied.
   * @throws {ThreadFailure} for a request that takes too long or too much memory
   */
  ask(request: Request, moved?: readonly ArrayBuffer[]): Promise<Answer>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** A request that a thread could not finish within its bounds. The thread is gone. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';

  constructor(
    readonly reason: 'time' | 'memory',
    options: ErrorOptions,
  ) {
    super(`a thread has used up its ${reason}`, options);
  }
}

export interface ThreadsOptions {
  /** The thread's program: it says that it is ready by a first message, then one message in, one out. */
  readonly file: string;
  /** For one request, the start of a thread not included. */
  readonly deadlineMs: number;
  readonly maxHeapMebibytes: number;
  /** False: each thread ends once it has answered, and gives all of its memory back. Default: it waits for the next request. */
  readonly areKept?: boolean;
}

/** @typeParam Answer what the program of `file` answers with; nobody else says it */
export function createThreads<Request, Answer>({
  file,
  deadlineMs,
  maxHeapMebibytes,
  areKept = true,
}: ThreadsOptions): Threads<Request, Answer> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();

  async function start(): Promise<Worker> {
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes },
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

  async function askOf(
    worker: Worker,
    request: Request,
    moved: readonly ArrayBuffer[],
  ): Promise<Answer> {
    const signal = AbortSignal.timeout(deadlineMs);
    const answered = once(worker, 'message', { signal });
    // A thread at work keeps the process, an idle one does not.
    worker.ref();
    worker.postMessage(request, moved);
    try {
      // The thread's own program says nothing else.
      const [answer] = (await answered) as [Answer];
      if (areKept) {
        worker.unref();
        idle.push(worker);
      } else await worker.terminate();
      return answer;
    } catch (error) {
      await worker.terminate();
      if (signal.aborted) throw new ThreadFailure('time', { cause: error });
      if (isOutOfMemory(error)) throw new ThreadFailure('memory', { cause: error });
      throw error;
    }
  }

  return {
    ask: async (request, moved = []) => askOf(idle.pop() ?? (await start()), request, moved),
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
