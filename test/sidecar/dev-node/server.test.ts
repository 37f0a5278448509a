import { describe, expect, it } from '@jest/globals';
import { getAccount } from '../../../sidecar/ledger/requests/get-account';
import { decode } from '../../../sidecar/ledger/codec';
import { accountRecord } from '../../../sidecar/ledger/account';
import type { NodeRequest } from '../../../sidecar/dev-node/execute';
import { createLocks } from '../../../sidecar/dev-node/locks';
import { startNodeServer, type NodeServer } from '../../../sidecar/dev-node/server';
import recorded from '../../vectors/ledger-raw.json';
import { administrator } from './recorded-network';
import { startReplayer, type Replayer } from './replayer';
import { answerOf, connectTo, greeting, hello, keys, startTestNode, wireOf } from './support';

/** A read that only the clock can make wrong. */
function getMe(user: number, time: number): NodeRequest {
  const address = { node: 1, user };
  const data = getAccount.encode({ sender: address, target: address, time });
  return { data, signature: keys[user]!.sign(data) };
}

interface RawExchange {
  readonly name: string;
  readonly sent?: string;
  readonly got?: string;
  readonly end?: string;
}

const raw: readonly RawExchange[] = recorded.exchanges;
const rawOf = (name: string) => raw.find((exchange) => exchange.name === name)!;

/** Bytes of a session whose first request begins after version and length. */
const wordAt = (hex: string, offset: number) => Buffer.from(hex, 'hex').readUInt32LE(8 + offset);
const timeOfRead = (hex: string) => wordAt(hex, 13);
const timeOfTransaction = (hex: string) => wordAt(hex, 11);

/** A node whose administrator is as a recorded answer shows it. */
async function startAs(
  answer: string,
  now: number,
): Promise<AsyncDisposable & { port: number; replayer: Replayer }> {
  const replayer = startReplayer({
    startsAt: now,
    publicKey: administrator.publicKey,
    balance: 0n,
    history: [],
  });
  const { store, ledger } = replayer;
  const bytes = Buffer.from(answer, 'hex');
  const [own, network] = [13, 141].map((start) =>
    decode(accountRecord, bytes.subarray(start, start + 128)),
  );
  store.saveAccount(0, own!);
  store.saveNetworkAccount({ node: 1, user: 0 }, network!);
  const publicKey = Buffer.from(
    'C9965A1417F52B22514559B7608E4E2C1238FCA3602382C535D42D1759A2F196',
    'hex',
  );
  store.saveAccount(2, { ...own!, publicKey });
  const server: NodeServer = await startNodeServer(0, {
    execute: (requests) => ledger.execute(requests),
    limits: { idleMs: 300 },
  });
  return {
    port: server.port,
    replayer,
    async [Symbol.asyncDispose]() {
      await server.close();
      ledger.close();
    },
  };
}

/** Where the recorded node's clock was, as seen from the request. */
const clockAhead = new Map([
  ['raw_inf_time_future_2', -2],
  ['raw_inf_time_past_9', 9],
  ['raw_inf_time_past_60', 60],
]);

const reads = raw.filter(
  ({ name, sent }) =>
    sent?.startsWith(`${hello}51000000`) === true && /^raw_(inf|client|byte|signature)/.test(name),
);

