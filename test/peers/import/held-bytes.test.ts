import { expect, it } from '@jest/globals';
import { heldBytes } from '../../../src/peers/import/held-bytes';

it.each([
  ['a text', 'abc', 27],
  ['a text of other letters', 'ä', 26],
  ['an amount', 10n ** 11n, 8],
  ['nothing', null, 8],
  ['a time', new Date(0), 8],
  ['a list', ['a', 'b'], 24 + 2 * (8 + 25)],
  ['an object', { ab: { c: 1 } }, 24 + (8 + 2) + (24 + (8 + 1) + 8)],
])('%s takes so many bytes', (_what, value, bytes) => {
  expect(heldBytes(value)).toBe(bytes);
});
