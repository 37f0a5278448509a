import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Binary } from 'bson';
import { mongo } from 'mongoose';
import { startEmbeddedMongodb } from '../../src/server';
import { startDatabaseProcess } from '../support/database-process';
import { random } from '../support/documents';
import { connectWire } from '../support/wire-client';

/** `npm run soak` sets it. */
const kills = Number(process.env['SOAK_KILLS'] ?? 4);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durability-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writers that go on until the server dies, and what they know to be acknowledged. */
class Writers {
  readonly inserted = new Map<number, boolean>();
  readonly transfers: number[] = [];
  increments = 0;
  #nextId = 0;
  #pending: mongo.Document | undefined;
  readonly #lsid = { id: new Binary(randomBytes(16), 4) };
  #txnNumber = 0n;

  async run(uri: string): Promise<void> {
    const client = await mongo.MongoClient.connect(uri, {
      serverSelectionTimeoutMS: 2000,
      retryWrites: false,
    });
    const db = client.db('crash');
    await Promise.allSettled([
      this.#insertSingly(db),
      this.#insertSingly(db),
      this.#insertMany(db),
      this.#transfer(client),
      this.#increment(uri),
    ]);
    await client.close(true);
  }

  async #insertSingly(db: mongo.Db): Promise<void> {
    for (;;) {
      const id = this.#nextId++;
      this.inserted.set(id, false);
      await db.collection('inserts').insertOne({ _id: id as never });
      this.inserted.set(id, true);
    }
  }

  async #insertMany(db: mongo.Db): Promise<void> {
    for (;;) {
      const ids = Array.from({ length: 50 }, () => this.#nextId++);
      for (const id of ids) this.inserted.set(id, false);
      const documents = ids.map((id) => ({ _id: id as never, filler: 'x'.repeat(random(2000)) }));
      await db.collection('inserts').insertMany(documents);
      for (const id of ids) this.inserted.set(id, true);
    }
  }

  /** Two documents in one transaction: both or neither. */
  async #transfer(client: mongo.MongoClient): Promise<void> {
    const db = client.db('crash');
    for (;;) {
      const id = this.#nextId++;
      const session = client.startSession();
      session.startTransaction();
      await db.collection('left').insertOne({ _id: id as never }, { session });
      await db.collection('right').insertOne({ _id: id as never }, { session });
      await session.commitTransaction();
      await session.endSession();
      this.transfers.push(id);
    }
  }

  /** One $inc after the other, repeated with its number over a crash until it is answered. */
  async #increment(uri: string): Promise<void> {
    const wire = await connectWire(uri);
    for (;;) {
      this.#pending ??= {
        update: 'counters',
        updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
        lsid: this.#lsid,
        txnNumber: ++this.#txnNumber,
        $db: 'crash',
      };
      expect(await wire.command(this.#pending)).toMatchObject({ ok: 1, n: 1 });
      this.#pending = undefined;
      this.increments += 1;
    }
  }
}

/**
 * Says that no server answered: the driver's own error, or, where the write still waited for room in the socket, the system's
 * (`EPIPE`), bare or within a bulk's error. A server's answer has a number for its code.
 */
function isBrokenConnection(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) return typeof error.code !== 'number';
  return error instanceof mongo.MongoError || (error instanceof Error && 'syscall' in error);
}

/** Writers that go on while the server dies and comes back; the driver sends again what was not answered. */
class RetryingWriters {
  readonly inserted: number[] = [];
  readonly counted: number[] = [];
  isOver = false;
  #nextId = 0;

  async run(db: mongo.Db): Promise<void> {
    await Promise.all([
      this.#goOn(() => this.#insert(db, 1000)),
      this.#goOn(() => this.#insert(db, 1)),
      this.#goOn(() => this.#count(db)),
    ]);
  }

  /** The driver sends a write twice at the most: what no server has answered then may be stored or not. */
  async #goOn(write: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      try {
        await write();
      } catch (error) {
        if (isBrokenConnection(error)) continue;
        this.isOver = true;
        throw error;
      }
    }
  }

  async #insert(db: mongo.Db, count: number): Promise<void> {
    const documents = Array.from({ length: count }, () => ({ _id: this.#nextId++ as never }));
    await db.collection('inserts').insertMany(documents);
    for (const { _id: id } of documents) this.inserted.push(id);
  }

  async #count(db: mongo.Db): Promise<void> {
    const id = this.#nextId++;
    const once = { $inc: { n: 1 } };
    await db.collection('counts').updateOne({ _id: id as never }, once, { upsert: true });
    this.counted.push(id);
  }
}

