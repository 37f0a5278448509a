import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BSON } from 'bson';
import { freshDatabase } from '../support/database';
import { startDatabaseProcess } from '../support/database-process';
import { random } from '../support/documents';
import {
  connectWire,
  frame,
  opMsg,
  readReply,
  uint32,
  type WireClient,
} from '../support/wire-client';

/** `npm run soak` sets them. */
const rounds = Number(process.env['SOAK_FUZZ_ROUNDS'] ?? 1500);
const floodSize = Number(process.env['SOAK_CONNECTIONS'] ?? 500);

let uri: string;
let $db: string;
let healthy: WireClient;
beforeAll(async () => {
  uri = await freshDatabase();
  $db = new URL(uri).pathname.slice(1);
  healthy = await connectWire(uri);
  await healthy.command({ insert: 'safe', documents: [{ _id: 1, a: 'kept' }] });
});
afterAll(() => healthy.close());

async function expectHealthy(): Promise<void> {
  const found = await healthy.command({ find: 'safe' });
  expect(found).toMatchObject({ cursor: { firstBatch: [{ _id: 1, a: 'kept' }] } });
}

describe('a message that is not one', () => {
  const ping = BSON.serialize({ ping: 1, $db: 'admin' });
  const body = Buffer.concat([Buffer.from([0]), ping]);
  const header = (length: number): Buffer => {
    const message = opMsg({ ping: 1, $db: 'admin' });
    message.writeInt32LE(length, 0);
    return message;
  };

  it.each<[string, Buffer]>([
    ['with a length of 0', header(0)],
    ['with a negative length', header(-5)],
    ['with a length below its header', header(16)],
    ['with a length above 48 MB', header(48_000_001)],
    ['of an unknown kind', frame(2012, 1, body)],
    ['of a kind that MongoDB has dropped', frame(2002, 1, body)],
    ['without a section', frame(2013, 1, uint32(0))],
    ['with an unknown required flag', frame(2013, 1, Buffer.concat([uint32(4), body]))],
    ['with two bodies', frame(2013, 1, Buffer.concat([uint32(0), body, body]))],
    ['with an unknown section', frame(2013, 1, Buffer.concat([uint32(0), Buffer.from([7]), ping]))],
    ['whose body is cut off', frame(2013, 1, Buffer.concat([uint32(0), body.subarray(0, 9)]))],
    [
      'whose sequence has a name without an end',
      frame(
        2013,
        1,
        Buffer.concat([uint32(0), body, Buffer.from([1]), uint32(8), Buffer.from('abcd')]),
      ),
    ],
    ['that is a legacy query of a collection', frame(2004, 1, Buffer.from('\0\0\0\0db.c\0'))],
  ])('%s ends the connection', async (_name, bytes) => {
    const client = await connectWire(uri);
    client.send(bytes);
    expect(await client.receive()).toBeUndefined();
    await expectHealthy();
  });

  it('with an optional flag, or with a checksum, is answered', async () => {
    const client = await connectWire(uri);
    client.send(frame(2013, 7, Buffer.concat([uint32(1 << 16), body])));
    expect(readReply((await client.receive())!)).toEqual({ ok: 1 });
    client.send(frame(2013, 8, Buffer.concat([uint32(1), body, uint32(0)])));
    const reply = await client.receive();
    expect(reply!.readInt32LE(8)).toBe(8);
    client.close();
  });

  it('with malformed BSON is answered by an error', async () => {
    const client = await connectWire(uri);
    const bad = Buffer.from(ping);
    bad[4] = 0x7e;
    client.send(frame(2013, 3, Buffer.concat([uint32(0), Buffer.from([0]), bad])));
    expect(readReply((await client.receive())!)).toMatchObject({ ok: 0, code: 22 });
    client.close();
  });

  it('with bad BSON among documents inserts those before it', async () => {
    const message = opMsg(
      { insert: 'mixed', $db },
      { sequence: { name: 'documents', documents: [{ _id: 1 }, { _id: 2, text: 'abc' }] } },
    );
    message[message.length - 2] = 0x41;
    healthy.send(message);
    expect(readReply((await healthy.receive())!)).toMatchObject({
      n: 1,
      writeErrors: [{ index: 1, code: 22 }],
    });
  });

  it('that asks for no answer gets none', async () => {
    const insert = { insert: 'silent', documents: [{ _id: 1 }], $db };
    healthy.send(opMsg(insert, { flags: 2, requestId: 40 }));
    const reply = await healthy.command({ find: 'silent' });
    expect(reply).toMatchObject({ cursor: { firstBatch: [{ _id: 1 }] } });
  });

  it('that waits for no answer gets none when its BSON is bad', async () => {
    const client = await connectWire(uri);
    const bad = opMsg({ insert: 'bad', nothing: null, $db }, { flags: 2 });
    // The deprecated type `undefined`.
    bad[bad.indexOf('nothing') - 1] = 6;
    client.send(Buffer.concat([bad, opMsg({ ping: 1, $db }, { requestId: 2 })]));
    expect((await client.receive())!.readInt32LE(8)).toBe(2);
    client.close();
  });

  it('that arrives a byte at a time, or with others in one piece, is answered in order', async () => {
    const client = await connectWire(uri);
    for (const byte of opMsg({ ping: 1, $db }, { requestId: 1 })) client.send(Buffer.from([byte]));
    const three = [2, 3, 4].map((requestId) => opMsg({ ping: 1, $db }, { requestId }));
    client.send(Buffer.concat(three));
    for (const requestId of [1, 2, 3, 4]) {
      expect((await client.receive())!.readInt32LE(8)).toBe(requestId);
    }
    client.close();
  });
});

