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
  expect(present.length).toBe(maxBidStrategies);
  expect(present.length).toBe(maxBidStrategies + 3 - refused.length);
});

it('one that another gateway was faster than gives way', async () => {
  const { ctx } = await startApp();
  const advertiserId = 'b'.repeat(32);
  const { bidStrategies } = ctx;
  const make = (at: number) =>
    bidStrategies.insert({
      ...{ id: `${at}`.padStart(32, '0'), advertiserId, name: `Own ${at}` },
      ...{ medium: 'web', vendor: null },
    });
  for (let nth = 1; nth < maxBidStrategies; nth += 1) await make(nth);
  const racing = {
    ...bidStrategies,
    async insert(strategy: Parameters<typeof bidStrategies.insert>[0]) {
      await make(maxBidStrategies);
      return bidStrategies.insert(strategy);
    },
  };
  const late = createBidStrategy(
    { ...ctx, bidStrategies: racing },
    { ...{ advertiserId, name: 'Late', medium: 'web', vendor: null } },
  );
  await expect(late).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  const present = await bidStrategies.list(advertiserId);
  expect(present).toHaveLength(maxBidStrategies);
  expect(present.map(({ name }) => name)).not.toContain('Late');
});