async function ids(db: mongo.Db, collection: string): Promise<Set<number>> {
  const documents = await db
    .collection(collection)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  return new Set(documents.map(({ _id: id }) => id as unknown as number));
}

describe('a server that is killed', () => {
  it(`loses no acknowledged write and tears no transaction, ${kills} times`, async () => {
    const writers = new Writers();
    for (let round = 0; round < kills; round += 1) {
      // A port would be anyone's once the server is dead: writers that try again could reach a stranger.
      const server = await startDatabaseProcess(folder, join(folder, 'db.sock'));
      const running = writers.run(server.ready);
      const before = writers.increments + writers.transfers.length;
      const enough = before + 5 + random(60);
      while (writers.increments + writers.transfers.length < enough) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await server.kill();
      await running;
      const again = await startDatabaseProcess(folder, join(folder, 'db.sock'));
      const client = await mongo.MongoClient.connect(again.ready);
      const db = client.db('crash');
      const stored = await ids(db, 'inserts');
      const lost = [...writers.inserted].filter(([id, isSure]) => isSure && !stored.has(id));
      expect(lost).toEqual([]);
      expect([...stored].filter((id) => !writers.inserted.has(id))).toEqual([]);
      const [left, right] = [await ids(db, 'left'), await ids(db, 'right')];
      expect(left).toEqual(right);
      expect(writers.transfers.filter((id) => !left.has(id))).toEqual([]);
      const counter = await db.collection('counters').findOne();
      expect([writers.increments, writers.increments + 1]).toContain(counter?.['n']);
      await client.close();
      await again.stop();
    }
    expect(writers.increments).toBeGreaterThan(0);
    expect(writers.transfers.length).toBeGreaterThan(0);
  });

  it(`applies what the driver repeats once, ${kills} times`, async () => {
    const socket = join(folder, 'db.sock');
    let server = await startDatabaseProcess(folder, socket);
    const client = await mongo.MongoClient.connect(server.ready);
    const db = client.db('crash');
    const writers = new RetryingWriters();
    const running = writers.run(db);
    for (let round = 0; round < kills; round += 1) {
      const enough = writers.counted.length + 5 + random(60);
      const more = async () => {
        while (writers.counted.length < enough && !writers.isOver) {
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      await Promise.race([more(), running]);
      await server.kill();
      server = await startDatabaseProcess(folder, socket);
    }
    writers.isOver = true;
    await running;
    const [inserts, counts] = [await ids(db, 'inserts'), await ids(db, 'counts')];
    expect(writers.inserted.filter((id) => !inserts.has(id))).toEqual([]);
    expect(writers.counted.filter((id) => !counts.has(id))).toEqual([]);
    expect(await db.collection('counts').countDocuments({ n: { $ne: 1 } })).toBe(0);
    await client.close();
    await server.stop();
  });

  it('keeps its indexes as they were', async () => {
    const server = await startDatabaseProcess(folder);
    const client = await mongo.MongoClient.connect(server.ready);
    const events = client.db('crash').collection('events');
    await events.createIndex({ name: 1 }, { unique: true }, {});
    await events.insertOne({ name: 'a' });
    await server.kill();
    await client.close(true);
    const again = await startDatabaseProcess(folder);
    const client2 = await mongo.MongoClient.connect(again.ready);
    const same = client2.db('crash').collection('events');
    expect((await same.indexes()).map(({ name }) => name)).toEqual(['_id_', 'name_1']);
    await expect(same.insertOne({ name: 'a' })).rejects.toMatchObject({ code: 11000 });
    await client2.close();
    await again.stop();
  });
});

describe('a folder', () => {
  const file = () => join(folder, 'data.sqlite');
  const start = () => startEmbeddedMongodb({ path: folder });

  it('is refused to a second server, which changes nothing', async () => {
    const server = await start();
    const before = readFileSync(file());
    await expect(start()).rejects.toThrow(`cannot open ${folder}: another process has it open`);
    expect(readFileSync(file()).equals(before)).toBe(true);
    await server.stop();
    const again = await start();
    await again.stop();
  });

  it.each<[string, () => Buffer]>([
    ['no database at all', () => Buffer.from('dear diary, '.repeat(1000))],
    [
      "another program's database",
      () => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000)]),
    ],
    ['a few bytes', () => Buffer.from([1, 2, 3])],
  ])('with %s in its place is refused and left as it is', async (_name, content) => {
    writeFileSync(file(), content());
    await expect(start()).rejects.toThrow('is not a database of this server');
    expect(readFileSync(file()).equals(content())).toBe(true);
  });

  async function fill(): Promise<void> {
    const server = await start();
    const client = await mongo.MongoClient.connect(server.uri);
    const documents = Array.from({ length: 500 }, (_, i) => ({ i, text: 'x'.repeat(500) }));
    await client.db('d').collection('c').insertMany(documents);
    await client.close();
    await server.stop();
  }

  it.each<[string, () => void]>([
    ['cut off', () => truncateSync(file(), statSync(file()).size - 40_000)],
    [
      'overwritten in the middle',
      () => {
        const handle = openSync(file(), 'r+');
        writeSync(handle, Buffer.alloc(30_000, 0x5a), 0, 30_000, 60_000);
        closeSync(handle);
      },
    ],
  ])('whose file was %s is refused and left as it is', async (_name, damage) => {
    await fill();
    damage();
    const before = readFileSync(file());
    await expect(start()).rejects.toThrow('is damaged');
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  it('whose file is empty is left as it is, without a journal as well', async () => {
    await fill();
    truncateSync(file(), 0);
    await expect(start()).rejects.toThrow('is empty');
    expect(statSync(file()).size).toBe(0);
  });

  /** A file and a journal with acknowledged writes that are not in the file yet. */
  async function fillAndKill(): Promise<void> {
    await fill();
    const server = await startDatabaseProcess(folder);
    const client = await mongo.MongoClient.connect(server.ready);
    const documents = Array.from({ length: 500 }, (_, i) => ({ i, text: 'y'.repeat(500) }));
    await client.db('d').collection('c').insertMany(documents);
    await server.kill();
    await client.close(true);
  }

  it.each<[string, string, () => void]>([
    ['emptied', 'is empty', () => truncateSync(file(), 0)],
    ['removed', 'is missing, but its journal', () => rmSync(file())],
    [
      'damaged',
      'is damaged',
      () => {
        const handle = openSync(file(), 'r+');
        writeSync(handle, Buffer.alloc(60_000, 0x5a), 0, 60_000, 150_000);
        closeSync(handle);
      },
    ],
  ])('whose file was %s beside a journal is left as it is, with the journal', async (...test) => {
    const [, message, damage] = test;
    await fillAndKill();
    damage();
    const read = (path: string) => existsSync(path) && readFileSync(path).toString('latin1');
    const before = [read(file()), read(`${file()}-wal`)];
    expect(before[1]).toBeTruthy();
    await expect(start()).rejects.toThrow(message);
    const isSame = [read(file()), read(`${file()}-wal`)].map((text, i) => text === before[i]);
    expect(isSame).toEqual([true, true]);
  });

  it('of a later format is refused', async () => {
    await fill();
    const handle = openSync(file(), 'r+');
    writeSync(handle, Buffer.from([0, 0, 0, 9]), 0, 4, 60);
    closeSync(handle);
    await expect(start()).rejects.toThrow('has format 9, this server reads format 1');
  });

  it('that cannot be made is an error', async () => {
    const occupied = join(folder, 'occupied');
    writeFileSync(occupied, '');
    await expect(startEmbeddedMongodb({ path: occupied })).rejects.toThrow();
  });
});

describe('a full disk', () => {
  const mount = spawnSync('mount', ['--version']).status === 0 && process.getuid?.() === 0;

  (mount ? it : it.skip)('is an error of the write, and what was there stays', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]);
    if (mounted.status !== 0) return;
    try {
      const server = await startEmbeddedMongodb({ path: disk });
      const client = await mongo.MongoClient.connect(server.uri);
      const collection = client.db('d').collection('c');
      await collection.insertOne({ first: true });
      const big = { bytes: Buffer.alloc(1 << 20) };
      const fill = async (): Promise<void> => {
        for (let i = 0; i < 10; i += 1) await collection.insertOne({ ...big });
      };
      await expect(fill()).rejects.toMatchObject({ code: 14031 });
      expect(await collection.countDocuments({ first: true })).toBe(1);
      const stored = await collection.countDocuments();
      await client.close();
      await server.stop();
      const again = await startEmbeddedMongodb({ path: disk });
      const client2 = await mongo.MongoClient.connect(again.uri);
      expect(await client2.db('d').collection('c').countDocuments()).toBe(stored);
      await client2.close();
      await again.stop();
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});
