import { connect } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { findSocket, prepareSocket, removeSocket } from './database-socket';
import { startSupervised } from './supervised-process';

/** The database that comes along, in a process of its own, so that it takes no time from the ad path. */
export interface EmbeddedDatabase {
  readonly uri: string;
  /** Called with a reason when it has ended, without having been closed, more often than it is started again. */
  onLost(listener: (reason: string) => void): void;
  close(): Promise<void>;
}

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
      file: require.resolve('embedded-mongodb/main'),
      readyLine: /^embedded-mongodb is ready at (\S+)$/,
      launch: (uri) => ({
        args: ['--path', path, '--exit-with-parent', ...addressFor(dataFolder, uri)],
      }),
      describeFailure: (reason) =>
        /disk is full|ENOSPC/.test(reason)
          ? `the disk of ${dataFolder} is full: make room there, or set ADGATE_DATA_DIR to a folder on another`
          : `the embedded database cannot run in ${dataFolder}: ${reason}; is another Adgate using it? Set ADGATE_DATA_DIR to another folder`,
    },
    log,
  );
  return {
    uri: database.address,
    onLost: database.onLost,
    async close() {
      await database.close();
      removeSocket(dataFolder);
    },
  };
}

/**
 * The URI of the embedded database that another process runs on a data folder; null where no process runs one, and on
 * Windows, where only that process knows the port.
 */
export async function findRunningDatabase(dataFolder: string): Promise<string | null> {
  const path = findSocket(dataFolder);
  if (path === null) return null;
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
 * A socket that only its owner may reach; on Windows, which has none, a port of the loopback interface.
 *
 * @param uri address of the database's former process; null: the first one
 */
function addressFor(dataFolder: string, uri: string | null): readonly string[] {
  if (process.platform !== 'win32') return ['--socket', prepareSocket(dataFolder)];
  return ['--port', uri === null ? '0' : new URL(uri).port];
}
