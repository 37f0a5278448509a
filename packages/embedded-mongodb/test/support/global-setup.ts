import { type EmbeddedMongodb, startEmbeddedMongodb } from '../../src/server';

/** Left by `globalSetup` for the end of the run. */
export type TestRun = typeof globalThis & { embeddedMongodb?: EmbeddedMongodb };

/** Starts the server that all test files share, unless MONGODB_TEST_URI names a real MongoDB. */
export default async function globalSetup(): Promise<void> {
  if (process.env['MONGODB_TEST_URI'] !== undefined) return;
  const server = await startEmbeddedMongodb({ path: ':memory:', log: console.error });
  (globalThis as TestRun).embeddedMongodb = server;
  process.env['MONGODB_TEST_URI'] = server.uri;
}
