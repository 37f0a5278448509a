import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { parseHex } from '../../../../sidecar/ledger/hex';
import { parseAllowedNode } from '../../../../sidecar/node/allowed-nodes';
import recorded from '../../../vectors/send-again.json';
import {
  quickLimits,
  refusalInfo,
  replay,
  say,
  startNode,
  startRelay,
  type Behaviour,
} from '../../support';
import { useUnaskedNode } from './unasked-node';

const { sessions } = recorded;
const named = (name: string) => sessions.find((session) => session.name === name)!;
const accepted = named('send_again_ok');
const good = { data: accepted.data, signature: accepted.signature };

type Printed = Record<string, unknown> & { current_block_time: string };

describe('send_again against recorded sessions', () => {
  it.each(sessions)('$name', async (session) => {
    const { data, signature, printed } = session;
    await using node = await startNode(replay([session]));
    const expected: Printed = printed;
    const now = () => Number(expected.current_block_time) * 1000 + 511_999;
    await using relay = await startRelay([node.node], { now });
    const answer = await relay.sendAgain({ data, signature });
    if (expected.error_code === undefined) {
      expect(answer).toEqual({ result: printed });
    } else {
      const { error: message, error_code: code, error_info: info } = expected;
      expect(answer).toEqual({
        error: {
          code: -32000,
          message,
          data: { code: Number(code), info: refusalInfo(code, info) },
        },
      });
    }
    expect(node.requests).toEqual([session.request]);
  });

  it('answers in the member order of the ledger client', async () => {
    await using node = await startNode(replay(sessions));
    const now = () => Number(accepted.printed.current_block_time) * 1000;
    await using relay = await startRelay([node.node], { now });
    const { result } = await relay.sendAgain(good);
    expect(JSON.stringify(result)).toBe(JSON.stringify(accepted.printed));
  });

  it('echoes lower-case digits as they came and sends the same bytes', async () => {
    await using node = await startNode(replay(sessions));
    await using relay = await startRelay([node.node]);
    const data = good.data.toLowerCase();
    const signature = good.signature.toLowerCase();
    const { result } = await relay.sendAgain({ data, signature });
    expect(result).toMatchObject({ tx: { data, signature, id: '0001:00000005:0001' } });
    expect(node.requests).toEqual([accepted.request]);
  });

  it('sends zeros for the block that a node fills and the caller left out', async () => {
    await using node = await startNode(replay(sessions));
    await using relay = await startRelay([node.node]);
    const { data, signature, request } = named('log_account_real');
    const { result } = await relay.sendAgain({ data: data.slice(0, 30), signature });
    expect(result).toMatchObject({ tx: { data: data.slice(0, 30) } });
    expect(node.requests).toEqual([request]);
  });
});

describe('send_again with _dry-run', () => {
  it('describes the transaction and sends nothing', async () => {
    await using node = await startNode(replay(sessions));
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain({ ...good, '_dry-run': true })).toEqual({
      result: {
        current_block_time: '1795236864',
        previous_block_time: '1795236352',
        tx: { ...good, time: '1795237254', deduct: '1.25062500000', fee: '0.00062500000' },
      },
    });
    expect(node.connections()).toBe(0);
  });
});

