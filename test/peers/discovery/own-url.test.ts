import { expect, it } from '@jest/globals';
import { whyUntold } from '../../../src/peers/discovery/own-url';

const tell = (publicUrl: string) => whyUntold(publicUrl, { allowsLoopbackPeers: false });

it.each([
  'https://exchange.example',
  'https://exchange.example:8443',
  'https://1.1.1.1',
  `https://${'a'.repeat(55)}.example`,
])('others can be told of %s', (url) => {
  expect(tell(url)).toBeNull();
});

it.each([
  ['http://exchange.example', 'https'],
  ['https://exchange', 'dot'],
  ['https://10.0.0.1', 'public'],
  ['https://a.localhost', 'public'],
  [`https://${'a'.repeat(56)}.example`, '63'],
  [`https://a.${'b'.repeat(40)}`, '63'],
  [`https://${'a.'.repeat(60)}example`, '128'],
])('others cannot be told of %s: %s', (url, problem) => {
  expect(tell(url)).toContain(problem);
});

it('servers of one machine can be told of each other', () => {
  expect(whyUntold('http://127.0.0.1:8080', { allowsLoopbackPeers: true })).toBeNull();
});
