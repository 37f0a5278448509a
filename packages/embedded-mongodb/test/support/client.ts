import { afterAll, beforeAll } from '@jest/globals';
import { mongo } from 'mongoose';
import { freshDatabase } from './database';

/** A driver's client and a database of its own on the server that the test run shares. */
export async function connect(
  options: mongo.MongoClientOptions = {},
): Promise<{ readonly client: mongo.MongoClient; readonly db: mongo.Db }> {
  const client = await mongo.MongoClient.connect(await freshDatabase(), {
    useBigInt64: true,
    ...options,
  });
  return { client, db: client.db() };
}

/** `connect` for a whole file: call it while the file's tests are being declared. */
export function sharedClient(): {
  readonly client: () => mongo.MongoClient;
  readonly db: () => mongo.Db;
} {
  const connected = connect();
  let found: Awaited<typeof connected> | undefined;
  beforeAll(async () => {
    found = await connected;
  });
  afterAll(async () => {
    const { client, db } = await connected;
    await db.dropDatabase();
    await client.close();
  });
  return { client: () => found!.client, db: () => found!.db };
}

/** The error of a rejected command, or its first write error; fails when it was not rejected. */
export async function failure(promise: Promise<unknown>): Promise<mongo.MongoServerError> {
  let answer: unknown;
  try {
    answer = await promise;
  } catch (error) {
    if (error instanceof mongo.MongoServerError) return error;
    throw error;
  }
  const [writeError] = (answer as { writeErrors?: mongo.Document[] } | null)?.writeErrors ?? [];
  if (!writeError) throw new Error('the command was not refused');
  return Object.assign(new mongo.MongoServerError(writeError), { errorResponse: answer });
}
