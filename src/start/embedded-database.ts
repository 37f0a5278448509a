import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ConfigError } from '../config';

/** The database that comes along, in a process of its own, so that it takes no time from the ad path. */
export interface EmbeddedDatabase {
  readonly uri: string;
  /** Called with a reason when it ends without having been closed. */
  onExit(listener: (reason: string) => void): void;
  close(): Promise<void>;
}

const program = join(__dirname, '../../embedded-mongodb/main.js');
const readyLine = /^embedded-mongodb is ready at (\S+)$/;
/** The shortest limit among the systems that have sockets in the file system, less the closing zero. */
const maxSocketPathBytes = 103;
/** A large data folder takes seconds to recover, not minutes. */
const startTimeoutMs = 60_000;
/** Lines of errors kept of a start that fails. */
const maxReasons = 20;

/**
 * Starts the embedded database on `<dataFolder>/database`; it ends with this process, however that ends.
 *
 * @throws {ConfigError} with the database's own line when it cannot start on that folder.
 */
export async function startEmbeddedDatabase(dataFolder: string): Promise<EmbeddedDatabase> {
  const path = join(dataFolder, 'database');
  const child = spawn(
    process.execPath,
    [program, '--path', path, '--exit-with-parent', ...listenArguments(dataFolder)],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const uri = await readUri(child, dataFolder);
  let isClosing = false;
  const exited = once(child, 'exit');
  return {
    uri,
    onExit(listener) {
      void exited.then(([code, signal]) => {
        if (!isClosing) listener(`exit code ${String(code)}, signal ${String(signal)}`);
      });
    },
    async close() {
      isClosing = true;
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * A socket in the data folder, which only its owner may enter; a port of the loopback interface, which everybody on
 * the machine may try, where there are no such sockets or the name is too long for one.
 */
function listenArguments(dataFolder: string): readonly string[] {
  const socket = join(dataFolder, 'database.sock');
  const isPossible =
    process.platform !== 'win32' && Buffer.byteLength(socket) <= maxSocketPathBytes;
  return isPossible ? ['--socket', socket] : ['--port', '0'];
}

type DatabaseProcess = ChildProcess & {
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
};

function readUri(child: DatabaseProcess, dataFolder: string) {
  return new Promise<string>((resolve, reject) => {
    const errors: string[] = [];
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new ConfigError('the embedded database did not start within a minute'));
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
      resolve(uri);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      const reason = errors.at(-1) ?? `it ended with exit code ${String(code)}`;
      reject(
        new ConfigError(
          `the embedded database cannot run in ${dataFolder}: ${reason.replace(/^embedded-mongodb: /, '')}; is another Adgate using it? Set ADGATE_DATA_DIR to another folder`,
        ),
      );
    });
  });
}
