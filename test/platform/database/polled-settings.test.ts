import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import mongoose from 'mongoose';
import { setAuctionType } from '../../../src/market/auction-types/auction-type.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { startApp, type TestApp } from '../../support/app';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  jest.spyOn(mongoose.Connection.prototype, 'watch').mockImplementation(() => {
    throw new Error('no change streams');
  });
  const mongodbUri = await freshDatabase();
  one = await startApp({ mongodbUri });
  other = await startApp({ mongodbUri });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  jest.restoreAllMocks();
});

it('takes up rates that another gateway has set, for this hour and the next, where changes are polled', async () => {
  for (const rate of [123_000_000_000n, 124_000_000_000n]) {
    const { from } = await setRate(one.ctx, { rate, isForced: true });
    await eventually(() =>
      expect(other.ctx.rates.known()).toContainEqual(expect.objectContaining({ from, rate })),
    );
  }
  expect(other.ctx.rates.known()).toHaveLength(2);
});

it('takes up the type of auctions that another gateway has set, where changes are polled', async () => {
  const setting = await setAuctionType(one.ctx, 'second_price');
  await eventually(() => expect(other.ctx.auctionTypes.list()).toEqual([setting]));
});
