import { BlockList, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { parseHex } from '../../../../sidecar/ledger/hex';
import { broadcast } from '../../../../sidecar/ledger/transactions/broadcast/layout';
import recorded from '../../../vectors/send-again.json';
import { quickLimits, say, startNode, startRelay } from '../../support';

const named = (name: string) => recorded.sessions.find((session) => session.name === name)!;
const accepted = named('send_again_ok');
const good = { data: accepted.data, signature: accepted.signature };

/** A different transaction of the same or another sender, with a signature nobody checks here. */
function prepared({ user = 2, messageId = 1 }): { data: string; signature: string } {
  const data = broadcast.encode({
    sender: { node: 1, user },
    messageId,
    time: 1_795_237_254,
    message: Uint8Array.of(7),
  });
  return { data: Buffer.from(data).toString('hex'), signature: accepted.signature };
}

describe('send_again from many at once', () => {
  it('sends the same bytes once; everyone waiting gets the one answer', async () => {
    const held = Promise.withResolvers<Socket>();
    await using node = await startNode((_request, socket) => held.resolve(socket));
    await using relay = await startRelay([node.node]);
    const calls = Array.from({ length: 50 }, () => relay.sendAgain(good));
    const socket = await held.promise;
    await relay.sendAgain({ ...good, '_dry-run': true });
    socket.write(parseHex(accepted.response));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toHaveProperty('result.tx.id', '0001:00000005:0001');
    expect(node.requests).toHaveLength(1);
  });

  it('asks the node again once the flight is over', async () => {
    await using node = await startNode(say(named('send_again_duplicate').response));
    await using relay = await startRelay([node.node]);
    const refused = { error: { data: { code: 15 } } };
    expect(await relay.sendAgain(good)).toMatchObject(refused);
    expect(await relay.sendAgain(good)).toMatchObject(refused);
    expect(node.requests).toHaveLength(2);
  });

  it('sends one sender’s transactions one after another, in the order of their batch', async () => {
    let open = 0;
    let mostOpen = 0;
    await using node = await startNode((_request, socket) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      setImmediate(() => {
        open -= 1;
        socket.write(parseHex(accepted.response));
      });
    });
    await using relay = await startRelay([node.node]);
    const batch = Array.from({ length: 20 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'send_again',
      params: prepared({ messageId: id + 1 }),
    }));
    const { body } = await relay.post(JSON.stringify(batch));
    expect(body).toHaveLength(20);
    expect(mostOpen).toBe(1);
    const counters = node.requests.map((request) => parseHex(request)[4 + 7]);
    expect(counters).toEqual(batch.map(({ id }) => id + 1));
  });

  it('does not let one sender wait for another', async () => {
    const both = Promise.withResolvers<undefined>();
    const sockets: Socket[] = [];
    await using node = await startNode((_request, socket) => {
      sockets.push(socket);
      if (sockets.length === 2) both.resolve(undefined);
    });
    await using relay = await startRelay([node.node]);
    const calls = [2, 3].map((user) => relay.sendAgain(prepared({ user })));
    await both.promise;
    for (const socket of sockets) socket.write(parseHex(accepted.response));
    for (const answer of await Promise.all(calls)) expect(answer).toHaveProperty('result');
  });
});

describe('send_again while another node holds the same sender up', () => {
  it('does not wait for it: anybody can name any sender', async () => {
    const held = Promise.withResolvers<Socket>();
    await using silent = await startNode((_request, socket) => held.resolve(socket));
    await using healthy = await startNode(say(accepted.response));
    await using relay = await startRelay([healthy.node, silent.node]);
    const stuck = relay.sendAgain({ ...prepared({ messageId: 7 }), _port: silent.port });
    const socket = await held.promise;
    expect(await relay.sendAgain(prepared({ messageId: 1 }))).toHaveProperty('result');
    socket.write(parseHex(accepted.response));
    expect(await stuck).toHaveProperty('result');
  });
});

describe('send_again of bytes that are under way to another node', () => {
  it('goes to the node that it names, and does not share the flight to a node that hangs', async () => {
    const held = Promise.withResolvers<Socket>();
    await using silent = await startNode((_request, socket) => held.resolve(socket));
    await using healthy = await startNode(say(accepted.response));
    await using relay = await startRelay([silent.node, healthy.node]);
    const stuck = relay.sendAgain(good);
    const socket = await held.promise;
    expect(await relay.sendAgain({ ...good, _port: healthy.port })).toHaveProperty('result');
    expect(healthy.requests).toHaveLength(1);
    socket.write(parseHex(named('send_again_duplicate').response));
    expect(await stuck).toHaveProperty('error');
  });
});

