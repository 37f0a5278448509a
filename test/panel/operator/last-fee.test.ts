import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import type { TransferOrder } from '../../../src/money/payments/orders/transfer-order';
import { launchBrowser } from '../../support/browser';
import { aPeer } from '../../support/peer-access';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../../peers/peer-world';
import { anAccount, expectAccessible, openPanel } from '../support';

const address = '0001-00000004-DBEB';
const other = '0001-00000005-CBCA';
const coin = 10n ** 11n;

let world: PeerWorld;
let server: PeerServer;
let browser: Browser;
let operator: Account;
beforeAll(async () => {
  [world, browser] = await Promise.all([startPeerWorld(), launchBrowser()]);
  server = await world.startServer(2);
  operator = await anAccount(server, ['operator']);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  const { ctx } = server;
  for (const model of ctx.peers.models) await model.deleteMany({});
  for (const model of ctx.transferOrders.models) await model.deleteMany();
  for (const one of [address, other]) {
    const peer = aPeer({ address: one, broadcastAt: null, state: 'found' });
    const info = { ...peer.info, joiningFee: 9n * coin };
    await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  }
});

/** @param minutes that it was ordered ago */
async function order(minutes: number, changes: Partial<TransferOrder>): Promise<void> {
  const { ctx } = server;
  const fee: TransferOrder = {
    ...{ id: `${minutes}`.padStart(32, '0'), recipient: address, amount: 5n * coin, message: '' },
    ...{
      book: 'peers:joining',
      state: 'waiting',
      endedAt: null,
      transactionId: null,
      reason: null,
    },
    ...{ orderedAt: new Date(ctx.now().getTime() - minutes * 60_000), ...changes },
  };
  await ctx.inTransaction((session) => ctx.transferOrders.insert(fee, session));
}

async function openCards(locale = 'en-US') {
  const path = '/panel/operator/peers';
  const { page, offences } = await openPanel(browser, server, { account: operator, path, locale });
  const card = (of: string) => page.getByRole('region', { name: of });
  await card(other).waitFor();
  return { page, offences, card };
}

describe('the card of another server', () => {
  it('tells the joining fee that is on its way, which was just ordered there', async () => {
    const { page, offences, card } = await openCards();
    const told = card(address).getByText('on their way, ordered');
    expect(await told.count()).toBe(0);
    await page.getByRole('button', { name: `Pay the joining fee: ${address}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Pay the joining fee' }).click();
    await told.waitFor();
    expect(await told.innerText()).toContain('9.00 coins');
    expect(await card(other).getByText('Joining fee ordered here').count()).toBe(0);
    await expectAccessible(page);
    expect(offences).toEqual([]);
  });

  it('tells when the newest one was paid, by which transaction', async () => {
    const transactionId = '0001:00000012:0001';
    const endedAt = new Date(server.ctx.now().getTime() - 60_000);
    await order(20, { state: 'returned', endedAt, reason: 'an older one', amount: 7n * coin });
    await order(10, { state: 'confirmed', endedAt, transactionId });
    await order(30, { state: 'waiting', amount: 8n * coin });
    await order(5, { book: 'peers:rest', amount: 6n * coin });
    const { offences, card } = await openCards('de-DE');
    const told = card(address).getByText('bezahlt', { exact: false }).filter({ hasText: '5,00' });
    await told.getByText(transactionId).waitFor();
    const time = await told.locator('time').getAttribute('datetime');
    expect(new Date(time ?? '')).toEqual(endedAt);
    const text = await card(address).innerText();
    for (const older of ['7,00', '8,00', '6,00', 'an older one']) expect(text).not.toContain(older);
    expect(await card(other).getByText(transactionId).count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('tells why one was returned, or waits', async () => {
    const endedAt = server.ctx.now();
    await order(2, { state: 'returned', endedAt, reason: 'the ledger does not know the account' });
    await order(1, { recipient: other, reason: 'the wallet has too little' });
    const { offences, card } = await openCards();
    await card(address).getByText('The ledger does not know the account.').waitFor();
    await card(address).getByText('returned').first().waitFor();
    await card(other).getByText('The wallet has too little.').waitFor();
    await card(other).getByText('on their way, ordered').waitFor();
    expect(offences).toEqual([]);
  });

  it('lists all fees for it once that is opened, the newest first, and says what keeps them away', async () => {
    const endedAt = server.ctx.now();
    const returned = { state: 'returned', endedAt, reason: 'the ledger is full' } as const;
    await order(30, { ...returned, amount: 7n * coin });
    await order(20, { state: 'confirmed', endedAt, transactionId: '0001:00000012:0001' });
    await order(10, { amount: 8n * coin });
    await order(5, { book: 'peers:rest', amount: 6n * coin });
    const { page, offences, card } = await openCards();
    const all = card(address).getByText('All joining fees ordered here');
    await all.waitFor();
    expect(await card(other).getByText('All joining fees ordered here').count()).toBe(0);
    await page.route('**/graphql', (route) => route.abort());
    await all.focus();
    await page.keyboard.press('Enter');
    await card(address).getByRole('alert').waitFor();
    await page.unroute('**/graphql');
    await card(address).getByRole('button', { name: 'Try again' }).click();
    const fees = card(address).locator('li').filter({ hasText: 'coins' });
    await fees.nth(2).waitFor();
    const told = await fees.allInnerTexts();
    expect(told.map((text) => /^[\d.]+ coins \w+/.exec(text)?.[0])).toEqual([
      ...['8.00 coins on', '5.00 coins paid', '7.00 coins returned'],
    ]);
    expect(told[1]).toContain('0001:00000012:0001');
    expect(told[2]).toContain('The ledger is full.');
    await expectAccessible(page);
    expect(offences).toEqual([]);
  });
});
