import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AdPages, inAd, listen, startAdPages, urlOf } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { aDocument } from '../support/contents';
import { eventually } from '../support/eventually';
import { aPeer } from '../support/peer-access';
import { aTakenCampaign, aTakenCreative, importCampaign, whilePaused } from '../peers/imported';

const address = '0001-00000004-DBEB';
const picture = aPng('300x250');
/** A document as other servers write them: it asks where a click leads, and has the page open that. */
const text = `<!doctype html><body style="margin:0"><b style="display:block;height:90px">Buy</b><script>
  onmessage = ({ data }) => { if (data.dwmthLoad) document.body.dataset.told = JSON.stringify(data); };
  document.querySelector('b').onclick = () => parent.postMessage({ dwmthClick: 1 }, '*');
  parent.postMessage({ dwmthLoad: 1 }, '*');
</script></body>`;

let pages: AdPages;
let placements: Readonly<Record<'picture' | 'text' | 'own', string>>;
/** Requests that the other server has got. */
let asked: URL[] = [];
const askedFor = (path: string) => asked.filter(({ pathname }) => pathname === path);
const pathsOf = (...paths: readonly string[]) =>
  asked.map(({ pathname }) => pathname).filter((path) => paths.includes(path));
/** Answers visitors who load the picture from the other server. */
let serve: RequestListener;
/** Answers views at the other server. */
let answerView: RequestListener;
let wanted: readonly string[] = [];
let plainUrl = '';

const send: RequestListener = (_req, res) =>
  void res.setHeader('Content-Type', 'image/png').end(picture);
const sendContext: RequestListener = (_req, res) =>
  void res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ context: wanted }));

const creativeOf = (
  serveUrl: string,
  content: { readonly bytes: Buffer; readonly type: 'image' | 'html'; readonly scope: string },
) =>
  aTakenCreative({
    ...{ type: content.type, scope: content.scope, serveUrl },
    mime: content.type === 'html' ? 'text/html' : 'image/png',
    hash: createHash('sha1').update(content.bytes).digest('hex'),
    viewUrl: new URL('/view', serveUrl).href,
    clickUrl: new URL('/click', serveUrl).href,
  });

beforeAll(async () => {
  pages = await startAdPages({
    env: { ADGATE_PEERS: 'approve', ADGATE_LOOPBACK_PEERS: '1' },
    isSecure: true,
  });
  const other = await listen((req, res) => {
    const url = new URL(req.url ?? '', `https://${req.headers.host}`);
    asked.push(url);
    // As servers of the network answer pages of others: a redirect has no origin any more.
    res.setHeader('Access-Control-Allow-Origin', req.headers.origin ?? '*');
    if (url.pathname === '/picture') serve(req, res);
    else if (url.pathname === '/same') send(req, res);
    else if (url.pathname === '/text') res.setHeader('Content-Type', 'text/html').end(text);
    else if (url.pathname === '/view') answerView(req, res);
    else res.setHeader('Content-Type', 'text/html').end('<title>Theirs</title>');
  }, true);
  const plain = await listen((req, res) => {
    asked.push(new URL(req.url ?? '', 'http://127.0.0.1'));
    res.end();
  });
  plainUrl = urlOf(plain);
  wanted = [
    ...['javascript:alert(1)', 'data:text/html,1', `${plainUrl}/plain`, 'https://['],
    // The publisher's own origin, however it is written.
    ...['/', '?own', '#own', ''].map((rest) => `${pages.publisherUrl}${rest}`),
    ...[pages.publisherUrl.replace('//', '//a@'), pages.publisherUrl.toUpperCase(), '/own'],
    ...[1, 2, 3, 4, 5].map((page) => `${urlOf(other)}/page/${page}`),
  ];
  const { ctx } = pages.app;
  const peer = aPeer({ address, state: 'allowed' });
  const creatives = [
    creativeOf(`${urlOf(other)}/picture`, { bytes: picture, type: 'image', scope: '300x250' }),
    creativeOf(`${urlOf(other)}/text`, { bytes: Buffer.from(text), type: 'html', scope: '728x90' }),
  ];
  const { creativeIds } = await whilePaused(ctx, async () => {
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    return importCampaign(ctx, address, { campaign: aTakenCampaign(), creatives });
  });
  await pages.createAd(aDocument(text), { type: 'html', scope: '468x60' });
  await eventually(async () => {
    for (const id of creativeIds) expect(ctx.inventory.find(id)).not.toBeNull();
    await Promise.resolve();
  }, 5_000);
  const idOf = async (size: string) => (await pages.createPlacements(size))[0] ?? '';
  placements = {
    ...{ picture: await idOf('300x250'), text: await idOf('728x90'), own: await idOf('468x60') },
  };
});

