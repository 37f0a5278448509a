import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, openPanel, password } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const open = async () =>
  openPanel(browser, app, {
    account: await anAccount(app, ['operator']),
    path: '/panel/operator/audit',
  });
const person = (email: string) =>
  createAccount(app.ctx, { email, password, roles: ['advertiser'] });

describe('the field for an account', () => {
  it('takes an email in capitals', async () => {
    const { id } = await person('ada@shop.example');
    const { page, offences } = await open();
    await page.getByLabel('Account', { exact: true }).pressSequentially('Ada@Shop.example');
    await page.waitForURL(`**/audit?account=${id}`);
    expect(offences).toEqual([]);
  });

  it('takes an email that begins with the whole of another one', async () => {
    await person('bob@shop.co');
    const { id } = await person('bob@shop.com');
    const { page, offences } = await open();
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
    await page.route('**/graphql', async (route) => {
      if (/query User\(/.test(route.request().postData() ?? '')) await answered;
      await route.continue();
    });
    const field = page.getByLabel('Account', { exact: true });
    await field.pressSequentially('bob@shop.co');
    await page.waitForURL('**/audit?account=*');
    await field.press('End');
    await field.pressSequentially('m');
    await page.waitForURL(`**/audit?account=${id}`);
    answer(null);
    expect(offences).toEqual([]);
  });
});
