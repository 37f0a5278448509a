import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { aClient, getTokens, whoIs } from '../../identity/oauth/support';
import { send, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { startMailApp } from '../../support/mail-app';
import { linkOf, type SmtpServer } from '../../support/smtp-server';
import {
  anAccount,
  expectAccessible,
  expectFits,
  openPanel,
  password,
  photograph,
} from '../support';

let app: TestApp;
let browser: Browser;
let smtp: SmtpServer;
beforeAll(async () => {
  [{ app, smtp }, browser] = await Promise.all([startMailApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const expectValue = (field: Locator, value: string) =>
  eventually(async () => {
    expect(await field.inputValue()).toBe(value);
  }, 30_000);

const logInWith = async (email: string | null, its: string) =>
  send(`${app.url}/auth/login`, { json: { email, password: its } });

it('an application that was allowed in is shut out', async () => {
  const account = await anAccount(app);
  const client = await aClient(app, { ownerId: account.id, name: 'Reports <i>' });
  const { apiToken } = (await logInWith(account.email, password)).body;
  const tokens = await getTokens(app, apiToken, client);
  const { page, offences } = await openPanel(browser, app, { account });
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('button', { name: 'Revoke Reports <i>' }).click();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  await expectAccessible(page);
  await photograph(page, 'application-revoke');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No applications').waitFor();
  expect(await whoIs(app, tokens.access)).toBe(401);
  expect(offences).toEqual([]);
});

it('the language of mails is chosen', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/settings' });
  const choice = page.getByLabel('The language of mails');
  expect(await choice.inputValue()).toBe('en');
  await choice.selectOption('Deutsch');
  await page.getByText('Saved').first().waitFor();
  await expectAccessible(page);
  expect((await app.ctx.accounts.findById(account.id))?.language).toBe('de');
  await page.reload();
  await choice.and(page.locator(':enabled')).waitFor();
  expect(await choice.inputValue()).toBe('de');
  expect(offences).toEqual([]);
});

it('the person and the company are those that were saved last, in another tab too', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/settings' });
  const [name, company] = [
    page.getByLabel('Your name'),
    page.getByLabel('Company', { exact: true }),
  ];
  await name.fill('  Ada  ');
  await page.getByRole('region', { name: 'Who it is for' }).getByRole('button').click();
  await expectValue(name, 'Ada');
  await app.ctx.accounts.setHolder(account.id, {
    ...{ name: 'Grace', company: 'Shop', showsCompany: true },
  });
  // The page asks for the account anew.
  await page.getByLabel('The language of mails').selectOption('Deutsch');
  await expectValue(name, 'Grace');
  await expectValue(company, 'Shop');
  expect(await page.getByLabel('Show the company').isChecked()).toBe(true);
  expect(offences).toEqual([]);
});

it('the switch of the panel sets the language of mails, too', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account });
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByText('Abmelden').waitFor();
  expect((await app.ctx.accounts.findById(account.id))?.language).toBe('de');
  expect(offences).toEqual([]);
});

it('a password is changed, and all sessions end', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/settings' });
  await page.getByLabel('Password now').fill('wrong');
  await page.getByRole('textbox', { name: 'New password' }).fill('battery staple');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Is wrong.').waitFor();
  await page.getByLabel('Password now').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your new password is set.').waitFor();
  expect((await logInWith(account.email, 'battery staple')).status).toBe(200);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByText('This is an ad server').waitFor();
  expect(offences).toEqual([]);
});

it('sessions are listed, and one is ended', async () => {
  const account = await anAccount(app);
  const { apiToken } = (await logInWith(account.email, password)).body;
  const check = () =>
    send(`${app.url}/auth/check`, { headers: { Authorization: `Bearer ${String(apiToken)}` } });
  expect((await check()).status).toBe(200);
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: '/panel/settings', width: 360 },
  });
  await page.getByText('this one').waitFor();
  await page.getByText('Chrome, Linux').waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await photograph(page, 'settings-sessions');
  await page.getByRole('button', { name: /^End the session of/ }).click();
  await page.getByText('The session is ended.').waitFor();
  expect((await check()).status).toBe(401);
  expect(offences).toEqual([]);
});

it('an email is changed, by a link to the new one', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/settings' });
  await page.getByLabel('New email').fill('moved@test.example');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByText('Look into the mail of moved@test.example').waitFor();
  await expectAccessible(page);
  await photograph(page, 'settings-email');
  const mail = (await Promise.all([smtp.received(1), smtp.received(2)])).find(
    ({ to }) => to === 'moved@test.example',
  );
  await page.goto(String(linkOf(mail!)));
  await expectAccessible(page);
  await photograph(page, 'change-email');
  await page.getByLabel('Password of your account').fill(password);
  await page.getByRole('button', { name: 'Yes, change it' }).click();
  await page.getByText('moved@test.example is your email now').waitFor();
  expect((await logInWith('moved@test.example', password)).status).toBe(200);
  expect(offences).toEqual([]);
});

it('a payout address is set, another one is claimed by a code, and mails are chosen', async () => {
  const account = await anAccount(app, ['publisher']);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/settings' });
  const address = page.getByRole('textbox', { name: 'Address', exact: true });
  await address.fill('0001-00000003-0000');
  await page.getByRole('button', { name: 'Set address' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  await address.fill('0001-00000003-AB0C');
  await page.getByRole('button', { name: 'Set address' }).click();
  await page.getByText('nobody has shown to be yours').waitFor();
  await page.getByLabel('New address').fill('0001-00000004-DBEB');
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByText('Nothing is paid yet').waitFor();
  expect((await app.ctx.accounts.findById(account.id))?.payoutAddress).toContain('00000004');
  await page.getByLabel('Claim an address').fill('0001-0000000A-3A25');
  await page.getByRole('button', { name: 'Get a code' }).click();
  const message = await page.locator('.claim-code').innerText();
  const [claim] = await app.ctx.addressClaims.listOwned(account.id);
  expect(message).toBe(claim!.code.padStart(64, '0'));
  await page.getByLabel('An ad of yours was rejected').click();
  await page.getByText('Saved.').waitFor();
  expect(await app.ctx.noticeMails.listUnmailed(account.id)).toEqual(['creative.rejected']);
  await expectAccessible(page);
  await photograph(page, 'settings-filled');
  expect(offences).toEqual([]);
});
