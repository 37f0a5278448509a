import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createLogInLink } from '../../src/identity/accounts/log-in-link.service';
import { send, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { startMailApp } from '../support/mail-app';
import { linkOf, type SmtpServer } from '../support/smtp-server';
import { expectAccessible, expectFits, openPanel, password, photograph } from './support';

let app: TestApp;
let smtp: SmtpServer;
let browser: Browser;
beforeAll(async () => {
  [{ app, smtp }, browser] = await Promise.all([
    startMailApp({ ADGATE_REGISTRATION: '1' }),
    launchBrowser(),
  ]);
});
afterAll(() => browser.close());

it('an account whose email waits is shown one page with “Send again”, until the mail is followed', async () => {
  const email = 'waits@panel.example';
  await send(`${app.url}/auth/register`, { json: { user: { email, password } } });
  const link = linkOf(await smtp.received(1)).href;
  const { id } = (await app.ctx.accounts.findByEmail(email))!;
  const { page, offences } = await openPanel(browser, app);
  await page.goto(await createLogInLink(app.ctx, id));
  for (const path of ['campaigns', 'wallet']) {
    await page.goto(`${app.url}/panel/${path}`);
    await page.getByRole('heading', { name: 'Confirm your email' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
  }
  await expectAccessible(page);
  await expectFits(page);
  await photograph(page, 'waits-for-email');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('less than 5 minutes ago').waitFor();

  await page.goto(link);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Company').fill('Engines');
  await page.getByLabel('New password').fill('battery staple');
  await photograph(page, 'confirm-email');
  await page.getByRole('button', { name: 'Yes, open my account' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('battery staple');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.goto(`${app.url}/panel/settings`);
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace');
  await page.getByLabel('Company', { exact: true }).fill('Analytical Engines');
  await page.getByLabel('Show the company as payer').check();
  await page
    .getByRole('region', { name: 'Who it is for' })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByText('Saved.').waitFor();
  expect(await app.ctx.accounts.findByEmail(email)).toMatchObject({
    ...{ name: 'Ada Lovelace', company: 'Analytical Engines', showsCompany: true },
  });
  expect(offences).toEqual([]);
});