describe('recorded bytes made by hand', () => {
  it.each([...reads, rawOf('raw_extra_data'), rawOf('raw_extra_then_normal')])(
    'get what was recorded: $name',
    async ({ name, sent = '', got = '' }) => {
      const state = /extra_then|S_plus_L/.test(name) ? 'raw_extra_then_normal' : 'raw_extra_data';
      const now = timeOfRead(sent) + (clockAhead.get(name) ?? 0);
      await using node = await startAs(rawOf(state).got!, now);
      const client = await connectTo(node.port);
      client.say(sent);
      // Of some only the beginning was kept.
      expect((await client.heard(got.length / 2)).slice(0, got.length)).toBe(got);
      client.socket.destroy();
    },
  );

  it.each(
    raw.filter(({ name }) => /^raw_(version_(0|3|-1|100|-2\d+)|type_(0|28|127))$/.test(name)),
  )('are refused as recorded: $name', async ({ sent = '', got, end = '' }) => {
    await using node = await startTestNode();
    const client = await connectTo(node.port);
    client.say(sent);
    expect(await client.ended()).toEqual({
      heard: got,
      how: end.startsWith('RST') ? 'reset' : 'end',
    });
  });

  it.each(raw.filter(({ name }) => /^raw_type_(2|27)$/.test(name)))(
    'are answered and closed after a silence: $name',
    async ({ sent = '', got }) => {
      await using node = await startTestNode({ limits: { idleMs: 100 } });
      const client = await connectTo(node.port);
      client.say(sent);
      expect(await client.ended()).toEqual({ heard: got, how: 'end' });
    },
  );

  it('cut the connection and not the node where the recorded one died: raw_type_128', async () => {
    await using node = await startTestNode();
    const client = await connectTo(node.port);
    client.say(rawOf('raw_type_128_crashes_node').sent!);
    expect(await client.ended()).toEqual({ heard: greeting, how: 'reset' });
    const next = await connectTo(node.port);
    next.say(hello);
    expect(await next.heard(5)).toBe(greeting);
    next.socket.destroy();
  });

  it('are carried out as recorded: transactions at the edges of time', async () => {
    const zeroWires = rawOf('raw_send_many_zero_wires');
    const start = timeOfTransaction(zeroWires.sent!);
    await using node = await startAs(rawOf('raw_extra_then_normal').got!, start);
    const steps = [
      [zeroWires, start],
      [
        rawOf('raw_broadcast_time_plus_3'),
        timeOfTransaction(rawOf('raw_broadcast_time_plus_3').sent!) - 3,
      ],
      [
        rawOf('raw_broadcast_time_plus_4'),
        timeOfTransaction(rawOf('raw_broadcast_time_plus_4').sent!) - 4,
      ],
      [
        rawOf('raw_broadcast_time_minus_1y'),
        timeOfTransaction(rawOf('raw_broadcast_time_plus_4').sent!),
      ],
    ] as const;
    for (const [{ sent = '', got = '' }, now] of steps) {
      node.replayer.setClock(now);
      const client = await connectTo(node.port);
      client.say(sent);
      expect((await client.heard(got.length / 2)).slice(0, got.length)).toBe(got);
      client.socket.destroy();
    }
  });

  it('get what was recorded: raw_get_log_from_future', async () => {
    const { sent = '', got = '' } = rawOf('raw_get_log_from_future');
    await using node = await startAs(rawOf('raw_extra_data').got!, wordAt(sent, 7) - 4);
    const client = await connectTo(node.port);
    client.say(sent);
    expect(await client.heard(got.length / 2)).toBe(got);
    client.socket.destroy();
  });

  it('are all among these tests, but for what was not to be rebuilt', () => {
    const elsewhere = [
      // Version 1 of the protocol: not implemented, and refused.
      'raw_version_1',
      'raw_v1_info',
      'raw_v1_get_log',
      // The bytes were not kept; the limits are tested below.
      'raw_extra_data_32000',
      'raw_extra_data_32000_ok',
      'raw_silent',
      'raw_version_then_silence',
      'raw_partial_version',
      'raw_extra_data_missing',
      'raw_lock_user_contention',
    ];
    const tested = [
      ...reads.map(({ name }) => name),
      ...elsewhere,
      'raw_extra_data',
      'raw_extra_then_normal',
      'raw_type_128_crashes_node',
      'raw_send_many_zero_wires',
      'raw_broadcast_time_plus_3',
      'raw_broadcast_time_plus_4',
      'raw_broadcast_time_minus_1y',
      'raw_get_log_from_future',
    ];
    const rest = raw.map(({ name }) => name).filter((name) => !tested.includes(name));
    expect(rest.filter((name) => !/^raw_(version_|type_)/.test(name))).toEqual([]);
  });
});

