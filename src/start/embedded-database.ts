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
  const uri = await readUri(child);
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

function readUri(
  child: ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream },
) {
  return new Promise<string>((resolve, reject) => {
    const errors: string[] = [];
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new ConfigError('the embedded database did not start within a minute'));
    }, startTimeoutMs);
    createInterface({ input: child.stderr }).on('line', (line) => {
      // Before it is ready its errors are the reason why it is not; later ones are the operator's to see.
      if (child.exitCode === null && errors.length < 20) errors.push(line);
      process.stderr.write(`${line}\n`);
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const uri = readyLine.exec(line)?.[1];
      if (uri === undefined) return;
      clearTimeout(timer);
      resolve(uri);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(
        new ConfigError(
          errors.at(-1) ?? `the embedded database ended with exit code ${String(code)}`,
        ),
      );
    });
  });
}
