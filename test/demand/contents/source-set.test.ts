import { expect, it } from '@jest/globals';
import { mapSourceSet } from '../../../src/demand/contents/source-set';

it.each([
  ['a.png', '[a.png]'],
  ['a.png 1x,b.png 2x', '[a.png] 1x, [b.png] 2x'],
  [' a.png , b.png 100w ,c.png', '[a.png], [b.png] 100w, [c.png]'],
  ['a.png, b.png', '[a.png], [b.png]'],
  ['a,b.png 2x', '[a,b.png] 2x'],
  ['data:image/png;base64,AA== 2x', '[data:image/png;base64,AA==] 2x'],
  ['a.png (x,y) 2x, b.png', '[a.png] (x,y) 2x, [b.png]'],
  [',,,', ''],
  ['', ''],
])('reads %p as a browser does', (value, expected) => {
  expect(mapSourceSet(value, (reference) => `[${reference}]`)).toBe(expected);
});
