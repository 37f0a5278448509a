import { describe, expect, it } from '@jest/globals';
import { createCreationLimiter } from '../../../src/market/serving/creation-limiter';

describe('creation limit', () => {
  it.each([
    ['one IPv4 address', () => '192.0.2.1', '192.0.2.2'],
    ['all addresses of one /64', (at: number) => `2001:db8::${at.toString(16)}`, '2001:db8:0:1::1'],
  ])('counts %s as one', async (_case, addressOf, other) => {
    const limiter = createCreationLimiter();
    for (let at = 1; at <= 600; at += 1) await limiter.consume(addressOf(at));
    await expect(limiter.consume(addressOf(601))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await expect(limiter.consume(other)).resolves.toBeUndefined();
  });
});
