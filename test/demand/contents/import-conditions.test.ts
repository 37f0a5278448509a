import { expect, it } from '@jest/globals';
import { underConditions } from '../../../src/demand/contents/import-conditions';

it.each([
  ['', 'p{}'],
  ['screen and (width > 9px)', '@media screen and (width > 9px) {\np{}\n}'],
  ['layer', '@layer  {\np{}\n}'],
  ['layer(base.type)', '@layer base.type {\np{}\n}'],
  ['layer( a ) print', '@layer a {\n@media print {\np{}\n}\n}'],
  ['supports(display: grid)', '@supports (display: grid) {\np{}\n}'],
  [
    '/* all */ LAYER(a) supports(not (display: inline-grid)) screen',
    '@layer a {\n@supports (not (display: inline-grid)) {\n@media screen {\np{}\n}\n}\n}',
  ],
  ['supports(selector(:has(a)))', '@supports (selector(:has(a))) {\np{}\n}'],
  // Words that only begin so are media queries, and hold nowhere.
  ['layered', '@media layered {\np{}\n}'],
  ['supports(((', '@media supports((( {\np{}\n}'],
])('puts an imported style sheet under its conditions: %s', (conditions, expected) => {
  expect(underConditions('p{}', conditions)).toBe(expected);
});
