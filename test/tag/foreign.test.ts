import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { type AdPages, listen, startAdPages, urlOf } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { eventually } from '../support/eventually';
import { aPeer } from '../support/peer-access';
import { importOne } from '../peers/imported';

const address = '0001-00000004-DBEB';
const bytes = aPng('300x250');

let pages: AdPages;
let picture: string;
/** Requests that the other server has got. */
const asked: URL[] = [];
const askedFor = (path: string) => asked.filter(({ pathname }) => pathname === path);

beforeAll(async () => {
  pages = await startAdPages({ env: { ADGATE_PEERS: 'approve', ADGATE_LOOPBACK_PEERS: '1' } });
  const other = await listen((req, res) => {
    const url = new URL(req.url ?? '', `http://${req.headers.host}`);
    asked.push(url);
    // As servers of the network answer pages of others: a redirect has no origin any more.
    res.setHeader('Access-Control-Allow-Origin', req.headers.origin ?? '*');
    if (url.pathname === '/serve') res.setHeader('Content-Type', 'image/png').end(bytes);
    else if (url.pathname === '/view') {
      const context = [1, 2, 3, 4, 5].map((page) => `${url.origin}/page/${page}`);
      res.setHeader('Content-Type', 'application/json');
      res.end(
        JSON.stringify({ context: ['javascript:alert(1)', `${pages.publisherUrl}/`, ...context] }),
      );
    } else res.setHeader('Content-Type', 'text/html').end('<title>Theirs</title>');
  });
  const { ctx } = pages.app;
  const peer = aPeer({ address, state: 'allowed' });
  await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
  const { creativeId } = await importOne(ctx, address, {
    creative: {
      hash: createHash('sha1').update(bytes).digest('hex'),
      serveUrl: `${urlOf(other)}/serve`,
      viewUrl: `${urlOf(other)}/view`,
      clickUrl: `${urlOf(other)}/click`,
    },
  });
  await eventually(async () => {
    expect(ctx.inventory.find(creativeId)).not.toBeNull();
    await Promise.resolve();
  }, 5_000);
  [picture = ''] = await pages.createPlacements('300x250');
});

it('shows an ad of another server, leads its view on, and loads the pages that are wanted', async () => {
  const { page, event } = await pages.open(`<div data-adgate="${picture}"></div>${pages.tag}`);
  const { caseId } = await event('filled');
  expect(await event('view')).toMatchObject({ caseId });
  expect(askedFor('/view').map(({ searchParams }) => searchParams.get('cid'))).toEqual([caseId]);
  await eventually(async () => {
    for (const number of [1, 2, 3, 4]) expect(askedFor(`/page/${number}`)).toHaveLength(1);
    await Promise.resolve();
  }, 10_000);
  expect(askedFor('/page/5')).toEqual([]);
  const frames = page.locator('iframe[src*="/page/"]');
  expect(await frames.first().getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
  expect(await frames.first().isVisible()).toBe(false);
  const link = page.getByRole('link', { name: 'Ad: opens its page' });
  const [landing] = await Promise.all([pages.context.waitForEvent('page'), link.click()]);
  await landing.waitForURL(/\/click/);
  expect(new URL(landing.url()).searchParams.get('cid')).toBe(caseId);
});
