import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { earningsOf } from '../../../src/money/books/book';
import { charge } from '../../money/pockets/pocket-owners';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { returnPayment } from '../operator-data';
import { anAccount, expectAccessible, openPanel } from '../support';

const siteId = '51'.repeat(16);
const hour = new Date('2026-02-09T12:00:00Z');
const tenth = 10n ** 10n;

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** The sites and hours of a payment of 1 coin, before which a site has earned so much. */
async function openParts(tenths: bigint, locale = 'en-US') {
  const account = await anAccount(app, ['publisher']);
  const { id } = account;
  await charge(app, `test:${id}`, hour, [
    { book: earningsOf(id), amount: tenths * tenth, siteId, hour },
    { book: 'outside:deposits', amount: -tenths * tenth },
  ]);
  await returnPayment(app.ctx, id);
  const path = '/panel/payments';
  const { page, offences } = await openPanel(browser, app, { account, path, locale });
  const [opens, title] =
    locale === 'de-DE'
      ? ['Wofür', 'Wofür die Zahlung ist']
      : ['What for', 'What the payment is for'];
  await page.getByRole('button', { name: opens, exact: true }).click();
  await page.getByRole('region', { name: title }).waitFor();
  return { page, offences };
}

describe('what a payment was earned with', () => {
  it('says how much of it is not listed', async () => {
    const { page, offences } = await openParts(6n);
    await page.getByText('0.40 coins of the payment are not among the sites and hours').waitFor();
    await expectAccessible(page);
    expect(offences).toEqual([]);
  });

  it('says in German how much was moved to the funds', async () => {
    const { page, offences } = await openParts(25n, 'de-DE');
    await page.getByText('1,50 Coins von dem, was hier steht, wurden vorher Guthaben.').waitFor();
    expect(offences).toEqual([]);
  });

  it('says nothing where all of it is listed', async () => {
    const { page, offences } = await openParts(10n);
    expect(await page.getByText(/listed here/).count()).toBe(0);
    expect(offences).toEqual([]);
  });
});
