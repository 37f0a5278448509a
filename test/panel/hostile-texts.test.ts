import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { pages } from '../../src/api/pages/index';
import { demoId } from '../../src/insight/demo-page/demo-site';
import { demoCampaigns } from '../../src/start/demo/campaigns';
import { send, startApp, type TestApp } from '../support/app';
import { listen, urlOf } from '../support/ad-page';
import { launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  answeredMessageId,
  callbackUrl,
  hostileMark,
  hostileText,
  hostileUrl,
  ownTexts,
  writeHostileTexts,
} from './hostile-data';
import { createPeople, panelPages, type People } from './people';
import { importOne, whilePaused } from '../peers/imported';
import { aPeer } from '../support/peer-access';
import { openPanel, type PanelPage } from './support';
import { noteAnswers, type TextsOfAnswers } from './texts-of-answers';

let app: TestApp;
let browser: Browser;
let people: People;
/** Of an ad that was offered before its texts turned hostile. */
let offerToken: string;
beforeAll(async () => {
  // So that the demo's page of a market is there, and ads of other servers are.
  const env = { ADGATE_LOOPBACK_PEERS: '1', ADGATE_PEERS: 'approve' };
  [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
  people = await createPeople(app);
  offerToken = await findOffer();
  await writeHostileTexts(app, people);
});
afterAll(() => browser.close());

async function findOffer(): Promise<string> {
  const { body } = await send(`${app.url}/supply/find`, {
    json: {
      context: { iid: 'a'.repeat(32), url: 'https://gazette.example/' },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  return String(new URL(body.data[0].viewUrl).searchParams.get('e'));
}

interface Watched extends PanelPage {
  readonly countWaiting: () => number;
}
/** One browser for each account: it logs in once. */
const opened = new Map<keyof People | null, Promise<Watched>>();
const texts: TextsOfAnswers = new Map();

function openAs(who: keyof People | null): Promise<Watched> {
  const known = opened.get(who) ?? open(who);
  opened.set(who, known);
  return known;
}

async function open(who: keyof People | null): Promise<Watched> {
  const { page, offences } = await openPanel(browser, app, who ? { account: people[who] } : {});
  page.on('dialog', (dialog) => {
    offences.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, offences, countWaiting: await noteAnswers(page, texts) };
}

/** Markup of a stranger's that the page has, and addresses that are no http(s) ones. */
const hacked = `({
  ran: globalThis.hacked ?? null,
  elements: [...document.querySelectorAll('[onerror], [src*=attacker]')].map((one) => one.outerHTML),
  addresses: [...document.querySelectorAll('[href], [src], [action], [formaction]')]
    .flatMap((one) => ['href', 'src', 'action', 'formaction'].map((name) => one.getAttribute(name)))
    .filter((url) => url !== null && !/^(https?:|data:(?:application\\/json|text\\/csv)|[/#?]|$)/.test(url)),
})`;

async function expectUnharmed({ page, offences }: PanelPage): Promise<void> {
  expect(await page.evaluate(hacked)).toEqual({ ran: null, elements: [], addresses: [] });
  expect(offences.splice(0)).toEqual([]);
}

/** A creative that takes the focus once, and tells of the keys that it gets. */
const thief = `<input id="field"><script>
  field.onkeydown = ({ key }) => parent.postMessage('got ' + key, '*');
  field.onfocus = () => parent.postMessage('stolen', '*');
  setTimeout(() => field.focus(), 500);
</script>`;

/** One for each path, and the pages of who has more to see there. */
const rows = [
  ...new Map(panelPages.toReversed().map((row) => [row.path, row])).values(),
  { name: 'applications', path: '/panel/applications', who: 'advertiser', shows: 'campaign.read' },
  { name: 'statement', path: '/panel/wallet', who: 'newPublisher', shows: 'Deposit' },
  { name: 'refused', path: '/panel/payments', who: 'newPublisher', shows: '0001-00000003-AB0C' },
] as const;

describe('texts of strangers that are markup', () => {
  it.each(rows)('are texts on the page $name', async ({ path, who, shows }) => {
    const watched = await openAs(who);
    const { page, countWaiting } = watched;
    await page.goto(`${app.url}${path}`);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    do await page.waitForTimeout(50);
    while (countWaiting() > 0);
    await expectUnharmed(watched);
  });

  it('are texts in what a webhook was sent, and has answered', async () => {
    const watched = await openAs('advertiser');
    const { page } = watched;
    await page.goto(`${app.url}/panel/webhooks`);
    await page.getByRole('button', { name: `Look: ${answeredMessageId}` }).click();
    await page.getByRole('dialog').getByText(hostileText, { exact: true }).first().waitFor();
    await expectUnharmed(watched);
  });

  it('are in all that the pages ask for', () => {
    const harmless = [...texts].filter(([, all]) => ![...all].join().includes(hostileMark));
    const unknown = harmless.filter(([field]) => !ownTexts.has(field));
    expect(unknown).toEqual([]);
  });

  it('are texts beside ads of other servers, on the page of a site', async () => {
    const { ctx } = app;
    const other = aPeer({ address: '0001-00000004-DBEB', state: 'allowed' });
    const info = { ...other.info, name: hostileText, version: hostileText };
    // Of a size that no placement has: imports take no such URL, and pages that show ads need not.
    const creative = { serveUrl: hostileUrl, mime: hostileText, scope: '7x7' };
    await whilePaused(ctx, async () => {
      await ctx.inTransaction((session) => ctx.peers.insert({ ...other, info }, session));
      await importOne(ctx, other.address, { campaign: { landingUrl: hostileUrl }, creative });
    });
    const site = { _id: demoId('site') as never };
    const filtering = { requires: {}, excludes: {} };
    await ctx.sites.models[0]!.updateOne(site, { $set: { filtering } });
    const watched = await openAs('publisher');
    const { page } = watched;
    await page.goto(`${app.url}/panel/sites/${demoId('site')}/ads?of=others`);
    await page.getByText(`of ${hostileText}`).first().waitFor();
    await expectUnharmed(watched);
  });

  it('are texts where an account is asked to let a client in', async () => {
    const watched = await openAs('advertiser');
    const [client] = await app.ctx.clients.list();
    const query = `client_id=${client!.id}&redirect_uri=${callbackUrl}&response_type=code`;
    await watched.page.goto(`${app.url}/auth/authorize?${query}`);
    await watched.page.getByRole('heading', { name: hostileText }).waitFor();
    await expectUnharmed(watched);
  });

  it('are texts where a visitor asks why an ad is there', async () => {
    const watched = await openAs(null);
    await watched.page.goto(`${app.url}/supply/why?e=${offerToken}`);
    await watched.page.getByText(hostileText).first().waitFor();
    await expectUnharmed(watched);
  });

  it('are texts on the page of the demo', async () => {
    const watched = await openAs(null);
    await watched.page.goto(`${app.url}/demo`);
    await watched.page.locator('#find-again:enabled').waitFor();
    await expectUnharmed(watched);
  });

  it('are texts on the page of a market, which no other server makes lead to a script', async () => {
    let pageUrl = 'http://market.example/demo';
    const server = await listen((_req, res) => {
      const market = { account: hostileText, site: hostileText, pageUrl, peers: [] };
      res.setHeader('Access-Control-Allow-Origin', '*');
      res.end(JSON.stringify(market));
    });
    const serverUrl = urlOf(server);
    const peers = app.ctx.campaigns.models[0]!.db.collection('peers');
    await peers.updateMany({}, { $set: { 'info.serverUrl': serverUrl } });
    const watched = await openAs(null);
    const { page, offences } = watched;
    await page.goto(`${app.url}/demo/market`);
    await page.getByText(hostileText).nth(1).waitFor();
    pageUrl = hostileUrl;
    // The page asks again every two seconds.
    await page.locator('#servers > :only-child').waitFor();
    expect(new Set(offences.splice(0))).toEqual(new Set([`${serverUrl}/demo/market.json`]));
    await expectUnharmed(watched);
    // It would go on asking while the next page is on its way.
    await page.goto('about:blank');
    offences.splice(0);
  });
});

it('a document that is previewed does not take the keys', async () => {
  const { page } = await openAs('advertiser');
  const { slug } = demoCampaigns.find(({ htmlSizes }) => htmlSizes.length > 0)!;
  await page.route('**/serve/**', (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ contentType: 'text/html', body: thief })
      : route.continue(),
  );
  // Before the preview is there: it tells once.
  await page.addInitScript(`globalThis.keys = [];
    addEventListener('message', ({ data }) => keys.push(data));
    addEventListener('keydown', ({ key }) => keys.push(key))`);
  await page.goto(`${app.url}/panel/campaigns/${demoId(`campaign ${slug}`)}`);
  await page.locator('.preview iframe').first().scrollIntoViewIfNeeded();
  const keys = () => page.evaluate<readonly string[]>('keys');
  await eventually(async () => {
    expect(await keys()).toContain('stolen');
  }, 10_000);
  // The panel takes the focus back.
  await page.waitForFunction(`document.activeElement.tagName !== 'IFRAME'`);
  await page.keyboard.press('x');
  await eventually(async () => {
    expect((await keys()).filter((key) => key.endsWith('x'))).toEqual(['x']);
  }, 10_000);
  await page.unrouteAll();
});

describe('a page without the panel', () => {
  const paths = pages.flatMap(({ method, path }) => (method === 'get' ? [path] : []));
  const names = ['e', 'email', 'token', 'return_to', 'account', 'error', 'state', 'scope'];
  const more = ['client_id', 'redirect_uri', 'response_type', 'q'];
  const query = new URLSearchParams(
    Object.fromEntries([...names, ...more].map((name) => [name, hostileText])),
  );

  it.each(paths.flatMap((path) => [[path, null] as const, [path, 'advertiser'] as const]))(
    'writes no markup of its address: %s, for %s',
    async (path, who) => {
      const watched = await openAs(who);
      const { page } = watched;
      const place = path.replace(/:\w+/, encodeURIComponent(hostileText));
      await page.goto(`${app.url}${place}?${query.toString()}`);
      await page.locator('h1, pre').first().waitFor();
      await expectUnharmed(watched);
    },
  );
});
