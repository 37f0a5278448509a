import { mongo } from 'mongoose';
import type { EmbeddedMongodb } from '../../packages/embedded-mongodb/src/server';

/** What `globalSetup` leaves for the end of the run. */
export type TestRun = typeof globalThis & { embeddedMongodb?: EmbeddedMongodb };

/** Stops the embedded server, with all it has, or drops this run's databases on a real MongoDB. */
export default async function globalTeardown(): Promise<void> {
  const { embeddedMongodb } = globalThis as TestRun;
  if (embeddedMongodb) {
    await embeddedMongodb.stop();
    return;
  }
  const client = await mongo.MongoClient.connect(process.env['MONGODB_TEST_URI']!);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) {
    if (name.startsWith(process.env['MONGODB_TEST_PREFIX']!)) await client.db(name).dropDatabase();
  }
  await client.close();
}
