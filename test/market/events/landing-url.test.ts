import { describe, expect, it } from '@jest/globals';
import { kind } from '../../../src/platform/resources/kinds';
import { fillLandingUrl, namesSiteHost } from '../../../src/market/events/landing-url';

const cid = 'c'.repeat(32);
const values = {
  bid: 'b'.repeat(32),
  pid: '9'.repeat(32),
  aid: '0001-00000001-8B4E',
  sid: 'bücher.example',
  zid: 'd'.repeat(32),
  campaign: 'a'.repeat(32),
  device: 'mobile',
  price: '2.5',
  timestamp: '1790000000',
  cachebuster: '01234567',
};

describe('fillLandingUrl', () => {
  it.each([
    [
      'every placeholder',
      'https://shop.example/{zid}?c={cid}&b={bid}&p={pid}&a={aid}&s={sid}',
      `https://shop.example/${values.zid}?c=${cid}&b=${values.bid}&p=${values.pid}&a=0001-00000001-8B4E&s=b%C3%BCcher.example`,
    ],
    [
      'placeholders that a URL parser has encoded',
      'https://shop.example/%7Bcid%7D/%7bbid%7d',
      `https://shop.example/${cid}/${values.bid}`,
    ],
    ['no placeholder', 'https://shop.example/', `https://shop.example/?cid=${cid}`],
    ['no path', 'https://shop.example', `https://shop.example/?cid=${cid}`],
    ['a query', 'https://shop.example/?a=1', `https://shop.example/?a=1&cid=${cid}`],
    ['an open query', 'https://shop.example/?', `https://shop.example/?cid=${cid}`],
    ['a fragment', 'https://shop.example/#top', `https://shop.example/?cid=${cid}#top`],
    [
      'a query and a fragment that looks like one',
      'https://shop.example/?a=1#b?c',
      `https://shop.example/?a=1&cid=${cid}#b?c`,
    ],
    ['the case in the fragment', 'https://shop.example/#/{cid}', `https://shop.example/#/${cid}`],
    ['a case of its own', 'https://shop.example/?cid=mine', 'https://shop.example/?cid=mine'],
    [
      'a case of its own, in another case and place',
      'https://shop.example/?a=1&CID#top',
      'https://shop.example/?a=1&CID#top',
    ],
    [
      'names that are like it',
      'https://shop.example/cid=1?acid=1&cids=2#cid=3',
      `https://shop.example/cid=1?acid=1&cids=2&cid=${cid}#cid=3`,
    ],
    [
      'a name that is no placeholder',
      'https://shop.example/?x={xid}&c={cid}',
      `https://shop.example/?x={xid}&c=${cid}`,
    ],
    [
      'campaign, creative, site, device, price, time and a random number',
      'https://shop.example/{campaign}/{creative}?s={site}&d={device}&p={price}&t={timestamp}&r={cachebuster}&c={cid}',
      `https://shop.example/${values.campaign}/${values.bid}?s=b%C3%BCcher.example&d=mobile&p=2.5&t=1790000000&r=01234567&c=${cid}`,
    ],
    [
      'the names of the trade, in capitals',
      'https://shop.example/?a=%%CACHEBUSTER%%&b=[CACHEBUSTING]&c=${AUCTION_PRICE}&d=%%SITE%%&e=$%7BDEVICE%7D&cid=[TIMESTAMP]',
      'https://shop.example/?a=01234567&b=01234567&c=2.5&d=b%C3%BCcher.example&e=mobile&cid=1790000000',
    ],
    [
      'no members of queries that look like them',
      'https://shop.example/?filter[site]=1&x[PAGE]=2&y=%%price%%&cid=1',
      'https://shop.example/?filter[site]=1&x[PAGE]=2&y=%%price%%&cid=1',
    ],
  ])('fills in %s', (_case, template, filled) => {
    expect(fillLandingUrl(template, cid, values)).toBe(filled);
  });

  it('keeps what it fills in from becoming part of the URL', () => {
    const hostile = { ...values, sid: '"&admin=1#\r\nSet-Cookie: a=b' };
    expect(fillLandingUrl('https://shop.example/?s={sid}&c={cid}', cid, hostile)).toBe(
      `https://shop.example/?s=%22%26admin%3D1%23%0D%0ASet-Cookie%3A%20a%3Db&c=${cid}`,
    );
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example/',
    '//shop.example/',
    '/relative',
    '',
    'https://user:password@shop.example/',
  ])('sends nobody to %j', (template) => {
    expect(fillLandingUrl(template, cid, values)).toBeNull();
  });
});

it.each([
  ['https://shop.example/?s={sid}', true],
  ['https://shop.example/?s=%7BSITE%7D', true],
  ['https://shop.example/?s=[SITE]', true],
  ['https://shop.example/?s[site]={cid}', false],
])('%s names the site’s host: %j', (template, names) => {
  expect(namesSiteHost(template)).toBe(names);
});

it.each(['{site}', '%7Bcid%7D', '[SITE]', '%%SITE%%', '${DEVICE}'])(
  'no campaign may have %s in the host of its landing URL',
  (placeholder) => {
    const landingUrl = kind.urlOf({ bytes: 1_024 }).input;
    for (const host of [`${placeholder}.shop.example`, `shop.${placeholder}`])
      expect(landingUrl.safeParse(`https://${host}/`).success).toBe(false);
    expect(landingUrl.safeParse(`https://shop.example/${placeholder}`).success).toBe(true);
  },
);
