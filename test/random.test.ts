import { describe, expect, it } from '@jest/globals';
import { createRandomBytes } from '../src/random';

describe('random bytes', () => {
  it.each([1, 16, 32, 4_095, 4_096, 10_000])('are %i when so many are asked for', (length) => {
    expect(createRandomBytes()(length)).toHaveLength(length);
  });

  it('are never given out twice, within a block or beyond it', () => {
    const randomBytes = createRandomBytes();
    const seen = new Set(Array.from({ length: 2_000 }, () => randomBytes(16).toString('hex')));
    expect(seen.size).toBe(2_000);
  });

  it('are the caller’s own: later ones leave them as they are', () => {
    const randomBytes = createRandomBytes();
    const first = randomBytes(32);
    const before = first.toString('hex');
    for (let call = 0; call < 300; call += 1) randomBytes(32);
    expect(first.toString('hex')).toBe(before);
    expect(first.every((byte) => byte === 0)).toBe(false);
  });
});
