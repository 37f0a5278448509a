import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { importOne, whilePaused } from '../../peers/imported';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';
import { aSite } from '../../support/verifier';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

const address = '0001-00000004-DBEB';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  const env = { ADGATE_PEERS: 'approve' };
  [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
});
afterAll(() => browser.close());

it('lets publishers refuse ads of other servers: one server, and all', async () => {
  const { ctx } = app;
  const peer = aPeer({ address, state: 'allowed' });
  await whilePaused(ctx, async () => {
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    await importOne(ctx, address);
  });
  const account = await anAccount(app, ['publisher']);
  const id = anId();
  await ctx.sites.insertOrFind(aSite({ id, publisherId: account.id }));
  const refused = async () => (await ctx.sites.findById(id))?.filtering.excludes['peer'] ?? [];
  const path = `/panel/sites/${id}/ads`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByText('of AdServer (peer.example)').waitFor();
  await page.getByRole('link', { name: 'Look at it at its server: 300x250' }).waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Block this server: AdServer (peer.example)' }).click();
  await page.getByText('Nothing to decide on').waitFor();
  expect(await refused()).toEqual([address]);
  await page.getByText('Blocked here: 1', { exact: true }).click();
  await page.getByRole('button', { name: `Take again: ${address}` }).click();
  await page.getByText('of AdServer (peer.example)').waitFor();
  expect(await refused()).toEqual([]);
  await page.getByLabel('No ads of other servers').click();
  await page.getByText('Nothing to decide on').waitFor();
  expect(await refused()).toEqual(['*']);
  expect(offences).toEqual([]);
});
