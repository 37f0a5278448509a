import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import pino from 'pino';
import { createServiceContext } from '../../../src/assembly/service-context';
import { parseConfig } from '../../../src/config';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { openDatabase } from '../../../src/platform/database/connection';
import { addressOfUser, startLedgerWorld } from '../../money/payments/ledger-world';
import { aListedCampaign, aListedCreative } from '../../peers/listed';
import { startStranger } from '../../peers/strict-server';
import { freshDatabase } from '../../support/database';
import { aPeer } from '../../support/peer-access';
import { runProgram } from '../../support/process';

const address = addressOfUser(4);
const count = 4_000;
const idOf = (at: number) => at.toString(16).padStart(32, '0');

it('a gateway that is killed in the middle of an import leaves nothing double, and nothing is lost', async () => {
  const banners = Array.from({ length: count }, (_one, at) => aListedCreative({ id: idOf(at) }));
  const list = JSON.stringify([aListedCampaign({}, banners)]);
  const stranger = await startStranger(() => (_req, res) => res.end(list));
  const ledger = await startLedgerWorld();
  const wallet = await ledger.startWallet(2);
  const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-killed-import-'));
  const env = {
    ...{ MONGODB_URI: await freshDatabase(), ADGATE_DATA_DIR: dataFolder, PORT: '0' },
    ...{ ADGATE_LEDGER_ADDRESS: addressOfUser(2), ADGATE_WALLET_URL: wallet.url },
    ...{ ADGATE_RELAY_URL: ledger.relayUrl, ADGATE_LOOPBACK_PEERS: '1', ADGATE_PEERS: 'approve' },
  };
  const db = await openDatabase(env.MONGODB_URI);
  const ctx = await createServiceContext(db, parseConfig(env), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    // The rights of who was killed have run out.
    now: () => new Date(Date.now() + 60_000),
  });
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
  const info = { ...peer.info, inventoryUrl: `${stranger.url}/list` };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  const stored = async () => {
    const [model] = ctx.peerCreatives.models;
    return (await model!.find({}, { _id: 1, identity: 1 }).lean()).map(({ _id }) => _id);
  };
  const gateway = runProgram('src/assembly/worker.js', { env });
  await gateway.printed(/"msg":"ready"/);
  let before: readonly string[] = [];
  while (before.length === 0) {
    await sleep(20);
    before = await stored();
  }
  gateway.kill('SIGKILL');
  await gateway.exited;
  before = await stored();
  expect(before.length).toBeLessThan(count);
  expect(await syncPeer(ctx, address)).toMatchObject({ creatives: count, campaigns: 1 });
  const after = await stored();
  expect(after).toHaveLength(count);
  expect(new Set(after).size).toBe(count);
  expect(before.filter((id) => !after.includes(id))).toEqual([]);
  expect(await ctx.peerCreatives.listPresent(address)).toHaveLength(count);
  stranger.close();
  await ctx.jsonThreads.close();
  await db.close();
  await wallet.close();
  await ledger.close();
  rmSync(dataFolder, { recursive: true, force: true });
});
