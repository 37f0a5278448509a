import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TestRun } from './global-teardown';
import { hasPackagedBrowser, unpackBrowser } from './packaged-browser';

/**
 * Unpacks the browser of the tests, and starts an embedded server for each worker, unless MONGODB_TEST_URI names a real
 * MongoDB for all. `jest/environment.js` tells test files which is theirs; the prefix of this run's databases stands in the
 * environment, too.
 */
export default async function globalSetup({
  maxWorkers,
}: {
  readonly maxWorkers: number;
}): Promise<void> {
  if (hasPackagedBrowser) await unpackBrowser();
  const run = globalThis as TestRun;
  if (process.env['MONGODB_TEST_URI'] === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'adgate-databases-'));
    run.socketFolder = folder;
    run.databases = Array.from({ length: maxWorkers }, (_none, nth) =>
      startDatabase(join(folder, `${nth}.sock`)),
    );
    const uris = await Promise.all(run.databases.map((database) => once(database, 'message')));
    process.env['MONGODB_TEST_URIS'] = uris.join(' ');
    process.env['MONGODB_TEST_IS_EMBEDDED'] = 'yes';
  }
  process.env['MONGODB_TEST_PREFIX'] = `test_${randomBytes(4).toString('hex')}_`;
}

/** Listens on a socket, where there are any: a write to a port of this machine takes several times as long. */
function startDatabase(path: string): Worker {
  const execArgv = ['--require', require.resolve('./typescript-hook.js')];
  const workerData = process.platform === 'win32' ? {} : { socketPath: path };
  return new Worker(require.resolve('./worker-database.ts'), { execArgv, workerData });
}
