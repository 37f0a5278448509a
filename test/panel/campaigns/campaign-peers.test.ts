import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { tellVerdicts } from '../../support/verdicts';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

const peers = ['0001-00000004-DBEB', '0001-00000005-CBCA'] as const;

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** The first column of a table, and that of views. */
async function cells(page: Page, table: string): Promise<readonly string[][]> {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).slice(0, 2)),
  );
}

describe('a campaign on sites of other servers', () => {
  it('has figures by server and host, and is taken from a server and given back', async () => {
    const account = await anAccount(app);
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: account.id },
    });
    const view = async (peer: string, host: string) => ({
      ...{ advertiserId: account.id, campaignId: campaign.id, creativeId: creatives[0]?.id ?? '' },
      publisherId: peerAccountIdOf(peer),
      siteId: await app.ctx.toldSites.siteIdOf(peer, host, 'web'),
      occurredAt: new Date(),
    });
    await tellVerdicts(app.ctx, [
      await view(peers[0], 'news.example'),
      await view(peers[0], 'paper.example'),
      await view(peers[0], 'paper.example'),
      await view(peers[1], 'other.example'),
    ]);
    await foldAllChanges(app.ctx);
    const path = `/panel/campaigns/${campaign.id}`;
    const { page, offences } = await openPanel(browser, app, { account, path });
    const ofPeer = page.getByRole('row', { name: peers[0] });
    await ofPeer.getByRole('button', { name: 'Hosts' }).click();
    await page.getByRole('heading', { name: `Hosts of ${peers[0]}` }).waitFor();
    await page.getByRole('cell', { name: 'paper.example' }).waitFor();
    expect(await cells(page, 'On other servers’ sites')).toEqual([
      [peers[0], '3'],
      [peers[1], '1'],
    ]);
    expect(await cells(page, `Hosts of ${peers[0]}`)).toEqual([
      ['paper.example', '2'],
      ['news.example', '1'],
    ]);
    await expectAccessible(page);
    await expectFits(page);
    const excluded = async () => (await app.ctx.campaigns.findById(campaign.id))?.excludedPeers;
    await ofPeer.getByRole('button', { name: 'Not there' }).click();
    await ofPeer.getByRole('button', { name: 'There again' }).waitFor();
    expect(await excluded()).toEqual([peers[0]]);
    await ofPeer.getByRole('button', { name: 'There again' }).click();
    await ofPeer.getByRole('button', { name: 'Not there' }).waitFor();
    expect(await excluded()).toEqual([]);
    expect(offences).toEqual([]);
  });
});
