import { expect, it } from '@jest/globals';
import { maxBidStrategies } from '../../../src/demand/bid-strategies/bid-strategy';
import { createBidStrategy } from '../../../src/demand/bid-strategies/bid-strategy.service';
import { startApp } from '../../support/app';

it('an advertiser has 20 bid strategies at most, however many are made at once', async () => {
  const { ctx } = await startApp();
  const advertiserId = 'a'.repeat(32);
  const create = (name: string) =>
    createBidStrategy(ctx, { advertiserId, name, medium: 'web', vendor: null });
  for (let nth = 1; nth < maxBidStrategies; nth += 1) await create(`Own ${nth}`);
  const made = await Promise.allSettled(['A', 'B', 'C', 'D'].map(create));
  const refused = made.filter((one) => one.status === 'rejected');
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      details: { name: ['would be of more than 20 bid strategies'] },
    });
  const present = await ctx.bidStrategies.list(advertiserId);
  expect(present.length).toBeLessThanOrEqual(maxBidStrategies);
  expect(present.length).toBe(maxBidStrategies + 3 - refused.length);
});
