import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readPage, signPage } from '../../../src/market/peer-events/page-token';

const key = (keyId: number) => ({ keyId, secret: createSecretKey(Buffer.alloc(32, keyId)) });
const keys = [key(1), key(2)];
const offerId = '0123456789abcdef0123456789abcdef';
const now = new Date('2026-02-09T12:00:00.500Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('the token of the page of a case', () => {
  const token = signPage(keys, offerId, now);

  it('is good for ten minutes, under every key of the ring', () => {
    expect(token).toMatch(/^[\w-]{52}$/);
    // Its second began half a second before.
    expect(readPage(keys, token, after(599.5))).toBe(offerId);
    expect(readPage(keys, token, after(599.501))).toBeNull();
    expect(readPage(keys, signPage([key(2)], offerId, now), now)).toBe(offerId);
    expect(readPage([key(2)], token, now)).toBeNull();
  });

  it('is good by a clock that was set back by ten minutes, and by no more', () => {
    expect(readPage(keys, token, after(-600.5))).toBe(offerId);
    expect(readPage(keys, token, after(-600.501))).toBeNull();
  });

  it('is refused with any character changed, and in any other form', () => {
    for (let at = 0; at < token.length; at += 1) {
      const other = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(readPage(keys, other, now)).toBeNull();
    }
    for (const other of ['', `${token}A`, token.slice(1), `${token.slice(0, -1)}=`])
      expect(readPage(keys, other, now)).toBeNull();
  });
});
