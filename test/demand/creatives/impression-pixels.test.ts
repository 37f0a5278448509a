import { describe, expect, it } from '@jest/globals';
import { hostsOfPixels, impressionPixels } from '../../../src/demand/creatives/impression-pixels';
import { acceptedBy } from '../../../src/json-schema';
import { accepts } from '../../support/schema-values';

const pixel = 'https://pixel.example/';
const problemOf = (urls: unknown) => {
  const [issue] = impressionPixels.input.safeParse(urls).error?.issues ?? [];
  return issue && [issue.path.join('.'), issue.message];
};
const long = (bytes: number) => pixel.padEnd(bytes, 'x');

describe('impression pixels', () => {
  it.each([
    ['none', []],
    ['three', [pixel, `${pixel}a`, `${pixel}b`]],
    ['one of 1,024 bytes', [long(1_024)]],
    ['another port, and capitals', ['HTTPS://Pixel.Example:8443?a=1']],
    ['a name of another script', ['https://bücher.example/ü']],
    ['our placeholders', [`${pixel}{campaign}/{creative}?s={site}&d={device}&p={price}`]],
    ['the trade’s', [`${pixel}?a=%%CACHEBUSTER%%&b=[TIMESTAMP]&c=\${AUCTION_PRICE}`]],
    ['braces of others', [`${pixel}?a={other}`]],
    ['sixteen placeholders', [pixel + '{site}'.repeat(16)]],
  ])('may be %s', (_what, urls) => {
    expect(impressionPixels.input.parse(urls)).toEqual(urls);
    const escaped = urls.map((url) => (/^[ -~]*$/.test(url) ? url : new URL(url).href));
    expect(accepts(acceptedBy(impressionPixels.input), escaped)).toBe(true);
  });

  const placeholderHost = 'must have a host without placeholders';
  const publicName = 'must have a public host name';
  const publicAddress = 'must lead to a public address';
  const noUrl = 'must be an https URL of at most 1024 characters';
  it.each([
    ['http', 'http://pixel.example/', 'must be an https URL'],
    ['another scheme', 'ftp://pixel.example/', noUrl],
    ['a script', 'javascript:alert(1)', noUrl],
    ['no scheme', '//pixel.example/', noUrl],
    ['one slash', 'https:/pixel.example/', noUrl],
    ['no host', 'https:///pixel.example/', noUrl],
    ['no text', 5, 'must be a string'],
    ['an empty text', '', 'must have 1 to 1024 bytes'],
    ['1,025 bytes', long(1_025), 'must have 1 to 1024 bytes'],
    ['1,025 bytes of fewer characters', `${long(1_023)}ü`, 'must have 1 to 1024 bytes'],
    ['a line feed', `${pixel}\n`, 'must be readable text'],
    ['a user', 'https://me@pixel.example/', 'must have no user or password in it'],
    ['a password', 'https://me:word@pixel.example/', 'must have no user or password in it'],
    ['a fragment', `${pixel}#a`, 'must have no fragment'],
    ['our placeholder in the host', 'https://{site}.example/', placeholderHost],
    ['one of the trade in the host', 'https://%%SITE%%.example/', placeholderHost],
    ['one in dollars in the host', 'https://${SITE}.example/', placeholderHost],
    ['one in brackets in the host', 'https://[SITE].example/', placeholderHost],
    ['one that is encoded in the host', 'https://%7Bsite%7D.example/', placeholderHost],
    ['one with wide braces in the host', 'https://｛site｝.example/', placeholderHost],
    ['an unknown one in the host', 'https://{shard}.example/', placeholderHost],
    ['one in the port', 'https://pixel.example:{price}/', placeholderHost],
    ['one for a user', 'https://{site}@pixel.example/', placeholderHost],
    ['this machine', 'https://127.0.0.1/', publicAddress],
    ['this machine in another notation', 'https://0x7f.1/', publicAddress],
    ['this machine by its name', 'https://localhost/', publicAddress],
    ['this machine by a name below it', 'https://a.localhost./', publicAddress],
    ['this machine in IPv6', 'https://[::1]/', publicAddress],
    ['a private address', 'https://192.168.1.1/', publicAddress],
    ['a private address in IPv6', 'https://[fd00::1]/', publicAddress],
    ['the address of a cloud’s secrets', 'https://169.254.169.254/', publicAddress],
    ['a public address', 'https://8.8.8.8/', publicName],
    ['a public address in IPv6', 'https://[2606:4700::1111]/', publicName],
    ['a name without a dot', 'https://intranet/', publicName],
    ['a name that ends with its dot', 'https://intranet./', publicName],
    ['a name of a network at home', 'https://printer.local/', publicName],
    ['a name of a company', 'https://Ads.Internal/', publicName],
    ['the case', `${pixel}?c={cid}`, 'must not have {cid}: pixels are not told the case'],
    ['seventeen placeholders', pixel + '{site}'.repeat(17), 'must have at most 16 placeholders'],
  ])('are not one with %s', (_what, url, problem) => {
    expect(problemOf([pixel, url])).toEqual(['1', problem]);
  });

  it('are at most three, and none twice', () => {
    expect(problemOf(['a', 'b', 'c', 'd'].map((path) => pixel + path))).toEqual([
      '',
      'must have at most 3 entries',
    ]);
    expect(problemOf([pixel, pixel])).toEqual(['', 'must not have a URL twice']);
    expect(problemOf({ 0: pixel })).toEqual(['', 'must be a list']);
    expect(problemOf(null)).toEqual(['', 'must be a list']);
  });

  it('lead to hosts, each told once', () => {
    const urls = [`${pixel}a?{site}`, 'https://Other.example:8443', `${pixel}b`];
    expect(hostsOfPixels(urls)).toEqual(['pixel.example', 'other.example:8443']);
  });
});
