import { expect, it } from '@jest/globals';
import { drawRandomBytes } from '../src/random-bytes';

it('hands each byte out once, whatever becomes of those before', () => {
  const drawn = Array.from({ length: 2_000 }, () => drawRandomBytes(16));
  const texts = drawn.map((bytes) => bytes.toString('hex'));
  expect(new Set(texts).size).toBe(2_000);
  drawn[0]?.fill(0);
  for (let nth = 0; nth < 1_000; nth += 1) drawRandomBytes(33);
  expect(drawn.slice(1).map((bytes) => bytes.toString('hex'))).toEqual(texts.slice(1));
});

it('has as many as are asked for', () => {
  for (const length of [0, 1, 16, 64, 65, 5_000])
    expect(drawRandomBytes(length)).toHaveLength(length);
});
