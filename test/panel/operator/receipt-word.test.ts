import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { fundsOf } from '../../../src/money/books/book';
import type { PeerReceipt } from '../../../src/money/peer-receipts/peer-receipt';
import { keepReceipt } from '../../../src/money/peer-receipts/receipt-word.service';
import { launchBrowser } from '../../support/browser';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../../peers/peer-world';
import { payReceipt } from '../operator-data';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

const address = '0001-00000004-DBEB';
const transactionId = '0001:00000012:0001';
const email = 'alice@test.example';
const coin = 10n ** 11n;

let world: PeerWorld;
let server: PeerServer;
let browser: Browser;
let operator: Account;
let alice: Account;
beforeAll(async () => {
  [world, browser] = await Promise.all([startPeerWorld(), launchBrowser()]);
  server = await world.startServer(2);
  operator = await anAccount(server, ['operator']);
  alice = await createAccount(server.ctx, {
    ...{ email, password: 'correct horse', roles: ['advertiser'] },
  });
});
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  for (const model of server.ctx.peerReceipts.models) await model.deleteMany();
});

const find = async (id: string) => (await server.ctx.peerReceipts.find(id))!;

/** @returns the id of a receipt */
async function receive(
  changes: Partial<Pick<PeerReceipt, 'state' | 'isReversed'>>,
  of = transactionId,
): Promise<string> {
  const id = await payReceipt(server.ctx, address, { amount: 3n * coin, transactionId: of });
  await server.ctx.peerReceipts.change(await find(id), changes);
  return id;
}

const open = (locale = 'en-US') =>
  openPanel(browser, server, {
    ...{ account: operator, path: '/panel/operator/peer-receipts', locale },
  });

/** The dialog of a button in the row of the receipt. */
async function ask(page: Page, name: string) {
  await page.getByRole('button', { name: `${name}: ${transactionId}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('3.00 coins').waitFor();
  return dialog;
}

describe('a receipt that its server has not explained', () => {
  it('is given to an account once its email is told', async () => {
    const id = await receive({ state: 'unexplained' });
    const { page, offences } = await open();
    const dialog = await ask(page, 'Give to an account');
    await dialog.getByText('count as paid by that server no longer').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Account').fill('nobody@test.example');
    const give = dialog.getByRole('button', { name: 'Give to an account' });
    await give.click();
    await dialog.getByRole('alert').getByText('nobody@test.example').waitFor();
    expect(await find(id)).toMatchObject({ state: 'unexplained' });
    await dialog.getByLabel('Account').fill(email);
    await give.click();
    await page.getByText('The coins are in the funds of the account.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table').getByText('given to an account').first().waitFor();
    expect(await page.getByRole('button', { name: transactionId }).count()).toBe(0);
    expect(await find(id)).toMatchObject({ state: 'assigned' });
    expect(await server.ctx.books.balanceOf(fundsOf(alice.id))).toBe(3n * coin);
    expect(offences).toEqual([]);
  });

  it('is kept once that is confirmed', async () => {
    const id = await receive({ state: 'unexplained' });
    const before = await server.ctx.books.balanceOf('peers:rest');
    const { page, offences } = await open();
    await expectAccessible(page);
    await expectFits(page);
    const dialog = await ask(page, 'Keep');
    await dialog.getByText('no publisher gets any of them').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await find(id)).toMatchObject({ state: 'unexplained' });
    await ask(page, 'Keep');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await page.getByText('The coins are the operator’s.').waitFor();
    await page.getByRole('table').getByText('kept').first().waitFor();
    expect(await page.getByRole('button', { name: transactionId }).count()).toBe(0);
    expect(await find(id)).toMatchObject({ state: 'kept' });
    expect((await server.ctx.books.balanceOf('peers:rest')) - before).toBe(3n * coin);
    expect(offences).toEqual([]);
  });

  it('tells in the question that somebody else has had the word, and stays asked about', async () => {
    const id = await receive({ state: 'unexplained' });
    const { page, offences } = await open('de-DE');
    await page.getByRole('button', { name: `Einem Konto geben: ${transactionId}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('zählen nicht mehr als von diesem Server bezahlt').waitFor();
    await keepReceipt(server.ctx, id);
    await dialog.getByLabel('Konto').fill(email);
    await dialog.getByRole('button', { name: 'Einem Konto geben' }).click();
    await dialog.getByRole('alert').getByText(`receipt ${id} is kept`).waitFor();
    expect(offences).toEqual([]);
  });
});

it('a receipt in another state, or one that no block has, has no buttons', async () => {
  const others = ['received', 'told', 'booked', 'assigned', 'kept'] as const;
  for (const [nth, state] of others.entries()) await receive({ state }, `0001:0000002${nth}:0001`);
  await receive({ state: 'unexplained', isReversed: true }, '0001:00000030:0001');
  await receive({ state: 'unexplained' });
  const { page, offences } = await open('de-DE');
  await page.getByText('0001:00000030:0001').waitFor();
  for (const name of ['Einem Konto geben', 'Behalten'])
    expect(await page.getByRole('button', { name }).count()).toBe(1);
  await page.getByRole('button', { name: `Behalten: ${transactionId}` }).waitFor();
  expect(offences).toEqual([]);
});