describe('send_again of many that name an account which is not theirs', () => {
  it('does not hold up the owner, who calls from elsewhere', async () => {
    const first = Promise.withResolvers<Socket>();
    const refuse = say(named('send_again_duplicate').response);
    await using node = await startNode((request, socket, index) => {
      if (index === 0) first.resolve(socket);
      else refuse(request, socket, index);
    });
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    await using relay = await startRelay([node.node], { trustedProxies });
    const callFrom = (client: string, params: object) =>
      relay.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'send_again', params }), {
        'X-Forwarded-For': client,
      });
    const junk = Array.from({ length: 60 }, (_, index) =>
      callFrom('198.51.100.1', prepared({ messageId: index + 2 })),
    );
    const socket = await first.promise;
    const owner = callFrom('203.0.113.7', prepared({ messageId: 1 }));
    // Whatever is asked for behind it has come after it.
    await callFrom('203.0.113.7', { ...prepared({ messageId: 1 }), '_dry-run': true });
    refuse('', socket, 0);
    await Promise.all([owner, ...junk]);
    const counters = node.requests.map((request) => parseHex(request)[4 + 7]);
    expect(counters).toHaveLength(61);
    expect(counters.indexOf(1)).toBeLessThan(5);
  });

  it('lets one client have so many of them wait, and answers the rest at once', async () => {
    const first = Promise.withResolvers<Socket>();
    const refuse = say(named('send_again_duplicate').response);
    await using node = await startNode((request, socket, index) => {
      if (index === 0) first.resolve(socket);
      else refuse(request, socket, index);
    });
    await using relay = await startRelay([node.node]);
    const held = relay.sendAgain(prepared({ messageId: 1 }));
    const socket = await first.promise;
    const turnedAway: unknown[] = [];
    const allTurnedAway = Promise.withResolvers<null>();
    const calls = Array.from({ length: 150 }, async (_, index) => {
      const answer = await relay.sendAgain(prepared({ messageId: index + 2 }));
      if (node.requests.length > 1) return;
      if (turnedAway.push(answer) === 50) allTurnedAway.resolve(null);
    });
    await allTurnedAway.promise;
    for (const answer of turnedAway) expect(answer).toMatchObject({ error: { code: -32020 } });
    refuse('', socket, 0);
    await Promise.all(calls);
    expect(node.requests).toHaveLength(101);
    await held;
  });
});

describe('send_again over a connection that is there already', () => {
  const accept = say(accepted.response);

  it('shakes hands once for transactions that follow each other', async () => {
    await using node = await startNode(accept);
    await using relay = await startRelay([node.node]);
    for (const messageId of [1, 2, 3]) {
      expect(await relay.sendAgain(prepared({ messageId }))).toHaveProperty('result');
    }
    expect([node.connections(), node.requests.length]).toEqual([1, 3]);
  });

  it('keeps it after a refusal, too', async () => {
    await using node = await startNode(say(named('send_again_duplicate').response));
    await using relay = await startRelay([node.node]);
    await relay.sendAgain(prepared({ messageId: 1 }));
    await relay.sendAgain(prepared({ messageId: 2 }));
    expect(node.connections()).toBe(1);
  });

  it('makes a new one when the node has hung up in between', async () => {
    await using node = await startNode((_request, socket) => {
      socket.end(parseHex(accepted.response));
    });
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(prepared({ messageId: 1 }))).toHaveProperty('result');
    await node.idle();
    expect(await relay.sendAgain(prepared({ messageId: 2 }))).toHaveProperty('result');
    expect(node.connections()).toBe(2);
  });

  it('does not use one again after an answer that never came', async () => {
    await using node = await startNode((request, socket, index) => {
      if (index !== 1) accept(request, socket, index);
    });
    const limits = { ...quickLimits, totalMs: 100 };
    await using relay = await startRelay([node.node], { limits });
    expect(await relay.sendAgain(prepared({ messageId: 1 }))).toHaveProperty('result');
    expect(await relay.sendAgain(prepared({ messageId: 2 }))).toMatchObject({
      error: { code: -32011, data: { msid: '2' } },
    });
    expect(await relay.sendAgain(prepared({ messageId: 3 }))).toHaveProperty('result');
    expect(node.connections()).toBe(2);
  });

  it('does not take a second answer for that of the next transaction', async () => {
    await using node = await startNode((_request, socket, index) => {
      socket.write(parseHex(accepted.response));
      if (index === 0) socket.write(parseHex(named('send_again_duplicate').response));
    });
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(prepared({ messageId: 1 }))).toHaveProperty('result');
    expect(await relay.sendAgain(prepared({ messageId: 2 }))).toHaveProperty('result');
    expect(node.connections()).toBe(2);
  });
});
