import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EJSON } from 'bson';
import type { Connection, mongo } from 'mongoose';
import pino from 'pino';
import { createIndexesOf, createStores } from '../src/assembly/stores';
import { parseConfig } from '../src/config';
import { openDatabase } from '../src/platform/database/connection';
import { databaseOf } from '../src/platform/database/database-of';
import { migrate, newestForm } from '../src/platform/database/migrate';
import { migrations } from '../src/platform/database/migrations';
import { createSigningKeyStore } from '../src/platform/keys/signing-key.store';
import { freshDatabase } from './support/database';
import { forms } from './vectors/stored-indexes.json';

/** An index as it is stored, with its options beside. */
interface StoredIndex {
  readonly collection: string;
  readonly name: string;
  readonly key: object;
}

/**
 * Samples of the indexes that databases have, by the first form that has them. An index of today that has no sample gets one in the newest
 * form. None of them ever goes: a database that was made with an index has it until a migration drops it.
 */
const samples: Readonly<Record<string, readonly StoredIndex[]>> = forms;
const file = 'test/vectors/stored-indexes.json';
const now = () => new Date();

const textOf = (index: StoredIndex): string => EJSON.stringify(index, { relaxed: true });

async function indexesIn(connection: Connection): Promise<readonly string[]> {
  const db = databaseOf(connection);
  const found: string[] = [];
  for (const { name: collection } of await db.listCollections().toArray())
    for (const { v, name, key, ...options } of await db.collection(collection).indexes())
      if (name !== undefined && name !== '_id_') {
        const sorted = Object.fromEntries(Object.entries(options).sort());
        found.push(textOf({ collection, name, key, ...sorted }));
      }
  return found.sort();
}

async function createIndex(
  connection: Connection,
  { collection, key, ...rest }: StoredIndex,
): Promise<void> {
  const fields = new Map(Object.entries<mongo.IndexDirection>({ ...key }));
  await databaseOf(connection)
    .collection(collection)
    .createIndexes([{ ...rest, key: fields }]);
}

describe('indexes', () => {
  const opened: Connection[] = [];
  const open = async () => {
    const connection = await openDatabase(await freshDatabase());
    opened.push(connection);
    return connection;
  };
  let today: readonly string[];
  beforeAll(async () => {
    const db = await open();
    const stores = createStores(db, { config: parseConfig({}), contentFolder: null, now });
    await createIndexesOf([...Object.values(stores), createSigningKeyStore(db)], db);
    today = await indexesIn(db);
  });
  afterAll(async () => {
    for (const connection of opened) await connection.close();
  });

  it('of today each have a sample', () => {
    const known = new Set(Object.values(samples).flat().map(textOf));
    const advice = `has no sample: add it to the form ${newestForm} in ${file}`;
    expect(today.filter((one) => !known.has(one)).map((one) => `${one} ${advice}`)).toEqual([]);
  });

  it.each(Object.entries(samples))(
    'of form %s that nothing asks for any more are dropped by a later migration',
    async (form, stored) => {
      const gone = stored.filter((one) => !today.includes(textOf(one)));
      const former = await open();
      for (const one of gone) await createIndex(former, one);
      const made = await indexesIn(former);
      const later = migrations.filter(({ number }) => number > Number(form));
      await migrate(former, { log: pino({ level: 'silent' }), now, migrations: later });
      const left = (await indexesIn(former)).filter((one) => made.includes(one));
      const advice = 'is in no model any more: drop it by a migration';
      expect(left.map((one) => `${one} ${advice}`)).toEqual([]);
    },
  );
});
