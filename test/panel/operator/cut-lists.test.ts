import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aPeer } from '../../support/peer-access';
import { askToWithdraw, returnPayment } from '../operator-data';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const open = async (path: string) =>
  openPanel(browser, app, {
    account: await anAccount(app, ['operator']),
    path: `/panel/operator${path}`,
  });

it('lists of money say that they may be cut off', async () => {
  for (let accounts = 0; accounts < 5; accounts += 1) {
    const { id } = await anAccount(app, ['publisher']);
    // More than 10 are not open at once.
    for (let made = 0; made < 10; made += 1) {
      await returnPayment(app.ctx, id);
      await askToWithdraw(app.ctx, id);
    }
  }
  const { page, offences } = await open('/settlement');
  const sectionOf = (name: string) => page.getByRole('region', { name });
  const returned = sectionOf('Payments that came back');
  await returned.getByText('At most 50 are listed: there may be more.').waitFor();
  const waiting = sectionOf('Waiting withdrawals');
  await waiting.getByText('At most 50 of each state are listed').waitFor();
  expect(await sectionOf('Waiting earnings').getByText('there may be more').count()).toBe(0);
  expect(offences).toEqual([]);
});

it('the list of payments that came back begins with the newest, which it never leaves out', async () => {
  for (let made = 0; made < 3; made += 1) {
    const { id } = await anAccount(app, ['publisher']);
    await returnPayment(app.ctx, id);
    const { page, offences } = await open('/settlement');
    const returned = page.getByRole('region', { name: 'Payments that came back' });
    const first = returned.getByRole('row').nth(1);
    await first.getByRole('link', { name: id }).waitFor();
    expect(offences).toEqual([]);
    await page.close();
  }
});

it('the list of other servers says so, too', async () => {
  const { ctx } = app;
  for (let made = 0; made < 100; made += 1) {
    const address = `0001-000000${made.toString(16).padStart(2, '0')}-XXXX`.toUpperCase();
    await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  }
  const { page, offences } = await open('/peers');
  await page.getByText('At most 100 of each state are listed').waitFor();
  expect(offences).toEqual([]);
});
