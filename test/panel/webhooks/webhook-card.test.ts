import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { deliverMessages } from '../../../src/insight/notifications/deliver-messages.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { startReceiver } from '../../support/receiver';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([
    startApp({ env: { ADGATE_LOOPBACK_WEBHOOKS: '1' } }),
    launchBrowser(),
  ]);
});
afterAll(() => browser.close());

const deliver = () => deliverMessages(app.ctx, new AbortController().signal);

it('a webhook is made, tested, looked into, sent again, switched off and deleted', async () => {
  const account = await anAccount(app);
  const receiver = await startReceiver();
  // The time stands: else the gateway tries again by itself after 5 seconds.
  const now = new Date();
  app.clock.now = () => now;
  receiver.answer = (_req, res) => res.writeHead(500).end('<b>not</b> today');
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/webhooks' });
  await page.getByLabel('Address').fill('http://127.0.0.1:1/');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('Must name at least one').waitFor();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('Views that count').check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'I have it' }).click();

  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('On its way', { exact: true }).waitFor();
  await deliver();
  // Not by a pattern: the id of a message may have these digits.
  await page.getByRole('cell', { name: 'it answered 500', exact: true }).waitFor();
  await page.getByText('It has taken nothing since').waitFor();
  await page.getByRole('button', { name: /^Look: msg_/ }).click();
  await dialog.getByText('"type": "webhook.test"').waitFor();
  // Each attempt has its answer.
  await dialog.getByText('<b>not</b> today').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  receiver.answer = (_req, res) => res.writeHead(204).end();
  await page.getByRole('button', { name: /^Send again: msg_/ }).click();
  await page.getByText('The message is sent again.').waitFor();
  await deliver();
  await page.getByRole('cell', { name: 'Taken', exact: true }).waitFor();
  expect(receiver.messages).toHaveLength(2);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectFits(page);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Views that count').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Must name at least one').waitFor();
  await dialog.getByLabel('Clicks that count').check();
  await dialog.getByLabel('Address').fill(`${receiver.url}other`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook is changed.').waitFor();
  const [changed] = await app.ctx.webhooks.listEnabledOf([account.id]);
  expect(changed).toMatchObject({ url: `${receiver.url}other`, kinds: ['click.accepted'] });
  await page.getByRole('heading', { name: `${receiver.url}other`, exact: true }).waitFor();

  await page.getByRole('switch', { name: /^Enabled: / }).click({ force: true });
  await page.getByText('It is told nothing: disabled by its owner').waitFor();
  expect(await page.getByRole('button', { name: 'Send test' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await page
    .getByRole('heading', { name: `${receiver.url}other`, exact: true })
    .waitFor({ state: 'hidden' });
  expect((await app.ctx.webhooks.listEnabledOf([account.id])).length).toBe(0);
  expect(offences).toEqual([]);
});
