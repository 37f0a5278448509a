import { rmSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { mongo } from 'mongoose';

/** Processes that `globalSetup` leaves for the end of the run. */
export type TestRun = typeof globalThis & {
  databases?: readonly Worker[];
  /** Has the sockets of these. */
  socketFolder?: string;
};

/** Ends the embedded servers, with all they have, or drops this run's databases on a real MongoDB. */
export default async function globalTeardown(): Promise<void> {
  const { databases, socketFolder } = globalThis as TestRun;
  if (databases) {
    await Promise.all(databases.map((database) => database.terminate()));
    if (socketFolder !== undefined) rmSync(socketFolder, { recursive: true });
    return;
  }
  const client = await mongo.MongoClient.connect(process.env['MONGODB_TEST_URI']!);
  const { databases: all } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of all) {
    if (name.startsWith(process.env['MONGODB_TEST_PREFIX']!)) await client.db(name).dropDatabase();
  }
  await client.close();
}
