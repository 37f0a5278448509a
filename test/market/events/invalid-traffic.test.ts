import { describe, expect, it } from '@jest/globals';
import type { RequestFacts } from '../../../src/request-facts';
import { classifyTraffic } from '../../../src/market/events/invalid-traffic';
import crawlers from '../../vectors/crawlers.json';
import metaverseClients from '../../vectors/metaverse-clients.json';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const findingOf = (address: string) =>
  address.includes('198.51.100.') ? 'data_center' : address === '2001:db8::7' ? 'proxy' : null;

const classify = (request: Partial<RequestFacts>, needsBrowser = true) =>
  classifyTraffic(
    { remoteAddress: '203.0.113.5', userAgent: firefox, isHead: false, headers: {}, ...request },
    { findingOf, needsBrowser },
  );

describe('classifyTraffic', () => {
  it.each([
    firefox,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 13; CUBOT X50 Build/TP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
    'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; id) Presto/2.12.423 Version/12.16',
    'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ladybird/1.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 [FBAN/FBIOS;FBAV/500.0]',
  ])('takes %s for somebody', (userAgent) => {
    expect(classify({ userAgent })).toBeNull();
  });

  it.each([
    '',
    '   ',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36',
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.32.3',
    'Python/3.12 aiohttp/3.9.5',
    'Go-http-client/2.0',
    'Java/21.0.1',
    'Apache-HttpClient/4.5.14 (Java/17.0.1)',
    'axios/1.7.2',
    'node',
    'undici',
    'PostmanRuntime/7.39.0',
  ])('takes %j for a bot', (userAgent) => {
    expect(classify({ userAgent })).toBe('bot');
  });

  it('takes all but three of 266 crawlers of a public list for bots', () => {
    const { userAgents } = crawlers;
    const bots = userAgents.filter((userAgent) => classify({ userAgent }) === 'bot');
    expect(userAgents).toHaveLength(266);
    expect(bots.length).toBeGreaterThanOrEqual(263);
  });

  it.each(metaverseClients.userAgents)('takes %s for somebody in a virtual world', (userAgent) => {
    expect(classify({ userAgent }, false)).toBeNull();
  });

  it.each(['Adsbrowser/1.0', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'okhttp/4.12.0'])(
    'takes %s for no browser that is known',
    (userAgent) => {
      expect(['unknown_browser', 'bot']).toContain(classify({ userAgent }));
    },
  );

  it('asks for a known browser on the web only, and where no tag vouches for it', () => {
    const userAgent = 'okhttp/4.12.0';
    expect(classify({ userAgent })).toBe('unknown_browser');
    expect(classify({ userAgent }, false)).toBeNull();
  });

  it.each([
    [{ 'sec-purpose': 'prefetch' }],
    [{ 'sec-purpose': 'prefetch;prerender' }],
    [{ purpose: 'prefetch' }],
    [{ 'x-moz': 'prefetch' }],
    [{ 'x-purpose': 'preview' }],
    [{ 'x-purpose': ['', 'Preview'] }],
  ])('takes %j for a prefetch', (headers) => {
    expect(classify({ headers })).toBe('prefetch');
  });

  it.each([[{ purpose: 'navigate' }], [{ 'sec-fetch-dest': 'image' }], [{ 'x-moz': '' }]])(
    'takes %j for no prefetch',
    (headers) => {
      expect(classify({ headers })).toBeNull();
    },
  );

  it('goes by the lists of networks', () => {
    expect(classify({ remoteAddress: '198.51.100.9' })).toBe('data_center');
    expect(classify({ remoteAddress: '2001:db8::7' })).toBe('proxy');
  });

  it('takes who has hung up before the address was asked for a program', () => {
    expect(classify({ remoteAddress: '' })).toBe('bot');
  });

  it('reads no more than 512 characters of a user agent', () => {
    const padding = `${firefox} ${'x'.repeat(440)}`;
    expect(classify({ userAgent: `${padding} Googlebot` })).toBeNull();
  });

  it('needs no more than linear time for a hostile user agent', () => {
    const startedAt = process.cpuUsage();
    for (let round = 0; round < 1000; round += 1)
      for (const unit of ['bo', 'cubot_', 'python', ' - ', 'crawle'])
        classify({ userAgent: unit.repeat(10_000) });
    const { user } = process.cpuUsage(startedAt);
    expect(user / 5000).toBeLessThan(1000);
  });
});
