import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Binary, calculateObjectSize, ObjectId, serialize } from 'bson';
import { mongo } from 'mongoose';
import { type Child, startChild } from './support/child';
import { cpuMicroseconds } from './support/cpu-time';
import { median } from './support/statistics';

/**
 * The embedded database's figures beside bare ones of the same run: durable inserts against blobs in
 * node:sqlite, `findOne` against a TCP echo of the same bytes, the start with many documents.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    batches: { type: 'string', default: '100' },
    finds: { type: 'string', default: '40000' },
    documents: { type: 'string', default: '1000000' },
    echo: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const batchSize = 1000;
const concurrency = 16;

type Collection = mongo.Collection;

void (options.echo === undefined ? main() : serveEcho(Number(options.echo)));

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongodb-bench-'));
  try {
    const server = await startServer(folder);
    const client = await mongo.MongoClient.connect(server.ready[0]);
    const collection = client.db('bench').collection('events');
    await measureInserts(collection, server, folder);
    await measureFinds(collection, server);
    await collection.drop();
    await client.close();
    await server.stop();
    await measureStart(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startServer(folder: string): Promise<Child> {
  return startChild(require.resolve('../embedded-mongodb/main'), {
    args: ['--port', '0', '--path', join(folder, 'data')],
    readyLine: /mongodb:\/\/127\.0\.0\.1:(\d+)\/\S*/,
  });
}

