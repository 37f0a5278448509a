import { connect } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { startSupervised } from './supervised-process';

/** The database that comes along, in a process of its own, so that it takes no time from the ad path. */
export interface EmbeddedDatabase {
  readonly uri: string;
  /** Called with a reason when it has ended, without having been closed, more often than it is started again. */
  onLost(listener: (reason: string) => void): void;
  close(): Promise<void>;
}

const socketName = 'database.sock';
/** The shortest limit among the systems that have sockets in the file system, less the closing zero. */
const maxSocketPathBytes = 103;

/**
 * Starts the embedded database on `<dataFolder>/database`; see `startSupervised`.
 *
 * @throws {ConfigError} with the database's own line when it cannot start on that folder.
 */
export async function startEmbeddedDatabase(
  dataFolder: string,
  log?: Logger,
): Promise<EmbeddedDatabase> {
  const path = join(dataFolder, 'database');
  const database = await startSupervised(
    {
      name: 'the embedded database',
      file: join(__dirname, '../../embedded-mongodb/main.js'),
      readyLine: /^embedded-mongodb is ready at (\S+)$/,
      launch: (uri) => ({
        args: ['--path', path, '--exit-with-parent', ...addressFor(dataFolder, uri)],
      }),
      describeFailure: (reason) =>
        `the embedded database cannot run in ${dataFolder}: ${reason}; is another Adgate using it? Set ADGATE_DATA_DIR to another folder`,
    },
    log,
  );
  return { uri: database.address, onLost: database.onLost, close: database.close };
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
 *
 * @param uri where it was before
 */
function addressFor(dataFolder: string, uri: string | null): readonly string[] {
  const socket = join(dataFolder, socketName);
  const isPossible =
    process.platform !== 'win32' && Buffer.byteLength(socket) <= maxSocketPathBytes;
  if (isPossible) return ['--socket', socket];
  return ['--port', uri === null ? '0' : new URL(uri).port];
}
