import { expect, it } from '@jest/globals';
import { toPhpJson } from '../../../src/peers/import/php-json';

it.each<[string, unknown, string]>([
  [
    'lists by value, texts of digits as numbers, and objects by name',
    { n: ['10', '9', 'a', 2], e: [] },
    '{"e":[],"n":[2,"9","10","a"]}',
  ],
  ['at every depth', { a: [{ c: 1, b: ['z', 'y'] }] }, '{"a":[{"b":["y","z"],"c":1}]}'],
  [
    'slashes and what is beyond ASCII',
    { note: ['a/b', 'é😀'] },
    String.raw`{"note":["a\/b","\u00e9\ud83d\ude00"]}`,
  ],
  ['nothing', {}, '[]'],
  ['nothing within', { a: {}, b: [] }, '{"a":[],"b":[]}'],
  ['quotes, controls and null', ['"\\\n\u0001', null], String.raw`["\"\\\n\u0001",null]`],
])('writes %s', (_what, value, expected) => {
  expect(toPhpJson(value)).toBe(expected);
});

it('takes no time for long texts of digits', () => {
  const digits = '1'.repeat(200_000);
  const begun = performance.now();
  toPhpJson([`${digits}x`, `${digits}y`, '2', `${digits}.${digits}`]);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