function anEvent() {
  return {
    _id: new ObjectId(),
    type: 'impression',
    eventId: new Binary(randomBytes(16), 4),
    campaignId: new Binary(randomBytes(16), 4),
    creativeId: new Binary(randomBytes(16), 4),
    placementId: new Binary(randomBytes(16), 4),
    siteId: new Binary(randomBytes(16), 4),
    userId: randomBytes(12).toString('base64url'),
    at: new Date(),
    cost: 123_456n,
    currency: 'TST',
    country: 'de',
    device: 'phone',
    isViewable: true,
    score: 0.75,
  };
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What some work took, a thing: time on the clock and server CPU (utime + stime), in µs. */
interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** Measures `run`, which makes the process `pid` do `count` things. */
async function measure(pid: number, count: number, run: () => Promise<void> | void): Promise<Cost> {
  const [cpu, start] = [cpuMicroseconds(pid), performance.now()];
  await run();
  const wall = (performance.now() - start) * 1000;
  return { wall: wall / count, cpu: (cpuMicroseconds(pid) - cpu) / count };
}

function compare(name: string, costs: readonly Cost[], bare: readonly Cost[], bar: string): void {
  const of = (list: readonly Cost[], kind: keyof Cost) => median(list.map((cost) => cost[kind]));
  const rate = (list: readonly Cost[]) => (1e6 / of(list, 'wall')).toFixed(0);
  const ratio = (kind: keyof Cost) => (of(bare, kind) / of(costs, kind)).toFixed(2);
  report(
    `${name}: ${of(bare, 'cpu').toFixed(2)} of ${of(costs, 'cpu').toFixed(2)} µs of CPU = ${ratio('cpu')}; ` +
      `${rate(costs)} of ${rate(bare)} per s = ${ratio('wall')}   (${bar})`,
  );
}

async function measureInserts(
  collection: Collection,
  server: Child,
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
      /** The same documents each time, but for their ids: fewer for the client's collector to look after. */
      const insert = async (): Promise<void> => {
        const batch = documents();
        while (left > 0) {
          left -= 1;
          for (const document of batch) document._id = new ObjectId();
          await collection.insertMany(batch);
        }
      };
      costs[name].push(
        await measure(server.pid, count, async () => {
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

/** Answers each message with `size` bytes; a message's first four bytes are its length. */
async function serveEcho(size: number): Promise<void> {
  const answer = Buffer.alloc(size);
  answer.writeInt32LE(size, 0);
  const server = createServer({ noDelay: true }, (socket) => {
    onMessages(socket, () => socket.write(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  report(`ready on ${(server.address() as AddressInfo).port}`);
}

function onMessages(socket: Socket, receive: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      receive(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

function aFind(id: ObjectId): Buffer {
  const body = serialize({
    find: 'events',
    filter: { _id: id },
    limit: 1,
    singleBatch: true,
    batchSize: 1,
    lsid: { id: new Binary(randomBytes(16), 4) },
    $db: 'bench',
  });
  const message = Buffer.alloc(21 + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(2013, 12);
  message.set(body, 21);
  return message;
}

/** Sends `count` messages over each of 16 sockets, the next after the answer to the last. */
async function askAll(
  { pid, port }: { readonly pid: number; readonly port: number },
  messages: readonly Buffer[],
  count: number,
): Promise<Cost> {
  const sockets = Array.from({ length: concurrency }, () => connect({ port, noDelay: true }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const cost = await measure(pid, count * concurrency, async () => {
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<void>((resolve) => {
            let left = count;
            const ask = (): boolean => socket.write(messages[left % messages.length]!);
            onMessages(socket, () => {
              left -= 1;
              if (left === 0) resolve();
              else ask();
            });
            ask();
          }),
      ),
    );
  });
  for (const socket of sockets) socket.destroy();
  return cost;
}

async function askOnce(port: number, message: Buffer): Promise<Buffer> {
  const socket = connect({ port, noDelay: true });
  const answer = new Promise<Buffer>((resolve) => onMessages(socket, resolve));
  socket.write(message);
  const bytes = await answer;
  socket.destroy();
  return bytes;
}

async function measureFinds(collection: Collection, server: Child): Promise<void> {
  const count = Math.ceil(Number(options.finds) / concurrency);
  const sample = await collection.find({}, { projection: { _id: 1 }, limit: 5000 }).toArray();
  const ids = sample.map(({ _id: id }) => id);
  const messages = ids.map(aFind);
  const database = { pid: server.pid, port: Number(server.ready[1]) };
  const answer = await askOnce(database.port, messages[0]!);
  const child = await startChild(__filename, {
    args: ['--echo', String(answer.length)],
    readyLine: /ready on (\d+)/,
  });
  const echo = { pid: child.pid, port: Number(child.ready[1]) };
  const costs = { echo: [] as Cost[], find: [] as Cost[] };
  for (let round = 0; round < rounds; round += 1) {
    costs.echo.push(await askAll(echo, messages, count));
    costs.find.push(await askAll(database, messages, count));
  }
  const byDriver = await measure(server.pid, count * concurrency, async () => {
    const find = async (): Promise<void> => {
      for (let i = 0; i < count; i += 1) await collection.findOne({ _id: ids[i % ids.length]! });
    };
    await Promise.all(Array.from({ length: concurrency }, find));
  });
  await child.stop();
  compare(
    'findOne by _id, 16 at a time / TCP echo of the same bytes',
    costs.find,
    costs.echo,
    'target 0.5',
  );
  report(`findOne by the driver, 16 at a time: ${(1e6 / byDriver.wall).toFixed(0)} per s`);
}

function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

async function measureStart(folder: string): Promise<void> {
  const documents = Number(options.documents);
  const server = await startServer(folder);
  const before = residentBytes(server.pid);
  const client = await mongo.MongoClient.connect(server.ready[0]);
  const collection = client
    .db('bench')
    .collection<{ _id: number; name: string; n: number }>('small');
  for (let from = 0; from < documents; from += 10_000) {
    const batch = Array.from({ length: Math.min(10_000, documents - from) }, (_, i) => ({
      _id: from + i,
      name: `document ${from + i}`,
      n: i % 100,
    }));
    await collection.insertMany(batch);
  }
  const size = calculateObjectSize({ _id: documents, name: `document ${documents}`, n: 0 });
  const loaded = residentBytes(server.pid);
  await client.close();
  await server.stop();
  const start = performance.now();
  const again = await startServer(folder);
  const startMs = performance.now() - start;
  const afterStart = residentBytes(again.pid);
  const stored = statSync(join(folder, 'data', 'data.sqlite')).size;
  await again.stop();
  const each = (bytes: number): string => (bytes / documents).toFixed(0);
  report(
    `start with ${documents} documents of ${size} bytes: ${(startMs / 1000).toFixed(2)} s (target 10 s)`,
  );
  report(
    `memory per document: ${each(loaded - before)} bytes after writing, ${each(afterStart)} after a start; on disk ${each(stored)}`,
  );
}
