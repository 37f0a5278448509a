import { expect, it } from '@jest/globals';
import { copyNameOf } from '../../../src/demand/campaigns/copy-name';

it.each([
  ['Shoes', [], 'Shoes (2)'],
  ['Shoes', ['Shoes (2)', 'Shoes (3)'], 'Shoes (4)'],
  ['Shoes (2)', ['Shoes (2)'], 'Shoes (3)'],
  ['Shoes (red)', [], 'Shoes (red) (2)'],
])('a copy of %j beside %j is %j', (name, taken, copy) => {
  expect(copyNameOf(name, new Set(taken))).toBe(copy);
});

it('a copy of a long name is as long as a name may be, and ends with its number', () => {
  const copy = copyNameOf('ü'.repeat(127), new Set());
  expect(copy).toBe(`${'ü'.repeat(125)} (2)`);
});
