import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { Binary, type ObjectId, serialize } from 'bson';
import { compare, type Cost, measure, report } from './support/cost';
import { anEvent } from './support/event';
import { type BenchServer, startChild, withServer } from './support/server';

/** `findOne` by `_id` against a TCP echo of the same bytes in the same run. */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    finds: { type: 'string', default: '40000' },
    documents: { type: 'string', default: '100000' },
    echo: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const concurrency = 16;

void (options.echo === undefined ? withServer(measureFinds) : serveEcho(Number(options.echo)));

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

async function measureFinds({ db, pid, uri }: BenchServer): Promise<void> {
  const count = Math.ceil(Number(options.finds) / concurrency);
  const collection = db.collection('events');
  const events = Array.from({ length: Number(options.documents) }, anEvent);
  await collection.insertMany(events);
  const ids = events.slice(0, 5000).map(({ _id: id }) => id);
  const messages = ids.map(aFind);
  const database = { pid, port: Number(new URL(uri).port) };
  const answer = await askOnce(database.port, messages[0]!);
  const child = await startChild(__filename, ['--echo', String(answer.length)], /ready on (\d+)/);
  const echo = { pid: child.pid, port: Number(child.ready) };
  const costs = { echo: [] as Cost[], find: [] as Cost[] };
  for (let round = 0; round < rounds; round += 1) {
    costs.echo.push(await askAll(echo, messages, count));
    costs.find.push(await askAll(database, messages, count));
  }
  const byDriver = await measure(pid, count * concurrency, async () => {
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
