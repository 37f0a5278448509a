import { beforeAll, expect, it } from '@jest/globals';
import {
  archivePlacement,
  createOwnedPlacement,
} from '../../../src/supply/placements/publisher-placement.service';

import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { anAccount } from '../../panel/support';
import { aContext } from '../../api/rest/supply-finds';

let app: TestApp;
const ids = { fitted: '', unfitted: '', window: '', archived: '' };

beforeAll(async () => {
  app = await startApp();
  await createActiveCampaign(app.ctx);
  const { id: publisherId } = await anAccount(app, ['publisher']);
  const host = 'news.example';
  const { id: siteId } = await createOwnedSite(app.ctx, { publisherId, host, name: 'News' });
  const create = async (size: string, name: string) =>
    (await createOwnedPlacement(app.ctx, { publisherId, siteId, name, size })).id;
  ids.fitted = await create('300x250', 'Fitted');
  ids.unfitted = await create('728x90', 'Unfitted');
  ids.window = await create('pop-up', 'Window');
  ids.archived = await create('300x250', 'Archived');
  await archivePlacement(app.ctx, { publisherId, id: ids.archived });
});

async function hintOf(name: keyof typeof ids, url: string, more: object = {}) {
  const context = aContext({ url, publisher: undefined, tag: true, ...more });
  const json = { context, placements: [{ id: 'a', placementId: ids[name] }] };
  const { status, body } = await send(`${app.url}/supply/find`, { json });
  expect(status).toBe(200);
  if (body.hints === undefined) return body.data.length === 1 ? 'an ad' : 'nothing';
  expect([body.data, body.hints]).toEqual([[], [expect.objectContaining({ id: 'a' })]]);
  const { pageHost, siteHost, sample } = body.hints[0];
  return [pageHost, siteHost, sample];
}

it.each([
  ['on the site', 'https://www.news.example/a', 'an ad'],
  ['on a subdomain', 'https://blog.news.example/a', 'an ad'],
  ['on another host', 'https://news.example.net', ['news.example.net', 'news.example', null]],
  ['on localhost', 'http://localhost:3000/', ['localhost', 'news.example', '300x250']],
  ['on a name of it', 'http://a.localhost/', ['a.localhost', 'news.example', '300x250']],
  ['on a machine of the house', 'http://mac.local/', ['mac.local', 'news.example', '300x250']],
  ['on a loopback address', 'http://127.0.0.1:8080', ['127.0.0.1', 'news.example', '300x250']],
  ['on that of IPv6', 'http://[::1]:8080', ['[::1]', 'news.example', '300x250']],
  ['on a private address', 'http://192.168.1.2/', ['192.168.1.2', 'news.example', '300x250']],
  ['on a public address', 'http://203.0.113.7/', ['203.0.113.7', 'news.example', null]],
  ['on a host that ends alike', 'http://notlocal/', ['notlocal', 'news.example', null]],
])('a page %s has a hint', async (_what, url, hint) => {
  expect(await hintOf('fitted', url)).toEqual(hint);
});

it('in test mode the site’s own page has a sample where no campaign fits', async () => {
  const url = 'https://news.example/';
  const test = true;
  expect(await hintOf('fitted', url, { test })).toBe('an ad');
  expect(await hintOf('unfitted', url)).toBe('nothing');
  expect(await hintOf('unfitted', url, { test })).toEqual(['news.example', null, '728x90']);
  const staging = 'https://staging.example/';
  expect(await hintOf('fitted', staging, { test })).toEqual([
    ...['staging.example', 'news.example', '300x250'],
  ]);
});

it('windows, and placements that are gone, have no sample', async () => {
  const url = 'https://news.example/';
  expect(await hintOf('window', url, { test: true })).toEqual(['news.example', null, null]);
  expect(await hintOf('archived', url, { test: true })).toEqual(['news.example', null, null]);
  expect(await hintOf('archived', 'http://localhost/')).toEqual([
    'localhost',
    'news.example',
    null,
  ]);
});

it('others than our own tag hear of none', async () => {
  for (const url of ['https://other.example/', 'http://localhost/'])
    expect(await hintOf('fitted', url, { tag: false })).toBe('nothing');
});
