import { randomBytes } from 'node:crypto';
import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/src/server';
import type { TestRun } from './global-teardown';

/**
 * Starts the one embedded server that all test files share, unless MONGODB_TEST_URI names a real
 * MongoDB. Test files find it, and the prefix of this run's databases, in the environment.
 */
export default async function globalSetup(): Promise<void> {
  const run = globalThis as TestRun;
  if (process.env['MONGODB_TEST_URI'] === undefined) {
    run.embeddedMongodb = await startEmbeddedMongodb({
      path: ':memory:',
      log: console.error,
      // By the clocks of many tests it is another time: what they store would be gone when one takes a minute.
      ttlSleepSeconds: 365 * 24 * 3600,
    });
    process.env['MONGODB_TEST_URI'] = run.embeddedMongodb.uri;
    process.env['MONGODB_TEST_IS_EMBEDDED'] = 'yes';
  }
  process.env['MONGODB_TEST_PREFIX'] = `test_${randomBytes(4).toString('hex')}_`;
}
