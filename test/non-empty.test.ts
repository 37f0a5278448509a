import { expect, it } from '@jest/globals';
import { chunksOf } from '../src/non-empty';

it('gives all items in chunks, the last of which may be smaller', () => {
  expect([...chunksOf([], 2)]).toEqual([]);
  expect([...chunksOf([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...chunksOf(new Set([1, 2, 3]), 2)]).toEqual([[1, 2], [3]]);
});

it('goes on behind a chunk that has left its map', () => {
  const left = new Map([1, 2, 3, 4, 5].map((key) => [key, key]));
  const chunks: number[][] = [];
  for (const chunk of chunksOf(left.keys(), 2)) {
    for (const key of chunk) left.delete(key);
    chunks.push(chunk);
  }
  expect([chunks, left.size]).toEqual([[[1, 2], [3, 4], [5]], 0]);
});
