import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../config';

/** The database that comes along, in a process of its own, so that it takes no time from the ad path. */
export interface EmbeddedDatabase {
  readonly uri: string;
  /** Called with a reason when it has ended, without having been closed, more often than it is started again. */
  onLost(listener: (reason: string) => void): void;
  close(): Promise<void>;
}

const program = join(__dirname, '../../embedded-mongodb/main.js');
const readyLine = /^embedded-mongodb is ready at (\S+)$/;
const socketName = 'database.sock';
/** The shortest limit among the systems that have sockets in the file system, less the closing zero. */
const maxSocketPathBytes = 103;
/** A large data folder takes seconds to recover, not minutes. */
const startTimeoutMs = 60_000;
/** Lines of errors kept of a start that fails. */
const maxReasons = 20;
/** Starts after an unexpected end, within `restartWindowMs`. */
const maxRestarts = 5;
const restartWindowMs = 60_000;
/** Before the first restart; doubled for each further one in the window. */
const firstRestartPauseMs = 100;

/**
 * Starts the embedded database on `<dataFolder>/database`; it ends with this process, however that ends. When it ends
 * before, it is started again at the same address: whoever uses it sees a database that is away for a moment.
 *
 * @throws {ConfigError} with the database's own line when it cannot start on that folder.
 */
export async function startEmbeddedDatabase(
  dataFolder: string,
  log?: Logger,
): Promise<EmbeddedDatabase> {
  const closing = new AbortController();
  let current = spawnDatabase(dataFolder, addressFor(dataFolder));
  const uri = await current.ready;
  const supervised = supervise().catch(String);

  /** Why it is lost; null once closed. */
  async function supervise(): Promise<string | null> {
    let restarts: readonly number[] = [];
    for (;;) {
      const reason = await current.exited;
      if (closing.signal.aborted) return null;
      restarts = restarts.filter((at) => at > Date.now() - restartWindowMs);
      if (restarts.length >= maxRestarts) return reason;
      log?.warn({ reason }, 'the embedded database ended, it is started again');
      const pauseMs = firstRestartPauseMs * 2 ** restarts.length;
      try {
        await pause(pauseMs, undefined, { signal: closing.signal });
      } catch {
        return null;
      }
      restarts = [...restarts, Date.now()];
      current = spawnDatabase(dataFolder, sameAddress(dataFolder, uri));
      current.ready.then(
        () => log?.warn('the embedded database is back'),
        (error: unknown) => log?.warn({ err: error }, 'the embedded database did not start again'),
      );
    }
  }

  return {
    uri,
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
 * The URI of the embedded database that another process runs on a data folder; null when none does, or on a port that
 * only that process knows.
 */
export async function findRunningDatabase(dataFolder: string): Promise<string | null> {
  const path = join(dataFolder, socketName);
  const isRunning = await new Promise<boolean>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  return isRunning ? `mongodb://${encodeURIComponent(path)}/?directConnection=true` : null;
}

/**
 * A socket in the data folder, which only its owner may enter; a port of the loopback interface, which everybody on
 * the machine may try, where there are no such sockets or the name is too long for one.
 */
function addressFor(dataFolder: string): readonly string[] {
  const socket = join(dataFolder, socketName);
  const isPossible =
    process.platform !== 'win32' && Buffer.byteLength(socket) <= maxSocketPathBytes;
  return isPossible ? ['--socket', socket] : ['--port', '0'];
}

function sameAddress(dataFolder: string, uri: string): readonly string[] {
  const address = addressFor(dataFolder);
  return address.includes('--socket') ? address : ['--port', new URL(uri).port];
}

interface DatabaseProcess {
  /** Its URI; rejects when it ends, or a minute passes, without one. */
  readonly ready: Promise<string>;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  stop(): void;
}

function spawnDatabase(dataFolder: string, address: readonly string[]): DatabaseProcess {
  const path = join(dataFolder, 'database');
  const child = spawn(
    process.execPath,
    [program, '--path', path, '--exit-with-parent', ...address],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const ready = Promise.withResolvers<string>();
  const exited = Promise.withResolvers<string>();
  const errors: string[] = [];
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    ready.reject(new ConfigError('the embedded database did not start within a minute'));
  }, startTimeoutMs);
  // Until it is ready its errors are the reason why it is not; later ones are the operator's to see.
  let isReady = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (isReady) process.stderr.write(`${line}\n`);
    else if (errors.length < maxReasons) errors.push(line);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const uri = readyLine.exec(line)?.[1];
    if (uri === undefined) return;
    isReady = true;
    clearTimeout(timer);
    ready.resolve(uri);
  });
  child.once('error', (error) => {
    ready.reject(error);
    exited.resolve(error.message);
  });
  child.once('close', (code, signal) => {
    clearTimeout(timer);
    const reason = errors.at(-1)?.replace(/^embedded-mongodb: /, '');
    const ending =
      signal === null ? `it ended with exit code ${String(code)}` : `${signal} ended it`;
    ready.reject(
      new ConfigError(
        `the embedded database cannot run in ${dataFolder}: ${reason ?? ending}; is another Adgate using it? Set ADGATE_DATA_DIR to another folder`,
      ),
    );
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
