import { readdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type mongoose from 'mongoose';
import { startEmbeddedMongodb } from '../../../packages/embedded-mongodb/src/server';
import { insertRawDocuments } from '../../../src/cli/db/raw-documents';
import { freshDatabase } from '../../support/database';
import { startDatabaseProxy } from '../../support/fault-proxy';
import { documentsOfEveryType, eventCount, fillDatabase } from './documents';
import {
  type Contents,
  contentsOf,
  runAdgate,
  startAdgate,
  temporaryFolder,
  withDb,
  withEmbedded,
} from '../support';

const folder = temporaryFolder();
const exported = join(folder, 'exported');
const dataFolder = join(folder, 'data');
const everyType = documentsOfEveryType();
let original: Contents;
const signal = new AbortController().signal;

beforeAll(async () => {
  original = await withEmbedded(dataFolder, async (db) => {
    await fillDatabase(db);
    await insertRawDocuments({ db, collection: 'types', signal }, everyType);
    return contentsOf(db);
  });
});

/** Documents of all collections together. */
const total = () =>
  Object.values(original).reduce((sum, { documents }) => sum + documents.length, 0);

describe('adgate db export and import', () => {
  it('starts from a database that has the bytes that were meant', () => {
    const meant = everyType.map((bytes) => bytes.toString('hex')).sort();
    expect(original['types']!.documents).toEqual(meant);
    expect(original['events']!.documents).toHaveLength(eventCount);
    expect(original['events']!.indexes).toHaveLength(6);
  });

  it('exports the embedded database of the data folder', async () => {
    const { exitCode, stdout, stderr } = await runAdgate(
      ['db', 'export', '--to', exported, '--json'],
      { ADGATE_DATA_DIR: dataFolder },
    );
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      folder: exported,
      database: 'adgate',
      documents: total(),
      collections: Object.entries(original)
        .map(([name, { documents, indexes }]) => ({
          name,
          documents: documents.length,
          indexes: indexes.length - 1,
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    });
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('imports into an embedded database of another folder, to the bit', async () => {
    const other = join(folder, 'other/data');
    const result = await runAdgate(['db', 'import', '--from', exported], {
      ADGATE_DATA_DIR: other,
    });
    expect([result.exitCode, result.stderr]).toEqual([0, '']);
    expect(result.stdout).toContain('  events                5,000 documents\n');
    expect(result.stdout).toMatch(/\nimported into 8 collections of adgate: 5,0\d\d documents\n$/);
    await expect(withEmbedded(other, contentsOf)).resolves.toEqual(original);
  });

  it('moves to a server and back, by MONGODB_URI and by --uri', async () => {
    const uri = await freshDatabase();
    const there = await runAdgate(['db', 'import', '--from', exported, '--json'], {
      MONGODB_URI: uri,
    });
    expect([there.exitCode, there.stderr]).toEqual([0, '']);
    expect(JSON.parse(there.stdout)).toMatchObject({
      database: new URL(uri).pathname.slice(1),
      imported: total(),
      kept: 0,
    });
    await expect(withDb(uri, contentsOf)).resolves.toEqual(original);

    const back = join(folder, 'exported again');
    const away = await runAdgate(['db', 'export', '--to', back, '--uri', uri]);
    expect([away.exitCode, away.stderr]).toEqual([0, '']);
    const home = join(folder, 'home');
    await runAdgate(['db', 'import', '--from', back], { ADGATE_DATA_DIR: home });
    await expect(withEmbedded(home, contentsOf)).resolves.toEqual(original);
  });

  it.each([
    ['by a port', {}],
    ['as `npm start` does', { socketPath: join(dataFolder, 'database.sock') }],
  ])('says that the data folder is in use %s, and what to do', async (_how, address) => {
    const refused = join(folder, 'refused');
    const holder = await startEmbeddedMongodb({ path: join(dataFolder, 'database'), ...address });
    const run = runAdgate(['db', 'export', '--to', refused], { ADGATE_DATA_DIR: dataFolder });
    await Promise.allSettled([run]);
    await holder.stop();
    const { exitCode, stdout, stderr } = await run;
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr.split('\n')).toContain(
      `adgate: the database in ${dataFolder} is in use: stop the gateway that runs on it, then run this again`,
    );
    expect(readdirSync(folder)).not.toContain('refused');
  });

  it('makes no database where there is none to export', async () => {
    const nothing = join(folder, 'nothing');
    const { exitCode, stderr } = await runAdgate(['db', 'export', '--to', join(folder, 'no')], {
      ADGATE_DATA_DIR: nothing,
    });
    expect([exitCode, stderr]).toEqual([
      1,
      `adgate: there is no database in ${nothing}: set ADGATE_DATA_DIR to the gateway's data folder, or give --uri\n`,
    ]);
    expect(readdirSync(folder)).not.toContain('nothing');
  });
});

/**
 * Runs a command over a wire that goes dead when `isTime` says so. The wire is in this process, so the command gets
 * no further than that.
 */
async function stalledRun(
  uri: string,
  args: readonly string[],
  waitUntil: () => Promise<unknown>,
): Promise<ReturnType<typeof startAdgate> & { close(): Promise<void> }> {
  const proxy = await startDatabaseProxy(uri);
  const time = waitUntil();
  const run = startAdgate([...args, '--uri', proxy.uri]);
  await time;
  proxy.stall();
  return { ...run, close: () => proxy.close() };
}

/** Resolves with the unfinished folder of an export as soon as it has begun its third file. */
function unfinishedExport(parent: string): Promise<string> {
  return new Promise((resolve) => {
    const outer = watch(parent, (_event, name) => {
      if (!name?.includes('.unfinished-')) return;
      outer.close();
      const unfinished = join(parent, name);
      const check = () => {
        if (!readdirSync(unfinished).some((file) => file.startsWith('003-'))) return;
        inner.close();
        resolve(unfinished);
      };
      const inner = watch(unfinished, check);
      check();
    });
  });
}

// The wire goes to one address: no discovery of a replica set's members around it.
const onlyEmbedded = process.env['MONGODB_TEST_IS_EMBEDDED'] === 'yes' ? describe : describe.skip;

onlyEmbedded('an interrupted command', () => {
  it('leaves no half folder that import takes, when an export is killed', async () => {
    const parent = temporaryFolder();
    const uri = await withImported();
    const to = join(parent, 'export');
    const begun = unfinishedExport(parent);
    const run = await stalledRun(uri, ['db', 'export', '--to', to], () => begun);
    run.child.kill('SIGKILL');
    await run.finished;
    await run.close();
    const unfinished = await begun;
    expect(readdirSync(parent)).toEqual([unfinished.slice(parent.length + 1)]);
    const target = await freshDatabase();
    const result = await runAdgate(['db', 'import', '--from', unfinished, '--uri', target]);
    expect(result).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `adgate: ${unfinished} is no export, or one that was interrupted: it has no manifest.json\n`,
    });
    await expect(withDb(target, contentsOf)).resolves.toEqual({});
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('cleans up after an export that gets %s', async (name, exitCode) => {
    const parent = temporaryFolder();
    const uri = await withImported();
    const run = await stalledRun(uri, ['db', 'export', '--to', join(parent, 'export')], () =>
      unfinishedExport(parent),
    );
    run.child.kill(name);
    await expect(run.finished).resolves.toEqual({
      exitCode,
      stdout: '',
      stderr: `adgate: interrupted by ${name}\n`,
    });
    await run.close();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is completed by --merge, when an import is killed', async () => {
    const uri = await freshDatabase();
    await withDb(uri, async (db) => {
      const run = await stalledRun(uri, ['db', 'import', '--from', exported], async () => {
        while ((await db.collection('events').countDocuments()) === 0);
      });
      run.child.kill('SIGKILL');
      await run.finished;
      await run.close();
      const before = Object.values(await contentsOf(db));
      const kept = before.reduce((sum, { documents }) => sum + documents.length, 0);

      expect(kept).toBeLessThan(total());
      const again = await runAdgate(['db', 'import', '--from', exported, '--uri', uri]);
      expect([again.exitCode, again.stderr]).toEqual([
        1,
        expect.stringMatching(/^adgate: the database test_\w+ is not empty \(it has .+--merge\n$/),
      ]);
      const args = ['db', 'import', '--from', exported, '--uri', uri, '--merge', '--json'];
      const merged = await runAdgate(args);
      expect(merged.exitCode).toBe(0);
      expect(JSON.parse(merged.stdout)).toMatchObject({ imported: total() - kept, kept });
      await expect(contentsOf(db)).resolves.toEqual(original);
    });
  });
});

/** A database on the test run's server that has everything. */
async function withImported(): Promise<string> {
  const uri = await freshDatabase();
  const { exitCode } = await runAdgate(['db', 'import', '--from', exported, '--uri', uri]);
  expect(exitCode).toBe(0);
  return uri;
}

describe('adgate db import --merge', () => {
  const collection = (db: mongoose.mongo.Db) =>
    db.collection<{ _id: string; email: string; name: string }>('accounts');
  const small = join(folder, 'small');

  beforeAll(async () => {
    const uri = await freshDatabase();
    await withDb(uri, async (db) => {
      await collection(db).insertMany([
        { _id: 'a', email: 'a@example.com', name: 'exported' },
        { _id: 'b', email: 'b@example.com', name: 'exported' },
      ]);
      await collection(db).createIndex({ email: 1 }, { unique: true }, {});
    });
    rmSync(small, { recursive: true, force: true });
    await runAdgate(['db', 'export', '--to', small, '--uri', uri]);
  });

  it('keeps documents that are there as they are, and counts them', async () => {
    const uri = await freshDatabase();
    await withDb(uri, async (db) => {
      await collection(db).insertOne({ _id: 'a', email: 'new@example.com', name: 'there' });
      await db.collection('others').insertOne({ untouched: true });
      const result = await runAdgate(['db', 'import', '--from', small, '--uri', uri, '--merge']);
      expect(result).toEqual({
        exitCode: 0,
        stdout: `  accounts   1 document, 1 was there already
imported into 1 collection of ${db.databaseName}: 1 document, 1 was there already\n`,
        stderr: '',
      });
      await expect(collection(db).find().sort({ _id: 1 }).toArray()).resolves.toEqual([
        { _id: 'a', email: 'new@example.com', name: 'there' },
        { _id: 'b', email: 'b@example.com', name: 'exported' },
      ]);
      await expect(db.collection('others').countDocuments()).resolves.toBe(1);
    });
  });

  it('tells of a document that another unique index refuses', async () => {
    const uri = await freshDatabase();
    await withDb(uri, async (db) => {
      await collection(db).insertOne({ _id: 'c', email: 'b@example.com', name: 'there' });
      const args = ['db', 'import', '--from', small, '--uri', uri, '--merge', '--json'];
      const { exitCode, stdout, stderr } = await runAdgate(args);
      const message = expect.stringMatching(
        /^accounts: the database refuses a document: E11000 .*email_1.*b@example\.com.*; what was imported so far stays, --merge goes on from there$/,
      );
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout)).toEqual({ error: { message } });
      expect(stderr).toBe(`adgate: ${JSON.parse(stdout).error.message}\n`);
    });
  });
});
