import { expect, it } from '@jest/globals';
import { readAnnouncedUrl } from '../../../src/peers/discovery/announced-url';

it.each([
  ['https://demand.example/info.json', 'https://demand.example/info.json'],
  ['HTTPS://DEMAND.EXAMPLE/info.json', 'https://demand.example/info.json'],
])('%s is the URL of a server', (text, url) => {
  expect(readAnnouncedUrl(Buffer.from(text))).toBe(url);
});

it.each<[string, string | Buffer]>([
  ['no URL', 'hello, world'],
  ['a URL and more', 'https://demand.example/ and more'],
  ['a file', 'file:///etc/passwd'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:application/json,{}'],
  ['no host', 'https:///info.json'],
  ['bytes that are no UTF-8', Buffer.from('68747470733a2f2fff2e6578616d706c65', 'hex')],
  ['a NUL', 'https://demand.example/\0'],
  ['1,025 bytes', `https://demand.example/${'x'.repeat(1_002)}`],
  ['32,000 bytes', Buffer.alloc(32_000, 'https://demand.example/')],
])('a broadcast of %s announces no server', (_case, message) => {
  expect(readAnnouncedUrl(Buffer.from(message))).toBeNull();
});