describe('send_again with bad parameters', () => {
  const unasked = useUnaskedNode();

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['data', 'signature']],
    ['no signature', { data: good.data }, ['signature']],
    ['data that is no text', { ...good, data: 1 }, ['data']],
    ['empty data', { ...good, data: '' }, ['data']],
    ['an odd digit', { ...good, data: `${good.data}0` }, ['data']],
    ['other characters', { ...good, data: `${good.data.slice(0, -2)}zz` }, ['data']],
    ['a blank', { ...good, data: ` ${good.data}` }, ['data']],
    ['a byte too few', { ...good, data: good.data.slice(0, -2) }, ['data']],
    ['a byte too many', { ...good, data: `${good.data}00` }, ['data']],
    ['a read request', { ...good, data: '100100000000000100000000007AC47B5B' }, ['data']],
    ['a type that kills nodes', { ...good, data: `80${good.data.slice(2)}` }, ['data']],
    ['a short signature', { ...good, signature: good.signature.slice(2) }, ['signature']],
    ['a long signature', { ...good, signature: `${good.signature}00` }, ['signature']],
    ['both wrong', { data: '04', signature: '00' }, ['data', 'signature']],
    ['a port that is text', { ...good, _port: '6511' }, ['_port']],
    ['a port with a fraction', { ...good, _port: 6511.5 }, ['_port']],
    ['a host that is a list', { ...good, _host: ['127.0.0.1'] }, ['_host']],
    ['a secret', { ...good, secret: '00' }, ['secret']],
  ])('refuses %s', async (_case, params, names) => {
    const { error } = await unasked.relay.sendAgain(params);
    expect(error).toMatchObject({ code: -32602 });
    expect(Object.keys((error as { data: object }).data)).toEqual(names);
  });
});

describe('send_again when the node cannot be reached', () => {
  const unreachable = { error: { code: -32010 } };

  it('says so when nothing listens', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    await using relay = await startRelay([parseAllowedNode(`127.0.0.1:${port}/private`)]);
    expect(await relay.sendAgain(good)).toMatchObject({
      error: { code: -32010, message: 'node not reachable: ECONNREFUSED' },
    });
  });

  it('says so when the name is not known or not told in time', async () => {
    const answers = [Promise.reject(new Error('ENOTFOUND')), new Promise<never>(() => undefined)];
    const limits = { ...quickLimits, connectMs: 30 };
    const resolveHost = () => answers.shift()!;
    await using relay = await startRelay([parseAllowedNode('node.example')], {
      limits,
      resolveHost,
    });
    expect(await relay.sendAgain(good)).toMatchObject(unreachable);
    expect(await relay.sendAgain(good)).toMatchObject(unreachable);
    expect(answers).toEqual([]);
  });

  it('says so when the node accepts and never greets: nothing was sent', async () => {
    await using node = await startNode(say('00'), { greeting: null });
    const limits = { ...quickLimits, totalMs: 50 };
    await using relay = await startRelay([node.node], { limits });
    expect(await relay.sendAgain(good)).toMatchObject(unreachable);
    expect(node.requests).toEqual([]);
  });

  it('passes on that the node speaks another version', async () => {
    const { node: greeting } = recorded.rejectedVersion;
    await using node = await startNode(say('00'), { greeting });
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(good)).toEqual({
      error: {
        code: -32000,
        message: 'Server and client protocol does not match',
        data: { code: 58, info: 'Version mismatch client(2) <> node(2)' },
      },
    });
    expect(node.requests).toEqual([]);
  });
});

describe('send_again when the transaction left and no answer came', () => {
  const unknown = { error: { code: -32011, data: { address: '0001-00000002-BB2D', msid: '1' } } };

  it.each<[string, Behaviour]>([
    ['the node stays silent', () => undefined],
    ['the node hangs up', (_request, socket) => void socket.end()],
    ['the node resets', (_request, socket) => void socket.resetAndDestroy()],
    ['half an answer comes', say(accepted.response.slice(0, 100))],
    ['an answer is too long', say('04100000')],
    ['an acceptance has the wrong length', say('0800000000000000aaaaaaaa')],
  ])('is outcome unknown: %s', async (_case, behave) => {
    await using node = await startNode(behave);
    const limits = { ...quickLimits, totalMs: 100 };
    await using relay = await startRelay([node.node], { limits });
    expect(await relay.sendAgain(good)).toMatchObject(unknown);
    expect(node.requests).toEqual([accepted.request]);
    expect(node.connections()).toBe(1);
  });
});

