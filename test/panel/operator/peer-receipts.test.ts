import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { listJoiningFees } from '../../../src/money/peer-joining/join-peer.service';
import type { Peer } from '../../../src/peers/directory/peer';
import { launchBrowser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { aPeer } from '../../support/peer-access';
import { aListedCampaign } from '../../peers/listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../../peers/peer-world';
import { startStranger } from '../../peers/strict-server';
import { payReceipt } from '../operator-data';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

const address = '0001-00000004-DBEB';
const other = '0001-00000005-CBCA';
const coin = 10n ** 11n;

let world: PeerWorld;
let server: PeerServer;
let browser: Browser;
let operator: Account;
let stranger: Awaited<ReturnType<typeof startStranger>>;
beforeAll(async () => {
  [world, browser] = await Promise.all([startPeerWorld(), launchBrowser()]);
  server = await world.startServer(2);
  operator = await anAccount(server, ['operator']);
  stranger = await startStranger(() => (_req, res) => {
    res.end(JSON.stringify([aListedCampaign()]));
  });
});
afterAll(async () => {
  await browser.close();
  stranger.close();
  await world.close();
});
beforeEach(async () => {
  const { peers, peerReceipts } = server.ctx;
  for (const model of peers.models) await model.deleteMany({});
  for (const model of peerReceipts.models) await model.deleteMany();
});

async function know(changes: Partial<Peer> = {}, joiningFee = 0n): Promise<void> {
  const { ctx } = server;
  const peer = aPeer({ address, broadcastAt: null, state: 'allowed', ...changes });
  const info = { ...peer.info, inventoryUrl: `${stranger.url}/list`, joiningFee };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
}

const open = (page: 'peers' | 'peer-receipts', locale = 'en-US') =>
  openPanel(browser, server, { account: operator, path: `/panel/operator/${page}`, locale });

describe('receipts of other servers', () => {
  it('are listed with server, transaction, time, state and amount, page by page', async () => {
    for (let nth = 10; nth < 61; nth += 1)
      await payReceipt(server.ctx, address, {
        ...{ amount: BigInt(nth) * coin, transactionId: `0001:000000${nth}:0001` },
      });
    const listed = await server.ctx.peerReceipts.listAll(
      { peer: null, state: null },
      { first: 100, afterId: null },
    );
    const { page, offences } = await open('peer-receipts');
    const rows = page.getByRole('table').locator('tbody tr');
    const expectRows = (count: number) =>
      eventually(async () => {
        expect(await rows.count()).toBe(count);
      }, 10_000);
    await expectRows(50);
    const first = await rows.first().innerText();
    const [receipt] = listed;
    expect(first).toContain(address);
    expect(first).toContain(receipt?.transactionId);
    expect(first).toContain('waits to be explained');
    expect(first).toContain(`${String((receipt?.amount ?? 0n) / coin)}.00 coins`);
    const time = await rows.first().locator('time').getAttribute('datetime');
    expect(new Date(time ?? '')).toEqual(receipt?.receivedAt);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await expectRows(1);
    expect(await rows.first().innerText()).toContain(listed.at(-1)?.transactionId);
    await page.getByRole('button', { name: 'To the beginning' }).click();
    await expectRows(50);
    expect(offences).toEqual([]);
  });

  it('are those of one server, or in one state, with what is in the way', async () => {
    await know();
    await payReceipt(server.ctx, other, { transactionId: '0001:00000011:0001' });
    await payReceipt(server.ctx, address, { transactionId: '0001:00000012:0001' });
    const ended = await payReceipt(server.ctx, address, { transactionId: '0001:00000013:0001' });
    const receipt = await server.ctx.inTransaction((session) =>
      server.ctx.peerReceipts.find(ended, session),
    );
    const change = { state: 'unexplained', problem: 'it answered 404' } as const;
    if (receipt !== null) await server.ctx.peerReceipts.change(receipt, change);
    const { page, offences } = await open('peers');
    await page.getByRole('link', { name: `What it has paid: ${address}` }).click();
    await page.getByRole('heading', { name: `Of ${address}` }).waitFor();
    await page.getByText('0001:00000012:0001').waitFor();
    await page.getByText('It answered 404').waitFor();
    expect(await page.getByText('0001:00000011:0001').count()).toBe(0);
    await page.getByLabel('State').selectOption('unexplained');
    await page.getByText('0001:00000012:0001').waitFor({ state: 'detached' });
    await page.getByText('0001:00000013:0001').waitFor();
    await page.getByRole('link', { name: 'Of all servers' }).click();
    await page.getByText('0001:00000011:0001').waitFor();
    await page.getByLabel('State').selectOption('kept');
    await page.getByText('No server has paid anything like that.').waitFor();
    expect(offences).toEqual([]);
  });
});

describe('another server', () => {
  it('is asked for its list once that is confirmed', async () => {
    await know();
    const { page, offences } = await open('peers');
    const ask = page.getByRole('button', { name: `Ask for its list: ${address}` });
    await ask.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('is believed the second time').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(stranger.state.asked).toBe(0);
    await ask.click();
    await dialog.getByRole('button', { name: 'Ask for its list' }).click();
    await page.getByText(`${address} was asked for its list.`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 campaigns with 1 ads, taken').waitFor();
    expect(await server.ctx.peerCampaigns.listPresent(address)).toHaveLength(1);
    await server.ctx.peerSettings.setPaused(server.ctx.now());
    await ask.click();
    await dialog.getByRole('button', { name: 'Ask for its list' }).click();
    await dialog.getByText('the operator has paused all peers').waitFor();
    await server.ctx.peerSettings.setPaused(null);
    expect(offences).toEqual([]);
  });

  it('gets the joining fee that it asks for, once, after that is confirmed', async () => {
    await know({ state: 'found' }, 5n * coin);
    const fees = async () => (await listJoiningFees(server.ctx, address)).map((one) => one.amount);
    const { page, offences } = await open('peers');
    const join = page.getByRole('button', { name: `Pay the joining fee: ${address}` });
    await join.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('5.00 coins').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await fees()).toEqual([]);
    await join.click();
    await dialog.getByRole('button', { name: 'Pay the joining fee' }).click();
    await page.getByText(`The joining fee of ${address} is ordered.`).waitFor();
    expect(await fees()).toEqual([5n * coin]);
    await dialog.waitFor({ state: 'detached' });
    await join.click();
    await dialog.getByRole('button', { name: 'Pay the joining fee' }).click();
    await dialog.getByText('is on its way').waitFor();
    expect(await fees()).toEqual([5n * coin]);
    expect(offences).toEqual([]);
  });

  it('is asked for nothing, and paid nothing, by a button that would be refused', async () => {
    await know({ state: 'denied' }, 5n * coin);
    await know({ address: other, theirsHere: false });
    const { page, offences } = await open('peers', 'de-DE');
    await page.getByRole('link', { name: `Was er bezahlt hat: ${other}` }).waitFor();
    await page.getByText('Beitrittsgebühr').first().waitFor();
    for (const name of [/^Liste abfragen/, /^Beitrittsgebühr zahlen/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(offences).toEqual([]);
  });
});
