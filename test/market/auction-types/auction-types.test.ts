import { expect, it } from '@jest/globals';
import type { AuctionTypeSetting } from '../../../src/market/auction-types/auction-type';
import { AuctionTypes } from '../../../src/market/auction-types/auction-types';

it('keeps what was set last where an older look at the database ends after a newer one', async () => {
  const from = new Date('2026-11-27T11:00:00Z');
  const setting: AuctionTypeSetting = { type: 'second_price', from, setAt: new Date(0) };
  const older = Promise.withResolvers<readonly AuctionTypeSetting[]>();
  const answers = [older.promise, Promise.resolve([setting]), Promise.resolve([])];
  const types = new AuctionTypes({ listLatest: () => answers.shift() ?? older.promise });
  const first = types.refresh();
  await types.refresh();
  older.resolve([]);
  await first;
  expect([types.list(), types.at(from.getTime())]).toEqual([[setting], 'second_price']);
  await types.refresh();
  expect(types.list()).toEqual([]);
});