beforeEach(() => {
  asked = [];
  serve = send;
  answerView = sendContext;
});

const open = (placement: keyof typeof placements, attributes = '', before = '') =>
  pages.open(
    `<style>* { margin: 0 }</style><div data-adgate="${placements[placement]}"></div>${pages.tag.replace('async', `async ${attributes}`)}`,
    { before },
  );

const linkOf = (page: Page) => page.getByRole('link', { name: 'Ad: opens its page' });

async function click(page: Page): Promise<Page> {
  const [landing] = await Promise.all([page.waitForEvent('popup'), linkOf(page).click()]);
  return landing;
}

describe('an ad of another server', () => {
  it('is shown, its view goes on, and the pages that are wanted are loaded', async () => {
    const { page, event } = await open('picture');
    const { caseId } = await event('filled');
    expect(await event('view')).toMatchObject({ caseId });
    expect(askedFor('/view').map(({ searchParams }) => searchParams.get('cid'))).toEqual([caseId]);
    await eventually(async () => {
      for (const number of [1, 2, 3, 4]) expect(askedFor(`/page/${number}`)).toHaveLength(1);
      await Promise.resolve();
    }, 10_000);
    expect(pathsOf('/page/5', '/plain')).toEqual([]);
    const frames = page.locator('body > iframe');
    expect(await frames.count()).toBe(4);
    expect(await frames.first().getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
    expect(await frames.first().isVisible()).toBe(false);
    const landing = await click(page);
    await landing.waitForURL(/:\d+\/click/);
    expect(new URL(landing.url()).searchParams.get('cid')).toBe(caseId);
  });

  it('has its frames for ten seconds, which are enough, and leaves the page’s own', async () => {
    let isAsked: (answer: () => void) => void = () => undefined;
    const asking = new Promise<() => void>((resolve) => (isAsked = resolve));
    answerView = (req, res) => {
      isAsked(() => {
        sendContext(req, res);
      });
    };
    const { page, event } = await open('picture');
    await event('filled');
    const answer = await asking;
    await page.evaluate(`document.body.append(document.createElement('iframe'))`);
    // The page's long waits end when the test says.
    await page.evaluate(`
      const wait = setTimeout;
      held = [];
      setTimeout = (run, ms, ...rest) => (ms < 5_000 ? wait(run, ms, ...rest) : held.push({ run, ms }));`);
    answer();
    const frames = page.locator('body > iframe');
    await eventually(async () => {
      expect(await frames.count()).toBe(5);
    }, 10_000);
    expect(await page.evaluate('held.map(({ ms }) => ms)')).toEqual(
      Array.from({ length: 4 }, () => 10_000),
    );
    await page.evaluate('held.forEach(({ run }) => run())');
    expect(await frames.count()).toBe(1);
    expect(await frames.first().getAttribute('sandbox')).toBeNull();
  });

  it('says who pays: its server', async () => {
    const { page, event } = await open('picture');
    await event('filled');
    const link = page.getByRole('link', { name: 'Ad: who pays, and why' });
    const [why] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await why.getByText(address).first().waitFor();
  });

  it('is not shown to a visitor who refuses', async () => {
    const { event } = await open('picture', 'data-consent="no"');
    expect(await event('empty')).toMatchObject({ reason: 'no-fill' });
    expect(asked).toEqual([]);
  });

  it('reaches no other server in test mode', async () => {
    const { page, event, requests } = await open('picture', 'data-test');
    await event('filled');
    await event('view');
    const landing = await click(page);
    await eventually(async () => {
      expect(requests('/view')).toHaveLength(1);
      expect(landing.url()).not.toBe('about:blank');
      await Promise.resolve();
    }, 10_000);
    expect(pathsOf('/view', '/click')).toEqual([]);
  });
});

describe('a click before the view', () => {
  /** The second that an ad is seen for ends when the test says. */
  const before = `
    const wait = setTimeout;
    held = [];
    setTimeout = (run, ms, ...rest) => (ms === 1_000 ? held.push(run) : wait(run, ms, ...rest));`;

  it('comes behind the view, which is told once', async () => {
    answerView = (req, res) => setTimeout(() => sendContext(req, res), 200);
    const { page, event, events, requests } = await open('picture', '', before);
    const { caseId } = await event('filled');
    await page.waitForFunction('held.length > 0');
    const landing = await click(page);
    await landing.waitForURL(/:\d+\/click/);
    expect(pathsOf('/view', '/click')).toEqual(['/view', '/click']);
    expect(new URL(landing.url()).searchParams.get('cid')).toBe(caseId);
    expect(await landing.evaluate('opener')).toBeNull();
    await event('view');
    // So long that it has been seen, too; another view would be asked for before the page.
    await page.evaluate('held.forEach((run) => run()); fetch(location.href).then(() => null)');
    expect(requests('/view').filter((url) => url.startsWith(pages.gatewayUrl))).toHaveLength(1);
    expect(askedFor('/view')).toHaveLength(1);
    expect(events().filter((told) => told !== 'filled ')).toEqual(['click ', 'view ']);
  });

  it('goes on after half a second without an answer', async () => {
    answerView = () => undefined;
    const { page, event } = await open('picture');
    await event('filled');
    const at = performance.now();
    const landing = await click(page);
    await landing.waitForURL(/:\d+\/click/);
    expect(performance.now() - at).toBeGreaterThan(500);
    expect(pathsOf('/view', '/click')).toEqual(['/view', '/click']);
  });

  it('waits for nothing by the button that opens a page behind this one', async () => {
    answerView = () => undefined;
    const { page, event } = await open('picture');
    await event('filled');
    // The other server hears of that page. Playwright does not always: the browser has it in the background.
    await linkOf(page).click({ button: 'middle' });
    await eventually(async () => {
      expect(pathsOf('/view', '/click').toSorted()).toEqual(['/click', '/view']);
      await Promise.resolve();
    }, 10_000);
  });
});

describe('a document', () => {
  const told = async (page: Page) => {
    const body = page.frameLocator('[data-adgate] iframe').locator('body[data-told]');
    return JSON.parse((await body.getAttribute('data-told')) ?? '');
  };

  it('of another server is told where its clicks lead, and the page opens that', async () => {
    const { page, event } = await open('text');
    const { caseId } = await event('filled');
    const [landing] = await Promise.all([page.waitForEvent('popup'), page.mouse.click(100, 50)]);
    await landing.waitForURL(/:\d+\/click/);
    expect(new URL(landing.url()).searchParams.get('cid')).toBe(caseId);
    expect(pathsOf('/view', '/click')).toEqual(['/view', '/click']);
    const { dwmthLoad, data } = await told(page);
    expect(dwmthLoad).toBe(1);
    const leads = new URL(data.click_url);
    expect(`${leads.origin}${leads.pathname}`).toBe(`${pages.gatewayUrl}/click`);
    expect(leads.searchParams.get('cid')).toBe(caseId);
    expect(leads.searchParams.has('press')).toBe(false);
  });

  it('of ours is not', async () => {
    const { page, event } = await open('own');
    await event('filled');
    expect(await told(page)).toEqual({ dwmthLoad: 1, data: {} });
  });
});

describe('a server that serves visitors something else', () => {
  const redirect =
    (to: string): RequestListener =>
    (_req, res) =>
      void res.writeHead(302, { Location: to }).end();

  it.each<[string, RequestListener, string]>([
    ['other bytes', (_req, res) => void res.end('other'), 'tampered'],
    ['a redirect to other bytes', redirect('/elsewhere'), 'tampered'],
    ['a redirect by http', (req, res) => redirect(`${plainUrl}/bytes`)(req, res), 'network'],
    ['a redirect to a script', redirect('javascript:alert(1)'), 'network'],
  ])('shows nothing: %s', async (_what, serving, reason) => {
    serve = serving;
    const { page, event, requests } = await open('picture');
    expect(await event('error')).toMatchObject({ reason });
    expect(await page.evaluate(inAd('a, img, canvas'))).toBeNull();
    expect(requests('/supply/report')).toHaveLength(reason === 'tampered' ? 1 : 0);
    expect(requests('/view')).toEqual([]);
  });

  it('shows its ad where a redirect leads to the same bytes', async () => {
    serve = redirect('/same');
    const { event } = await open('picture');
    await event('view');
  });
});
