import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { createCreative } from '../../../src/demand/creatives/creative.service';
import type { Account } from '../../../src/identity/accounts/account';
import { formatEmbedCode } from '../../../src/supply/placements/embed-code';
import { createOwnedPlacement } from '../../../src/supply/placements/publisher-placement.service';
import type { Placement } from '../../../src/supply/placements/placement.resource';
import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import { send, startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCampaign, usd } from '../../support/campaigns';
import { aDocument } from '../../support/contents';
import { eventually } from '../../support/eventually';
import { openSession } from '../../support/access-world';
import { anAccount, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
let publisher: Account;
let placement: Placement;
/** A site of somebody else's, which puts the preview into a frame. */
let stranger: Server;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  publisher = await anAccount(app, ['publisher']);
  const site = await createOwnedSite(app.ctx, {
    publisherId: publisher.id,
    host: 'blog.example',
    name: 'Blog',
  });
  placement = await createOwnedPlacement(app.ctx, {
    publisherId: publisher.id,
    siteId: site.id,
    name: 'Top',
    size: '300x250',
  });
  stranger = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end(`<!doctype html><iframe src="${app.url}${path()}"></iframe>`);
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  stranger.close();
  stranger.closeAllConnections();
  await browser.close();
});

const path = () => `/supply/preview/${placement.id}`;
const sitePath = () => `/panel/sites/${placement.siteId}`;

async function openPreview() {
  const opened = await openPanel(browser, app, { account: publisher, path: sitePath() });
  await opened.page.getByRole('button', { name: 'Code of Top' }).click();
  return { ...opened, frame: opened.page.frameLocator('iframe[title="Ad in Top"]') };
}

/** A document as an advertiser uploads it; its campaign is for sale. */
async function sell(script: string): Promise<void> {
  const { id: advertiserId } = await anAccount(app);
  const campaign = await createCampaign(
    app.ctx,
    aCampaign({ advertiserId, hourlyBudget: usd('100'), pacing: 'asap' }),
  );
  const content = Buffer.from(aDocument(`<p>Buy</p><script>${script}</script>`));
  const owned = { advertiserId, campaignId: campaign.id, name: 'Hostile' };
  // Documents are read within seconds or refused, which a busy machine may miss.
  let creativeId = '';
  await eventually(async () => {
    const document = { type: 'html', scope: '300x250', content } as const;
    creativeId = (await createCreative(app.ctx, { ...owned, ...document })).id;
  }, 90_000);
  await updateCampaign(app.ctx, {
    ...{ advertiserId, id: campaign.id, changes: { status: 'active' } },
  });
  await app.ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [creativeId] });
}

describe('the preview of a placement', () => {
  it('says that there is no ad, and what keeps a site from having any', async () => {
    const { page, frame, offences } = await openPreview();
    await page.getByText('A test ad: no campaign of now fits').waitFor();
    await frame.getByText('Test ad').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('It is stopped: start it.').first().waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('A test ad: no campaign of now fits').waitFor();
    await page.getByRole('switch', { name: 'With test ads' }).click();
    await page.getByText('<script data-test async').waitFor();
    expect(offences).toEqual([]);
  });

  it('is the embed code itself, in test mode, on a page without an origin', async () => {
    const token = await openSession(app, publisher);
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await send(`${app.url}${path()}`, { headers });
    const settings = ' data-test data-url="https://blog.example/"';
    const code = formatEmbedCode(app.ctx.publicUrl, placement, settings)!;
    expect(reply.body).toContain(code);
    expect(code.replace(settings, '')).toBe(formatEmbedCode(app.ctx.publicUrl, placement));
    const policy = reply.headers.get('content-security-policy');
    expect(policy).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; /);
    expect(policy).not.toContain('allow-same-origin');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('shows nothing in a frame of another site’s, also to who is logged in', async () => {
    const { page } = await openPanel(browser, app, { account: publisher, path: '/panel/' });
    const answered = page.waitForResponse((response) => response.url().endsWith(path()));
    await page.goto(`http://localhost:${(stranger.address() as AddressInfo).port}/`);
    await answered;
    await page.waitForFunction('window.frames.length === 1');
    expect(await page.frameLocator('iframe').locator('[data-adgate]').count()).toBe(0);
  });

  it('keeps an ad that wants the panel in its frame', async () => {
    await sell(`
      const say = (text) => { document.body.append(text + ';') };
      const tell = (to) => to.postMessage({ type: 'adgate:error', reason: 'hostile words' }, '*');
      tell(top); tell(parent.parent);
      try { top.document.title = 'mine'; say('title') } catch { say('no document') }
      // By another name: uploads make clicks of plain ones.
      const outer = top;
      try { outer.location = 'about:blank' } catch { say('no navigation') }
      if (!window.open('about:blank')) say('no window');
      fetch('${app.url}/graphql', { method: 'POST', credentials: 'include' })
        .then(() => say('the API'), () => say('no API'))
        .then(() => fetch('${app.url}/supply/find', { method: 'POST', credentials: 'include' }))
        .then(() => say('a find'), () => say('no find'))
        .then(() => { document.body.id = 'done' });`);
    const { page, frame } = await openPreview();
    const ad = frame.frameLocator('iframe').locator('#done');
    await ad.waitFor();
    const said = await ad.innerText();
    for (const one of ['no document', 'no navigation', 'no window', 'no API', 'no find'])
      expect(said).toContain(one);
    await page.getByText('On your page this would now be a view').waitFor();
    expect(await page.getByText('hostile words').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(sitePath());
    await photograph(page, 'site-preview-hostile');
  });
});
