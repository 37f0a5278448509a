import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getPeerStatus } from '../../../src/peers/directory/peer.service';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { createActiveCampaign } from '../../support/campaigns';
import { type PeerWorld, startPeerWorld } from '../peer-world';
import { isStrictHeader, startStranger, strictInfo, takeStrictly } from '../strict-server';

let world: PeerWorld;
beforeEach(async () => {
  world = await startPeerWorld();
});
afterEach(() => world.close());

const both = { oursThere: false, theirsHere: false };

describe('two servers on one ledger', () => {
  it('find each other within three blocks, by what their settlers broadcast', async () => {
    const one = await world.startServer(2);
    const other = await world.startServer(3);
    for (let block = 1; block <= 3; block += 1) {
      for (const server of [one, other]) await server.settle();
      world.ledger.closeBlock();
      for (const server of [one, other]) await server.discover();
    }
    expect(await one.ctx.peers.find(other.address)).toMatchObject({
      ...{ state: 'found', url: other.infoUrl, problem: null },
      info: { serverUrl: `${other.url}/`, name: 'Adgate' },
    });
    expect(await other.ctx.peers.find(one.address)).toMatchObject({ url: one.infoUrl });
    await one.settle();
    const { broadcastAt } = await getPeerStatus(one.ctx);
    expect(broadcastAt).toEqual((await other.ctx.peers.find(one.address))?.broadcastAt);
    expect(world.ledger.broadcasts()).toHaveLength(2);
  });

  it('find each other within three blocks of their broadcasts', async () => {
    const one = await world.startServer(2);
    const other = await world.startServer(3);
    for (const server of [one, other]) await server.broadcast();
    world.settle();
    for (const server of [one, other]) await server.discover();
    expect(await one.ctx.peers.find(other.address)).toMatchObject({
      state: 'found',
      url: other.infoUrl,
      info: { serverUrl: `${other.url}/`, name: 'Adgate', joiningFee: 0n },
      problem: null,
    });
    expect(await other.ctx.peers.find(one.address)).toMatchObject({ url: one.infoUrl });
    expect(await one.ctx.peers.find(one.address)).toBeNull();
  });

  it('sign what they ask for, and get campaigns once they are allowed', async () => {
    const one = await world.startServer(2);
    const other = await world.startServer(3);
    await one.broadcast();
    world.settle();
    await other.discover();
    const inventoryUrl = `${other.url}/adshares/inventory/list`;
    const { campaign } = await createActiveCampaign(other.ctx);
    const ask = async () => {
      const { list, problem } = await one.ctx.peerCalls.readInventory(
        { address: other.address, inventoryUrl },
        new AbortController().signal,
      );
      return { list: list && [...list], problem };
    };
    expect(await ask()).toEqual({ list: [], problem: null });
    await allowPeer(other.ctx, { address: one.address, ...both });
    await other.ctx.peerDirectory.load();
    expect(await ask()).toMatchObject({
      list: [{ id: campaign.id, max_cpm: 200_000_000_000, budget: 495 * 10 ** 13 }],
      problem: null,
    });
    await denyPeer(other.ctx, { address: one.address, isHeld: false });
    await other.ctx.peerDirectory.load();
    expect(await ask()).toEqual({ list: [], problem: null });
    const unsigned = await fetch(inventoryUrl);
    expect([unsigned.status, unsigned.headers.get('www-authenticate')]).toEqual([401, 'ADS']);
  });
});

describe('a header of another time', () => {
  it('is refused with both clocks, which are noted of a known server once a minute', async () => {
    const one = await world.startServer(2);
    const other = await world.startServer(3);
    await one.broadcast();
    world.settle();
    await other.discover();
    const seen: string[] = [];
    const stranger = await startStranger(() => (req, res) => {
      seen.push(req.headers.authorization ?? '');
      res.end('[]');
    });
    const peer = { address: other.address, inventoryUrl: stranger.url };
    await one.ctx.peerCalls.readInventory(peer, new AbortController().signal);
    stranger.close();
    const noted: (Date | undefined)[] = [];
    for (const seconds of [400, 30, 31]) {
      world.ledger.passTime(seconds);
      const refused = await fetch(`${other.url}/adshares/inventory/list`, {
        headers: { Authorization: seen[0] ?? '' },
      });
      expect(refused.status).toBe(401);
      expect(await refused.text()).toContain(other.ctx.now().toISOString());
      noted.push((await other.ctx.peers.find(one.address))?.clocks?.ours);
    }
    const last = other.ctx.now().getTime();
    expect(noted).toEqual([last - 61_000, last - 61_000, last].map((ms) => new Date(ms)));
  });
});

describe('a strict server of the network', () => {
  it('registers what ours says of itself, at each of its places', async () => {
    const { url, address } = await world.startServer(2);
    const answers = [
      await fetch(`${url}/info.json`),
      await fetch(`${url}/info`),
      await fetch(url, { headers: { Accept: 'application/json' } }),
    ];
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(takeStrictly(await answer.json(), address)).toBe('registered');
    }
    const page = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    expect(page.headers.get('content-type')).toContain('text/html');
    // A cache that has one of them must not answer with it in the place of the other.
    for (const { headers } of [page, answers.at(-1)!])
      expect(headers.get('vary')).toMatch(/Accept\b(?!-)/);
  });

  it('believes the header that ours signs', async () => {
    const headers: (string | undefined)[] = [];
    const stranger = await startStranger(() => (req, res) => {
      headers.push(req.headers.authorization);
      res.end('[]');
    });
    const { ctx, address } = await world.startServer(2);
    await ctx.peerCalls.readInventory(
      { address: '0001-00000003-AB0C', inventoryUrl: `${stranger.url}/list` },
      new AbortController().signal,
    );
    stranger.close();
    const publicKey = await ctx.ledger!.readPublicKey(address);
    const now = new Date(world.ledger.clock.seconds * 1000);
    expect(isStrictHeader(headers[0], { publicKey: publicKey!, now })).toBe(true);
    expect(headers[0]).toContain(`account="${address}"`);
  });

  it('is found by ours', async () => {
    const ours = await world.startServer(2);
    const address = '0001-00000004-DBEB';
    const stranger = await startStranger((url) => (_req, res) => {
      res.end(JSON.stringify(strictInfo(url, address)));
    });
    await world.broadcastAs(4, `${stranger.url}/info.json`);
    world.settle();
    await ours.discover();
    stranger.close();
    expect(await ours.ctx.peers.find(address)).toMatchObject({
      info: { name: 'AdServer', version: '2.9.0', serverUrl: `${stranger.url}/` },
    });
  });
});

describe('a server without peers', () => {
  it('tells nothing of itself, and looks for nobody', async () => {
    const silent = await world.startServer(2, { ADGATE_PEERS: 'off' });
    const other = await world.startServer(3);
    await other.broadcast();
    world.settle();
    await silent.discover();
    expect(await silent.ctx.peers.find(other.address)).toBeNull();
    for (const path of ['/info.json', '/info', '/adshares/inventory/list'])
      expect((await fetch(`${silent.url}${path}`)).status).toBe(404);
  });
});
