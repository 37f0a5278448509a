import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aPeer } from '../../support/peer-access';
import { anAccount, expectAccessible, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([
    startApp({ env: { ADGATE_PEERS: 'approve' } }),
    launchBrowser(),
  ]);
});
afterAll(() => browser.close());

it('a server whose list cannot be taken does not look well: the problem and the next try are told', async () => {
  const { ctx } = app;
  const peer = aPeer({ address: '0001-00000004-DBEB', state: 'allowed' });
  await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
  await ctx.peerImports.put({
    ...{ peer: peer.address, askedAt: new Date(), importedAt: new Date('2026-11-22T10:00:00Z') },
    ...{ nextAt: new Date(Date.now() + 600_000), failures: 2, problem: 'ECONNREFUSED' },
    ...{ isShrunken: false, campaigns: 3, creatives: 7, bytes: 0, leftOut: {} },
    ...{ reserved: 0, reservedBytes: 0, wanted: 0, wantedBytes: 0 },
  });
  const account = await anAccount(app, ['operator']);
  const path = '/panel/operator/peers';
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByText('3 campaigns with 7 ads, taken').waitFor();
  await page.getByText('ECONNREFUSED. It is asked again').waitFor();
  await ctx.peerImports.put({
    ...(await ctx.peerImports.find(peer.address))!,
    ...{ nextAt: null, failures: 20 },
  });
  await page.getByText('ECONNREFUSED. It is asked again after its next broadcast.').waitFor();
  await expectAccessible(page);
  expect(offences).toEqual([]);
});
