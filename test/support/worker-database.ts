import { parentPort, workerData } from 'node:worker_threads';
import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/src/server';

/** `global-setup.ts` says so; undefined: a port. */
const { socketPath } = workerData as { readonly socketPath?: string };

/** The database of one worker of the tests, in a thread of its own; tells its URI. */
void startEmbeddedMongodb({
  path: ':memory:',
  ...(socketPath !== undefined && { socketPath }),
  log: console.error,
  // By the clocks of many tests it is another time: what they store would be gone when one takes a minute.
  ttlSleepSeconds: 365 * 24 * 3600,
}).then(({ uri }) => {
  parentPort!.postMessage(uri);
});