describe('a connection', () => {
  it.each([
    ['nothing', '', ''],
    ['half a version', '0200', ''],
    ['a version and nothing', hello, greeting],
    ['a request without its announced extra data', rawOf('raw_extra_data_missing').sent!, greeting],
  ])('is closed after the time of silence: %s', async (_case, sent, heard) => {
    await using node = await startTestNode({ limits: { idleMs: 100 } });
    const client = await connectTo(node.port);
    client.say(sent);
    expect(await client.ended()).toEqual({ heard, how: 'end' });
  });

  it('refuses version 1, which clients of today do not speak', async () => {
    await using node = await startTestNode();
    const client = await connectTo(node.port);
    client.say('01000000');
    expect(await client.ended()).toEqual({ heard: '0200000001', how: 'end' });
  });

  it('may bring its requests cut at every byte', async () => {
    await using node = await startTestNode();
    const request = getMe(0, node.clock.seconds);
    const client = await connectTo(node.port);
    for (const byte of Buffer.from(hello + wireOf(request), 'hex')) {
      await new Promise((resolve) => client.socket.write(new Uint8Array([byte]), resolve));
    }
    const expected = greeting + answerOf(node.run(request));
    expect(await client.heard(expected.length / 2)).toBe(expected);
    client.socket.destroy();
  });

  it('gets the answers of requests in one write in their order', async () => {
    await using node = await startTestNode();
    const requests = [0, 1, 2, 0, 1].map((user) => getMe(user, node.clock.seconds));
    const client = await connectTo(node.port);
    client.say(hello + requests.map(wireOf).join(''));
    const expected = greeting + requests.map((request) => answerOf(node.run(request))).join('');
    expect(await client.heard(expected.length / 2)).toBe(expected);
    client.socket.destroy();
  });

  it('takes 32,000 bytes after a request and is cut for one more', async () => {
    await using node = await startTestNode();
    const { data, signature } = getMe(0, node.clock.seconds);
    const withExtra = (extra: number) =>
      hello + wireOf({ data, signature: Buffer.concat([signature, new Uint8Array(extra)]) });
    const polite = await connectTo(node.port);
    polite.say(withExtra(32_000));
    const expected = greeting + answerOf(node.run({ data, signature }));
    expect(await polite.heard(expected.length / 2)).toBe(expected);
    polite.socket.destroy();
    const rude = await connectTo(node.port);
    rude.say(withExtra(32_001));
    expect(await rude.ended()).toEqual({ heard: greeting, how: 'reset' });
  });

  it('gets the unframed word 47 while another request of the sender is under way', async () => {
    const locks = createLocks();
    await using node = await startTestNode({ locks });
    const request = wireOf(getMe(1, node.clock.seconds));
    const client = await connectTo(node.port);
    locks.acquire(1);
    client.say(hello + request);
    expect(await client.heard(9)).toBe(`${greeting}2f000000`);
    locks.release(1);
    client.say(request);
    expect(await client.heard(9 + 264)).toHaveLength(2 * (9 + 264));
    client.socket.destroy();
  });

  it('waits for its turn while 128 others are served', async () => {
    await using node = await startTestNode({ limits: { maxClients: 2 } });
    const served = [await connectTo(node.port), await connectTo(node.port)];
    for (const each of served) each.say(hello);
    for (const each of served) await each.heard(5);
    const waiting = await connectTo(node.port);
    waiting.say(hello);
    served[0]!.say(wireOf(getMe(1, node.clock.seconds)));
    expect(await served[0]!.heard(5 + 264)).toHaveLength(2 * (5 + 264));
    served[0]!.socket.destroy();
    expect(await waiting.heard(5)).toBe(greeting);
    for (const each of [...served, waiting]) each.socket.destroy();
  });

  it('of a stopping node ends when its answer is out', async () => {
    const node = await startTestNode();
    const client = await connectTo(node.port);
    client.say(hello);
    await client.heard(5);
    await node.close();
    expect(await client.ended()).toEqual({ heard: greeting, how: 'end' });
  });
});

describe('a client that does not take its answers', () => {
  it('is answered no more than its connection holds, and holds up no stop', async () => {
    let executed = 0;
    const first = Promise.withResolvers<null>();
    const server = await startNodeServer(0, {
      execute: (requests) =>
        requests.map(() => {
          executed += 1;
          first.resolve(null);
          return { code: 0, payload: new Uint8Array(4 * 2 ** 20) };
        }),
      limits: { idleMs: 300 },
    });
    const client = await connectTo(server.port);
    client.socket.pause();
    client.say(hello + wireOf(getMe(0, 0)).repeat(100));
    await first.promise;
    await server.close();
    // Of 400 MiB that were asked for; the operating system's buffers take some.
    expect(executed).toBeLessThan(10);
    client.socket.destroy();
  });
});

describe('locks', () => {
  it('hold one request for each sender and 32 at most', () => {
    const locks = createLocks();
    expect([locks.acquire(7), locks.acquire(7)]).toEqual([true, false]);
    for (let user = 100; user < 131; user += 1) expect(locks.acquire(user)).toBe(true);
    expect(locks.acquire(200)).toBe(false);
    locks.release(7);
    expect(locks.acquire(200)).toBe(true);
  });
});