describe('random damage', () => {
  const samples = [
    { insert: 'fuzz', documents: [{ _id: 1, a: [1, { b: 'text' }], d: new Date(0) }] },
    { find: 'fuzz', filter: { a: { $gt: 1, $in: [1, 2, 'x'] } }, sort: { a: -1 }, limit: 3 },
    { update: 'fuzz', updates: [{ q: { _id: 1 }, u: { $set: { 'a.0': 2 } }, upsert: true }] },
    { aggregate: 'fuzz', pipeline: [{ $group: { _id: '$a', n: { $sum: 1 } } }], cursor: {} },
    { hello: 1, client: { driver: { name: 'x' } } },
    { createIndexes: 'fuzz', indexes: [{ key: { a: 1 }, name: 'a_1' }] },
    { delete: 'fuzz', deletes: [{ q: { a: { $exists: true } }, limit: 1 }] },
    { getMore: 77n, collection: 'fuzz' },
  ].map((command) => opMsg({ ...command, $db }));

  /** Follows each message, which may have come to ask for no answer. */
  const ping = opMsg({ ping: 1, $db: 'admin' });

  function damage(original: Buffer): Buffer {
    const bytes = Buffer.from(original);
    const kind = random(4);
    if (kind === 0) return bytes.subarray(0, random(bytes.length));
    for (let i = 0; i <= random(6); i += 1) {
      const at = 16 + random(bytes.length - 16);
      if (kind === 1) bytes[at] = random(256);
      else if (kind === 2) bytes[at]! ^= 1 << random(8);
      else bytes.fill(random(256), at, Math.min(bytes.length, at + random(12)));
    }
    return bytes;
  }

  it(`to ${rounds} messages harms nobody else`, async () => {
    let answered = 0;
    for (let i = 0; i < rounds; i += 1) {
      const bytes = damage(samples[i % samples.length]!);
      const client = await connectWire(uri);
      const isWhole = bytes.length >= 16 && bytes.length === bytes.readInt32LE(0);
      client.send(isWhole ? Buffer.concat([bytes, ping]) : bytes);
      if (!isWhole) client.socket.end();
      const reply = await client.receive();
      if (reply) {
        answered += 1;
        expect(readReply(reply)).toHaveProperty('ok');
      }
      client.close();
    }
    expect(answered).toBeGreaterThan(rounds / 10);
    await expectHealthy();
  });
});

describe('a flood of connections', () => {
  it(`of ${floodSize}, opened and left, costs little and stops nobody`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flood-'));
    const server = await startDatabaseProcess(folder);
    const { hostname, port } = new URL(server.ready);
    const client = await connectWire(server.ready);
    const sockets: Socket[] = [];
    const status = async () => {
      const reply = await client.command({ serverStatus: 1, $db: 'admin' });
      const { connections, mem } = reply as {
        connections: { current: number };
        mem: { resident: number };
      };
      return { open: connections.current, megabytes: mem.resident };
    };
    const before = await status();
    for (let i = 0; i < floodSize; i += 100) {
      const some = Array.from({ length: 100 }, () =>
        connect({ host: hostname, port: Number(port) }),
      );
      await Promise.all(some.map((socket) => once(socket, 'connect')));
      for (const [n, socket] of some.entries()) {
        socket.on('error', () => socket.destroy());
        if (n % 3 === 0) socket.write(opMsg({ ping: 1 }).subarray(0, 1 + random(20)));
      }
      sockets.push(...some);
    }
    let flooded = await status();
    while (flooded.open < before.open + floodSize) flooded = await status();
    expect(flooded.megabytes - before.megabytes).toBeLessThan(50 + floodSize / 30);
    for (const socket of sockets) socket.destroy();
    while ((await status()).open > before.open) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
});
