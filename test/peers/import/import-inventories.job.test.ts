import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { createPeerCalls } from '../../../src/peers/calls/peer-calls';
import type { Peer } from '../../../src/peers/directory/peer';
import { importInventories } from '../../../src/peers/import/import-inventories.job';
import { createEgress, type Egress } from '../../../src/platform/egress/egress';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { eventually } from '../../support/eventually';
import { failingAt } from '../../support/failing-stores';
import { aPeer } from '../../support/peer-access';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aListedCampaign, aListedCreative } from '../listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger } from '../strict-server';

const slow = [3, 4, 5, 6].map(addressOfUser);
/** Behind the slow ones in every order. */
const honest = addressOfUser(9);

let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
let list: readonly object[];
/** Answers to slow peers: none of them ends by itself. */
const hanging = new Set<ServerResponse>();

beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
  stranger = await startStranger(() => (req, res) => {
    if (req.url === '/list') return void res.end(JSON.stringify(list));
    hanging.add(res);
    // A byte now and then: a call that waits for silence never ends.
    const dripping = setInterval(() => res.write(' '), 20);
    res.on('close', () => {
      clearInterval(dripping);
      hanging.delete(res);
    });
  });
});
afterAll(async () => {
  stranger.close();
  await world.close();
});
beforeEach(async () => {
  const { peers, peerCampaigns, peerCreatives, peerImports } = server.ctx;
  for (const { models } of [peers, peerImports])
    for (const model of models) await model.deleteMany();
  for (const { models } of [peerCampaigns, peerCreatives])
    for (const model of models) await model.deleteMany();
  list = [aListedCampaign()];
});
afterEach(() => {
  for (const res of hanging) res.destroy();
});

async function know(address: string, path: string, changes: Partial<Peer> = {}): Promise<void> {
  const { ctx } = server;
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null, ...changes });
  const info = { ...peer.info, inventoryUrl: `${stranger.url}${path}` };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
}
const runJob = (ctx: ServiceContext = server.ctx) =>
  importInventories.run(ctx, new AbortController().signal, wholeTurn);
const campaignsOf = (address: string) => server.ctx.peerCampaigns.listPresent(address);

describe('four slow peers beside an honest one', () => {
  beforeEach(async () => {
    for (const address of slow) await know(address, '/slow');
    await know(honest, '/list');
  });
  const areAsked = () =>
    eventually(async () => {
      expect(hanging.size).toBe(slow.length);
      await Promise.resolve();
    }, 10_000);

  it('hold it up till the first of them ends, and not till all do', async () => {
    const job = runJob();
    await areAsked();
    expect(await campaignsOf(honest)).toEqual([]);
    for (const res of [...hanging].slice(0, 1)) res.destroy();
    await eventually(async () => {
      expect(await campaignsOf(honest)).toHaveLength(1);
    }, 10_000);
    expect(hanging.size).toBe(3);
    for (const res of hanging) res.destroy();
    await job;
  });

  it('hold it up for a minute at most, however they drip, and are asked again later themselves', async () => {
    const { ctx } = server;
    const times: number[] = [];
    const egress = createEgress({ allowsLoopback: true, jsonThreads: ctx.jsonThreads });
    /** A second of the slow ones is 10 milliseconds here. */
    const hasty: Egress = {
      ...egress,
      getList(url, question) {
        const { timeoutMs } = question;
        times.push(timeoutMs);
        const isSlow = url.endsWith('/slow');
        return egress.getList(url, {
          ...question,
          timeoutMs: isSlow ? timeoutMs / 100 : timeoutMs,
        });
      },
    };
    const peerCalls = createPeerCalls({ egress: hasty, signer: ctx.ledger, allowsLoopback: true });
    await runJob({ ...ctx, peerCalls });
    expect(times).toEqual(Array.from({ length: 5 }, () => 60_000));
    expect(await campaignsOf(honest)).toHaveLength(1);
    const imports = await ctx.peerImports.listByPeers([...slow, honest]);
    const failures = [...slow, honest].map((address) => imports.get(address)?.failures);
    expect(failures).toEqual([1, 1, 1, 1, 0]);
    const before = stranger.state.asked;
    await runJob();
    expect(stranger.state.asked).toBe(before);
  });
});

