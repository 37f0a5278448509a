import { expect, it } from '@jest/globals';
import { firstWordOf, lastWordOf } from '../src/id-words';

it.each([
  ['00000001000000000000000000000010', 1, 16],
  ['7fffffff0000000000000000ffffffff', 2 ** 31 - 1, -1],
  ['80000000000000000000000089abcdef', -(2 ** 31), 0x89abcdef - 2 ** 32],
])('reads words of %s', (id, first, last) => {
  expect([firstWordOf(id), lastWordOf(id)]).toEqual([first, last]);
});
