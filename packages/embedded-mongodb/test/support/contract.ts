import { afterAll, beforeAll } from '@jest/globals';
import { mongo } from 'mongoose';
import { decodeDocument, type Doc } from '../../src/bson/values';
import { freshDatabase } from './database';
import { doc } from './documents';

/** A database of its own on the server under test, and how contract tests talk to it. */
export interface Contract {
  readonly db: () => mongo.Db;
  /** A new, empty collection that holds the documents. */
  readonly holding: (documents: readonly object[]) => Promise<mongo.Collection>;
}

/** Connects for the tests of a file; what they expect is MongoDB's answer, whoever gives it. */
export function useContract(): Contract {
  let client: mongo.MongoClient;
  let used = 0;

  beforeAll(async () => {
    client = new mongo.MongoClient(await freshDatabase(), {
      useBigInt64: true,
      ignoreUndefined: false,
    });
    await client.connect();
  });
  afterAll(async () => {
    await client.db().dropDatabase();
    await client.close();
  });
  return {
    db: () => client.db(),
    holding: async (documents) => {
      used += 1;
      const collection = client.db().collection(`c${used}`);
      if (documents.length > 0) await collection.insertMany(documents.map((one) => ({ ...one })));
      return collection;
    },
  };
}

/** Everything a cursor has, with its types and the order of its fields. */
export async function read(cursor: { toArray(): Promise<mongo.Document[]> }): Promise<Doc[]> {
  return (await cursor.toArray()).map((bytes) => decodeDocument(bytes as unknown as Uint8Array));
}

/** A document as the server stores it: `_id` first. */
export function stored(document: object, id: unknown): Doc {
  const { _id, ...rest } = Object.fromEntries(
    document instanceof Map ? document : Object.entries(document),
  );
  const names = [
    ...(document instanceof Map ? document.keys() : Object.keys(document)),
  ] as string[];
  const fields = names.filter((name) => name !== '_id').map((name) => [name, rest[name]] as const);
  return doc(new Map<string, unknown>([['_id', _id ?? id], ...fields]));
}

/** The code of the error that a promise is rejected with. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error instanceof mongo.MongoServerError ? error.code : error;
  }
  return undefined;
}
