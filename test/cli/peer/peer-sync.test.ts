import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aListedCampaign } from '../../peers/listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../../peers/peer-world';
import { startStranger } from '../../peers/strict-server';
import { runCommandLine } from '../../support/command-line';
import { aPeer } from '../../support/peer-access';

const address = addressOfUser(4);
let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
  const list = [aListedCampaign(), { ...aListedCampaign(), id: 'none' }];
  stranger = await startStranger(() => (_req, res) => {
    res.end(JSON.stringify(list));
  });
  const { ctx } = server;
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
  const info = { ...peer.info, inventoryUrl: `${stranger.url}/list` };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
});
afterAll(async () => {
  stranger.close();
  await world.close();
});

it('adgate peer sync takes the campaigns of a server, and says what was left out', async () => {
  const sync = (...more: readonly string[]) =>
    runCommandLine(['peer', 'sync', address, ...more], { env: server.env });
  const { exitCode, printed } = await sync('--json');
  expect([exitCode, JSON.parse(printed)]).toEqual([
    0,
    expect.objectContaining({
      ...{ peer: address, campaigns: 1, creatives: 1, problem: null, failures: 0 },
      leftOut: { id: 1 },
    }),
  ]);
  expect(await server.ctx.peerCampaigns.listPresent(address)).toHaveLength(1);
  const again = await sync();
  expect(again.exitCode).toBe(0);
  expect(again.printed).toContain('1 campaigns with 1 creatives');
});
