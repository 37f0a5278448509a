import { describe, expect, it } from '@jest/globals';
import { fillLandingUrl } from '../../../src/market/events/landing-url';

const values = {
  cid: 'c'.repeat(32),
  bid: 'b'.repeat(32),
  pid: '9'.repeat(32),
  aid: '0001-00000001-8B4E',
  sid: 'bücher.example',
  zid: 'd'.repeat(32),
};

describe('fillLandingUrl', () => {
  it.each([
    [
      'every placeholder',
      'https://shop.example/{zid}?c={cid}&b={bid}&p={pid}&a={aid}&s={sid}',
      `https://shop.example/${values.zid}?c=${values.cid}&b=${values.bid}&p=${values.pid}&a=0001-00000001-8B4E&s=b%C3%BCcher.example`,
    ],
    [
      'placeholders that a URL parser has encoded',
      'https://shop.example/%7Bcid%7D/%7bbid%7d',
      `https://shop.example/${values.cid}/${values.bid}`,
    ],
    ['no placeholder', 'https://shop.example/', `https://shop.example/?cid=${values.cid}`],
    ['no path', 'https://shop.example', `https://shop.example/?cid=${values.cid}`],
    ['a query', 'https://shop.example/?a=1', `https://shop.example/?a=1&cid=${values.cid}`],
    ['an open query', 'https://shop.example/?', `https://shop.example/?cid=${values.cid}`],
    ['a fragment', 'https://shop.example/#top', `https://shop.example/?cid=${values.cid}#top`],
    [
      'a query and a fragment that looks like one',
      'https://shop.example/?a=1#b?c',
      `https://shop.example/?a=1&cid=${values.cid}#b?c`,
    ],
    [
      'the case in the fragment',
      'https://shop.example/#/{cid}',
      `https://shop.example/#/${values.cid}`,
    ],
    ['a case of its own', 'https://shop.example/?cid=mine', 'https://shop.example/?cid=mine'],
    [
      'a case of its own, in another case and place',
      'https://shop.example/?a=1&CID#top',
      'https://shop.example/?a=1&CID#top',
    ],
    [
      'names that are like it',
      'https://shop.example/cid=1?acid=1&cids=2#cid=3',
      `https://shop.example/cid=1?acid=1&cids=2&cid=${values.cid}#cid=3`,
    ],
    [
      'a name that is no placeholder',
      'https://shop.example/?x={xid}&c={cid}',
      `https://shop.example/?x={xid}&c=${values.cid}`,
    ],
  ])('fills in %s', (_case, template, filled) => {
    expect(fillLandingUrl(template, values)).toBe(filled);
  });

  it('keeps what it fills in from becoming part of the URL', () => {
    const hostile = { ...values, sid: '"&admin=1#\r\nSet-Cookie: a=b' };
    expect(fillLandingUrl('https://shop.example/?s={sid}&c={cid}', hostile)).toBe(
      `https://shop.example/?s=%22%26admin%3D1%23%0D%0ASet-Cookie%3A%20a%3Db&c=${values.cid}`,
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
    expect(fillLandingUrl(template, values)).toBeNull();
  });
});
