import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../config';
import { createRestarts } from '../platform/process/restarts';
import { assertPresent } from '../present';

/** A program that runs beside this one, and is started again when it ends. */
export interface SupervisedProgram {
  /** How it is spoken of: `the embedded database`. */
  readonly name: string;
  readonly file: string;
  /** Line in which it tells its address, as the first group. */
  readonly readyLine: RegExp;
  /**
   * Starts it; it ends when its standard input or its channel to us closes.
   *
   * @param address that an earlier process of it has told; whoever uses it must find it there again
   */
  readonly launch: (address: string | null) => {
    readonly args: readonly string[];
    readonly env?: NodeJS.ProcessEnv;
  };
  /** The remedy when it does not start. @param reason its own last line of error, or how it ended */
  readonly describeFailure: (reason: string) => string;
  /** Longest that it may take until that line; default: a minute. */
  readonly startTimeoutMs?: number;
  /** Its lines after the one that says that it is ready; none are passed on if left out. */
  readonly onLine?: (line: string) => void;
}

export interface SupervisedProcess {
  readonly address: string;
  /** Called with a reason when it has ended, without having been closed, more often than it is started again. */
  readonly onLost: (listener: (reason: string) => void) => void;
  readonly close: () => Promise<void>;
}

/** A large data folder takes seconds to recover, not minutes. */
const defaultStartTimeoutMs = 60_000;
/** Lines of errors kept of a start that fails. */
const maxReasons = 20;

/**
 * Starts a program; it ends with this process, however that ends. When it ends before, it is started again at the
 * same address: whoever uses it sees it away for a moment.
 *
 * @throws {ConfigError} with the program's own line when it cannot start.
 */
export async function startSupervised(
  program: SupervisedProgram,
  log?: Logger,
): Promise<SupervisedProcess> {
  const closing = new AbortController();
  let current = startProcess(program, null);
  const address = await current.ready;
  const supervised = supervise().catch(String);

  /** Why it is lost; null once closed. */
  async function supervise(): Promise<string | null> {
    const restarts = createRestarts();
    for (;;) {
      const reason = await current.exited;
      if (closing.signal.aborted) return null;
      const pauseMs = restarts.next();
      if (pauseMs === null) return reason;
      log?.warn({ reason }, `${program.name} ended, it is started again`);
      try {
        await pause(pauseMs, undefined, { signal: closing.signal });
      } catch {
        return null;
      }
      current = startProcess(program, address);
      current.ready.then(
        () => log?.warn(`${program.name} is back`),
        (error: unknown) => log?.warn({ err: error }, `${program.name} did not start again`),
      );
    }
  }

  return {
    address,
    onLost(listener) {
      void supervised.then((reason) => {
        if (reason !== null) listener(reason);
      });
    },
    async close() {
      closing.abort();
      current.stop();
      await current.exited;
      await supervised;
    },
  };
}

/**
 * glibc keeps memory that threads have freed, for each of them: for two of them alone it is 7 MB less of an idle
 * `npm start` (bench/idle-memory.ts). Delete it when it is less than 1%.
 */
const lessMemory = { MALLOC_ARENA_MAX: '2' };

interface RunningProgram {
  /** Its address; rejects when it ends, or a minute passes, without one. */
  readonly ready: Promise<string>;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  stop(): void;
}

function startProcess(program: SupervisedProgram, address: string | null): RunningProgram {
  const { name, file, launch, describeFailure, startTimeoutMs = defaultStartTimeoutMs } = program;
  const { args, env = process.env } = launch(address);
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: { ...lessMemory, ...env },
  });
  const ready = Promise.withResolvers<string>();
  const exited = Promise.withResolvers<string>();
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    ready.reject(new ConfigError(`${name} did not start within ${startTimeoutMs / 1000} s`));
  }, startTimeoutMs);
  const errors = watchLines(child, program, (found) => {
    clearTimeout(timer);
    ready.resolve(found);
  });
  child.once('error', (error) => {
    ready.reject(error);
    exited.resolve(error.message);
  });
  child.once('close', (code, signal) => {
    clearTimeout(timer);
    const reason = errors.at(-1)?.replace(/^[a-z -]+: /, '');
    const ending =
      signal === null ? `it ended with exit code ${String(code)}` : `${signal} ended it`;
    ready.reject(new ConfigError(describeFailure(reason ?? ending)));
    exited.resolve(reason ?? ending);
  });
  return {
    ready: ready.promise,
    exited: exited.promise,
    stop() {
      child.kill('SIGTERM');
    },
  };
}

/**
 * Until it is ready its errors are the reason why it is not; later ones are the operator's to see.
 *
 * @returns the errors until then, as they come
 */
function watchLines(
  child: ChildProcess,
  { readyLine, onLine }: SupervisedProgram,
  onReady: (address: string) => void,
): readonly string[] {
  const pipes = 'the program was started with pipes';
  const errors: string[] = [];
  let isReady = false;
  createInterface({ input: assertPresent(child.stderr, pipes) }).on('line', (line) => {
    // A line of the log is no reason.
    if (isReady || line.startsWith('{')) process.stderr.write(`${line}\n`);
    else if (errors.length < maxReasons) errors.push(line);
  });
  createInterface({ input: assertPresent(child.stdout, pipes) }).on('line', (line) => {
    const address = readyLine.exec(line)?.[1];
    if (isReady || address === undefined) {
      onLine?.(line);
      return;
    }
    isReady = true;
    onReady(address);
  });
  return errors;
}