describe('send_again whose turn comes late', () => {
  it('is busy and not sent when there is less time left than a connection needs', async () => {
    const held = Promise.withResolvers<Socket>();
    await using node = await startNode((_request, socket) => held.resolve(socket));
    const limits = { ...quickLimits, totalMs: 400, leastMs: 300 };
    await using relay = await startRelay([node.node], { limits });
    const data = `${good.data.slice(0, 14)}02${good.data.slice(16)}`;
    const first = relay.sendAgain(good);
    const second = relay.sendAgain({ ...good, data });
    const socket = await held.promise;
    // The turn comes with some 200 ms of the 400 left.
    setTimeout(() => socket.write(parseHex(accepted.response)), 200);
    expect(await first).toHaveProperty('result');
    expect(await second).toMatchObject({ error: { code: -32020 } });
    expect(node.requests).toHaveLength(1);
  });
});

describe('send_again when the node is busy with the same sender', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['goes silent', (socket) => void socket.write(parseHex(recorded.locked.unframed))],
    ['hangs up', (socket) => void socket.end(parseHex(recorded.locked.unframed))],
  ])('asks again when the node %s after the unframed 47', async (_case, refuse) => {
    await using node = await startNode((request, socket, index) => {
      if (index < 2) refuse(socket);
      else replay(sessions)(request, socket, index);
    });
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(good)).toHaveProperty('result');
    expect(node.requests).toHaveLength(3);
  });

  it('is busy, not unknown, when it stays so', async () => {
    await using node = await startNode(say(recorded.locked.unframed));
    // As in the relay's own limits, what is sent last has more time than its refusal takes.
    const limits = { ...quickLimits, totalMs: 2_000, leastMs: 1_000 };
    await using relay = await startRelay([node.node], { limits });
    expect(await relay.sendAgain(good)).toMatchObject({ error: { code: -32020 } });
  });
});

describe('send_again and a redirect', () => {
  /** The recorded answer names 127.0.0.1 and another port; only the port is put in. */
  const redirectTo = (port: number) => {
    const bytes = Buffer.from(parseHex(recorded.redirect.response));
    bytes.writeUInt16LE(port, 12);
    return bytes.toString('hex');
  };

  it('is followed to a node of the allow-list', async () => {
    await using target = await startNode(replay(sessions));
    await using node = await startNode(say(redirectTo(target.port)));
    await using relay = await startRelay([node.node, target.node]);
    expect(await relay.sendAgain(good)).toHaveProperty('result');
    expect([node.connections(), target.connections()]).toEqual([1, 1]);
  });

  it('is not followed anywhere else', async () => {
    await using target = await startNode(replay(sessions));
    await using node = await startNode(say(redirectTo(target.port)));
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(good)).toEqual({
      error: {
        code: -32000,
        message: 'Redirect request to another endpoint',
        data: { code: 59, info: `127.0.0.1:${target.port}` },
      },
    });
    expect(target.connections()).toBe(0);
  });

  it('is followed once', async () => {
    let self = 0;
    await using node = await startNode((request, socket, index) =>
      say(redirectTo(self))(request, socket, index),
    );
    self = node.port;
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(good)).toMatchObject({ error: { data: { code: 59 } } });
    expect(node.connections()).toBe(2);
  });
});

describe('methods of the relay', () => {
  it.each([
    'send_one',
    'send_many',
    'broadcast',
    'get_me',
    'get_account',
    'get_block',
    'get_blocks',
    'create_account',
    'create_node',
    'retrieve_funds',
    'change_account_key',
    'change_node_key',
    'set_account_status',
    'log_account',
    'send_raw',
    'decode_raw',
    'create_free_account',
    'system.describe',
    'SEND_AGAIN',
  ])('%s is not there', async (method) => {
    await using node = await startNode(replay(sessions));
    await using relay = await startRelay([node.node]);
    const { body } = await relay.post(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: good }),
    );
    expect(body).toMatchObject({ error: { code: -32601 } });
    expect(node.connections()).toBe(0);
  });
});