describe('what is here of a peer that is gone', () => {
  const many = Array.from({ length: 3 }, (_one, at) =>
    aListedCampaign({ id: at.toString(16).padStart(32, 'f') }, [
      aListedCreative({ id: at.toString(16).padStart(32, 'f') }),
    ]),
  );
  const address = addressOfUser(3);
  const stores = ['peerImports', 'peerCampaigns', 'peerCreatives'] as const;
  const idsHere = async (of = address) => [
    (await campaignsOf(of)).map(({ _id }) => _id).sort(),
    (await server.ctx.peerCreatives.listPresent(of)).map(({ _id }) => _id).sort(),
  ];
  const wait = (minutes: number) => {
    world.ledger.clock.seconds += minutes * 60;
  };
  const hear = (hoursAgo: number) => {
    const broadcastAt = new Date(server.ctx.now().getTime() - hoursAgo * 3_600_000);
    return server.ctx.peers.noteOutcome(address, { broadcastAt });
  };

  /** As the process leaves it that ends in the middle of an import. */
  const leaveLease = async () => {
    const [model] = server.ctx.peerImports.models;
    const expiresAt = new Date(server.ctx.now().getTime() + 20_000);
    await model?.db
      .collection<{ _id: string }>('leases')
      .insertOne({ _id: `campaigns of ${address}`, ...{ holder: 'dead', expiresAt } });
  };

  /** Removes once, and ends before a call of a store. @returns true where that call was reached */
  async function removeDying(nth: number): Promise<boolean> {
    const broken = failingAt(server.ctx, stores, { nth, isAfter: false });
    const isKilled = await runJob(broken.ctx).then(
      () => false,
      () => true,
    );
    if (isKilled) await leaveLease();
    return isKilled;
  }

  it('leaves wherever that is killed, once, and comes back with its ids', async () => {
    list = many;
    await know(address, '/list');
    await know(honest, '/list');
    await runJob();
    const [before, ofHonest] = [await idsHere(), await idsHere(honest)];
    const lengths = before.map(({ length }) => length);
    expect(lengths).toEqual([3, 3]);
    let [kills, rounds, isKilled] = [0, 0, true];
    // A death behind a call is one before the next.
    for (let nth = 1; isKilled; nth += 1) {
      await hear(168);
      isKilled = await removeDying(nth);
      if (isKilled) kills += 1;
      const whole = await server.ctx.peerImports.find(address);
      const left = (await idsHere()).flat().length;
      // As long as something is here, it is known that there is something to take away.
      expect([nth, left > 0 && whole?.creatives === 0]).toEqual([nth, false]);
      wait(1);
      await runJob();
      rounds += 1;
      expect([nth, await idsHere()]).toEqual([nth, [[], []]]);
      const none = { campaigns: 0, creatives: 0, bytes: 0, reserved: 0, wanted: 0 };
      expect(await server.ctx.peerImports.find(address)).toMatchObject(none);
      const ids = before[0] ?? [];
      const states = await server.ctx.peerCampaigns.listStates(ids);
      for (const id of ids)
        expect(states.get(id)?.map(({ isDeleted }) => isDeleted)).toEqual(
          Array.from({ length: 2 * rounds }, (_one, at) => at % 2 === 1),
        );
      await hear(0);
      wait(12);
      await runJob();
      expect([nth, await idsHere()]).toEqual([nth, before]);
      expect(await idsHere(honest)).toEqual(ofHonest);
    }
    expect(kills).toBeGreaterThan(5);
  });

  it('stays while somebody else takes its list, and leaves once that has ended', async () => {
    await know(address, '/list');
    await runJob();
    await hear(168);
    await leaveLease();
    await runJob();
    expect(await campaignsOf(address)).toHaveLength(1);
    wait(1);
    await runJob();
    expect(await campaignsOf(address)).toEqual([]);
  });
});
