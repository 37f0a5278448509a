import cluster from 'node:cluster';
import { ConfigError } from '../../config';
import { isRecord } from '../../record';
import { type Answers, createChannel } from './channel';

/** The word of a worker that has begun to answer requests. */
export interface ReadyWorker {
  readonly url: string;
  readonly [member: string]: unknown;
}

/** One of the processes that share a port, as the one sees it that has started it. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Rejects with a `ConfigError` of its own line when it ends without. */
  readonly ready: Promise<ReadyWorker>;
  isReady(): boolean;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  /** @throws when it does not answer. */
  ask(topic: string, timeoutMs?: number): Promise<unknown>;
  /**
   * The worker's last word, sent after it had finished all work under way; undefined before that, and for a killed
   * worker.
   */
  lastWords(): unknown;
  kill(): void;
  /**
   * Resolves when it has finished what was under way and is gone.
   *
   * @param isReplaced whether others go on taking requests at its port
   */
  drain(isReplaced: boolean): Promise<void>;
}

export interface WorkerProgram {
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Requests that are under way are finished or cut long before. */
export const drainTimeoutMs = 30_000;
/** Longest that a worker may take to answer a question. */
const answerTimeoutMs = 1_000;

/** @param answers to what it asks; `ready`, `failed` and `finished` are its own words */
export function forkWorker(
  { file, args = [], env = {} }: WorkerProgram,
  answers: Answers,
): WorkerProcess {
  cluster.setupPrimary({ exec: file, args: [...args] });
  const worker = cluster.fork(env);
  const ready = Promise.withResolvers<ReadyWorker>();
  const exited = Promise.withResolvers<string>();
  let isReady = false;
  let failure: string | null = null;
  let lastWords: unknown;
  ready.promise.catch(() => undefined);
  const channel = createChannel(worker, {
    ...answers,
    ready(value) {
      if (!isRecord(value) || typeof value.url !== 'string') return;
      isReady = true;
      ready.resolve({ ...value, url: value.url });
    },
    failed(value) {
      failure = isRecord(value) ? String(value.reason) : null;
    },
    finished(value) {
      lastWords = value;
    },
  });
  // An asked worker may be gone already; the end is told by `exit`.
  worker.on('error', () => undefined);
  worker.once('exit', (code, signal) => {
    isReady = false;
    const ending = signal ? `${signal} ended it` : `it ended with exit code ${String(code)}`;
    ready.reject(new ConfigError(failure ?? `the gateway does not start: ${ending}`));
    exited.resolve(failure ?? ending);
  });
  const kill = () => worker.process.kill('SIGKILL');
  return {
    pid: worker.process.pid,
    ready: ready.promise,
    isReady: () => isReady,
    exited: exited.promise,
    ask: (topic, timeoutMs = answerTimeoutMs) => channel.ask(topic, null, timeoutMs),
    lastWords: () => lastWords,
    kill,
    async drain(isReplaced) {
      isReady = false;
      channel.ask('drain', { isReplaced }).catch(() => undefined);
      const timer = setTimeout(kill, drainTimeoutMs);
      await exited.promise;
      clearTimeout(timer);
    },
  };
}
