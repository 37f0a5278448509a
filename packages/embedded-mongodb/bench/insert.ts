import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { ObjectId, serialize } from 'bson';
import type { mongo } from 'mongoose';
import { compare, type Cost, measure } from './support/cost';
import { anEvent } from './support/event';
import { withServer } from './support/server';

/** Durable inserts against blobs in bare node:sqlite of the same run. */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    batches: { type: 'string', default: '100' },
  },
});
const rounds = Number(options.rounds);
const batchSize = 1000;

void withServer(({ db, pid, folder }) => measureInserts(db.collection('events'), pid, folder));

async function measureInserts(
  collection: mongo.Collection,
  pid: number,
  folder: string,
): Promise<void> {
  const batches = Number(options.batches);
  const bare = openBare(folder);
  const costs = { bare: [] as Cost[], one: [] as Cost[], four: [] as Cost[] };
  for (let round = 0; round < rounds; round += 1) {
    const documents = () => Array.from({ length: batchSize }, anEvent);
    const blobs = documents().map((document) => serialize(document));
    const count = batches * batchSize;
    costs.bare.push(
      await measure(process.pid, count, () => {
        for (let i = 0; i < batches; i += 1) bare.insert(blobs);
      }),
    );
    for (const [name, callers] of [
      ['one', 1],
      ['four', 4],
    ] as const) {
      let left = batches;
      /** The same documents each time with new ids, so that the client makes less garbage. */
      const insert = async (): Promise<void> => {
        const batch = documents();
        while (left > 0) {
          left -= 1;
          for (const document of batch) document._id = new ObjectId();
          await collection.insertMany(batch);
        }
      };
      costs[name].push(
        await measure(pid, count, async () => {
          await Promise.all(Array.from({ length: callers }, insert));
        }),
      );
    }
  }
  bare.close();
  for (const name of ['one', 'four'] as const)
    compare(
      `durable insertMany(1000) by the driver, ${name} at a time / blobs into bare node:sqlite`,
      costs[name],
      costs.bare,
      'target 0.3',
    );
}

function openBare(folder: string) {
  const db = new DatabaseSync(join(folder, 'bare.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE documents (rid INTEGER PRIMARY KEY, bson BLOB) STRICT');
  const statement = db.prepare('INSERT INTO documents (bson) VALUES (?)');
  return {
    insert(blobs: readonly Uint8Array[]) {
      db.exec('BEGIN');
      for (const blob of blobs) statement.run(blob);
      db.exec('COMMIT');
    },
    close: () => db.close(),
  };
}
