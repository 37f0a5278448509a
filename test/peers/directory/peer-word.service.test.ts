import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isAllowed, type Peer, type PeerDirection } from '../../../src/peers/directory/peer';
import { getPeer, listAllowed } from '../../../src/peers/directory/peer.service';
import { stopPeer } from '../../../src/peers/directory/stop-peer.service';
import { allowPeer, denyPeer, findObstacle } from '../../../src/peers/directory/peer-word.service';
import { killAtEach } from '../../support/killed-at-each';
import { aPeer } from '../../support/peer-access';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';

const address = '0001-00000003-AB0C';
const other = '0001-00000004-DBEB';
const bothWays = { oursThere: false, theirsHere: false };

let world: PeerWorld;
let server: PeerServer;
beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const model of server.ctx.peers.models) await model.deleteMany({});
});

async function insert(changes: Partial<Peer> = {}): Promise<void> {
  const { ctx } = server;
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer(changes), session));
}

describe('the word on a peer', () => {
  it('allows both ways where none is named, and takes back what was said before', async () => {
    await insert({ state: 'stopped', stopReason: 'not_paying', isHeld: true });
    expect(await allowPeer(server.ctx, { address, ...bothWays })).toMatchObject({
      ...{ state: 'allowed', stopReason: null, isHeld: false },
      ...{ oursThere: true, theirsHere: true, dailyLimit: null },
    });
  });

  it('allows one way, with a limit that stays till it is changed', async () => {
    await insert();
    const oneWay = { address, oursThere: false, theirsHere: true };
    await allowPeer(server.ctx, { ...oneWay, dailyLimit: 5n });
    const again = await allowPeer(server.ctx, oneWay);
    expect(again).toMatchObject({ oursThere: false, theirsHere: true, dailyLimit: 5n });
    expect(await allowPeer(server.ctx, { ...oneWay, dailyLimit: null })).toMatchObject({
      dailyLimit: null,
    });
  });

  it('is kept with its time, each', async () => {
    await insert();
    await allowPeer(server.ctx, { address, ...bothWays });
    const { states } = await denyPeer(server.ctx, { address, isHeld: false });
    expect(states.map(({ state }) => state)).toEqual(['found', 'allowed', 'denied']);
  });

  it('is the system’s own for one that does not pay, which ends its campaigns here alone', async () => {
    await insert({ state: 'allowed' });
    const { ctx } = server;
    await stopPeer(ctx, address, 'not_paying');
    const stopped = await getPeer(ctx, address);
    expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'not_paying' });
    expect([isAllowed(stopped, 'oursThere'), isAllowed(stopped, 'theirsHere')]).toEqual([
      true,
      false,
    ]);
    const goingOn = async (direction: PeerDirection) => {
      const found: string[] = [];
      for await (const peer of listAllowed(ctx, direction)) found.push(peer.address);
      return found;
    };
    expect(await goingOn('oursThere')).toEqual([address]);
    expect(await goingOn('theirsHere')).toEqual([]);
    await stopPeer(ctx, address, 'bad_answers');
    expect(await goingOn('oursThere')).toEqual([]);
    await stopPeer(ctx, address, 'not_paying');
    const { stopReason, states } = await getPeer(ctx, address);
    expect(stopReason).toBe('bad_answers');
    expect(states.map(({ stopReason: why }) => why)).toEqual([null, 'not_paying', 'bad_answers']);
    await allowPeer(ctx, { address, oursThere: false, theirsHere: true });
    expect(await goingOn('oursThere')).toEqual([]);
    expect(await goingOn('theirsHere')).toEqual([address]);
  });

  it.each(['found', 'denied'] as const)(
    'of an operator is not changed by the system: %s',
    async (state) => {
      await insert({ state });
      await stopPeer(server.ctx, address, 'changed_creatives');
      expect(await getPeer(server.ctx, address)).toMatchObject({ state, stopReason: null });
    },
  );

  it('allows no server at a host of another one that is allowed', async () => {
    await insert();
    await insert({ address: other });
    await allowPeer(server.ctx, { address, ...bothWays });
    await expect(allowPeer(server.ctx, { address: other, ...bothWays })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(address),
    });
    await denyPeer(server.ctx, { address, isHeld: false });
    expect(await allowPeer(server.ctx, { address: other, ...bothWays })).toMatchObject({
      state: 'allowed',
    });
  });

  it('allows none at such a host, however many others say to be there', async () => {
    for (let user = 10; user < 30; user += 1)
      await insert({ address: `0000-000000${user}-XXXX`, state: user % 2 ? 'found' : 'denied' });
    await insert({ state: 'allowed' });
    await insert({ address: other });
    await expect(allowPeer(server.ctx, { address: other, ...bothWays })).rejects.toMatchObject({
      message: expect.stringContaining(address),
    });
  });

  it('takes no limit below 0', async () => {
    await insert();
    await expect(
      allowPeer(server.ctx, { address, ...bothWays, dailyLimit: -1n }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await getPeer(server.ctx, address)).toMatchObject({ state: 'found' });
  });

  it('allows no account that somebody here has proven to own, but one that a find has made', async () => {
    const { ctx } = server;
    await insert();
    await insert({
      address: other,
      info: {
        ...aPeer().info,
        serverUrl: 'https://b.example',
        inventoryUrl: 'https://b.example/x',
      },
    });
    const person = 'e'.repeat(32);
    await ctx.accounts.insert({
      ...{ id: person, email: 'a@b.example', passwordHash: null, roles: ['publisher'] },
      ...{ payoutAddress: `ads:${address}`, provenAddresses: [`ads:${address}`] },
    });
    await ctx.accounts.insert({
      ...{ id: 'f'.repeat(32), email: null, passwordHash: null, roles: ['publisher'] },
      ...{ payoutAddress: `ads:${other}`, provenAddresses: [`ads:${other}`] },
    });
    await expect(allowPeer(ctx, { address, ...bothWays })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(person),
    });
    expect(await findObstacle(ctx, await getPeer(ctx, address))).toContain(person);
    expect(await findObstacle(ctx, await getPeer(ctx, other))).toBeNull();
    expect(await allowPeer(ctx, { address: other, ...bothWays })).toMatchObject({
      state: 'allowed',
    });
  });

  it('is said once or not at all, wherever that is killed: no server is allowed that cannot be paid', async () => {
    const { ctx } = server;
    const [accounts] = ctx.accounts.models;
    const countAccounts = () => accounts?.countDocuments({ peerAddress: address });
    const wordsOf = async () => (await getPeer(ctx, address)).states.map(({ state }) => state);
    const kills = await killAtEach(ctx, ['peers', 'accounts'], async (kill, death) => {
      for (const model of ctx.peers.models) await model.deleteMany({});
      for (const model of ctx.accounts.models) await model.deleteMany({});
      await insert({ state: 'stopped', stopReason: 'bad_answers', isHeld: true });
      const allow = (broken: typeof ctx) => allowPeer(broken, { address, ...bothWays });
      const isStored = !(await kill(allow)) || death.where === 'committed';
      const words = isStored ? ['stopped', 'allowed'] : ['stopped'];
      expect([death, await wordsOf()]).toEqual([death, words]);
      const { state, stopReason, isHeld } = await getPeer(ctx, address);
      expect([state, stopReason, isHeld]).toEqual(
        isStored ? ['allowed', null, false] : ['stopped', 'bad_answers', true],
      );
      if (isStored) expect(await countAccounts()).toBe(1);
      expect(await allow(ctx)).toMatchObject({ state: 'allowed', isHeld: false });
      expect(await wordsOf()).toEqual([...words, 'allowed']);
      expect(await countAccounts()).toBe(1);
    });
    // Before and after each of five calls, and behind the transaction.
    expect(kills).toBeGreaterThanOrEqual(11);
  });

  it('is not said where peers are off, nor on what nobody knows', async () => {
    await insert();
    const off = { ...server.ctx, peerMode: 'off' } as const;
    await expect(allowPeer(off, { address, ...bothWays })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(denyPeer(server.ctx, { address: other, isHeld: false })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
