import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { setCreditLimit } from '../../../src/identity/accounts/account-management.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { aPeer } from '../../support/peer-access';
import { anAccount, openPanel } from '../support';

const addresses = ['0001-00000003-AB0C', '0001-00000004-DBEB'] as const;
const [first, second] = addresses;

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

const isChecked = (page: Page, box: Locator) => box.and(page.locator(':checked')).waitFor();
const isUnchecked = (page: Page, box: Locator) => box.and(page.locator(':not(:checked)')).waitFor();

describe('the word on another server', () => {
  beforeEach(async () => {
    for (const model of app.ctx.peers.models) await model.deleteMany();
    for (const address of addresses)
      await app.ctx.inTransaction((session) =>
        app.ctx.peers.insert(aPeer({ address, state: 'allowed' }), session),
      );
  });

  const boxesOf = (page: Page, address: string) => {
    const card = page.getByRole('region', { name: address });
    return {
      ours: card.getByLabel('our campaigns there'),
      theirs: card.getByLabel('its campaigns here'),
      deny: card.getByRole('button', { name: `Deny ${address}` }),
    };
  };

  it('is shown as it holds once it is said, whatever was chosen before', async () => {
    const { page, offences } = await open('/peers');
    const { ours, theirs, deny } = boxesOf(page, first);
    await ours.uncheck();
    // Another operator has the word meanwhile.
    await app.ctx.inTransaction((session) =>
      app.ctx.peers.setStanding(first, { theirsHere: false }, session),
    );
    await deny.click();
    await page.getByText(`${first} is denied.`).waitFor();
    await isChecked(page, ours);
    await isUnchecked(page, theirs);
    expect(offences).toEqual([]);
  });

  it('stays as it is chosen while the list is asked for again', async () => {
    const { page, offences } = await open('/peers');
    const { ours, theirs } = boxesOf(page, first);
    const other = boxesOf(page, second);
    await ours.uncheck();
    await app.ctx.inTransaction((session) =>
      app.ctx.peers.setStanding(first, { theirsHere: false }, session),
    );
    await other.deny.click();
    await isUnchecked(page, theirs);
    expect(await ours.isChecked()).toBe(false);
    expect(offences).toEqual([]);
  });
});

it('the credit limit of a user is the one that another operator has set meanwhile', async () => {
  const { id } = await anAccount(app);
  const { page, offences } = await open(`/users/${id}`);
  await page.getByLabel('publisher').check();
  await setCreditLimit(app.ctx, { id, creditLimit: 250_000_000_000n });
  await page.getByRole('button', { name: 'Set roles' }).click();
  await eventually(async () => {
    expect(await page.getByLabel('Credit limit').inputValue()).toBe('2.5');
  }, 60_000);
  expect(offences).toEqual([]);
});

it('what was chosen for a user is not chosen for another one', async () => {
  const [one, other] = [await anAccount(app), await anAccount(app)];
  const { page, offences } = await open('/users');
  const goTo = async (email: string | null) => {
    await page.getByRole('link', { name: email ?? '' }).click();
    await page.getByRole('heading', { name: email ?? '' }).waitFor();
  };
  await goTo(one.email);
  await page.getByRole('link', { name: 'All users' }).click();
  await goTo(other.email);
  await page.getByLabel('operator').check();
  await page.getByLabel('No limit').uncheck();
  await page.evaluate('history.go(-2)');
  await page.getByRole('heading', { name: one.email ?? '' }).waitFor();
  expect(await page.getByLabel('operator').isChecked()).toBe(false);
  expect(await page.getByLabel('No limit').isChecked()).toBe(true);
  expect(offences).toEqual([]);
});
