import { expect, it } from '@jest/globals';
import { UnseenTally } from '../../../src/market/serving/unseen-tally';

const id = 'c'.repeat(32);
const campaigns = [{ id }];

it('counts offers and views of a key for a time to twice as long', () => {
  const tally = new UnseenTally(1_000);
  expect(tally.of('network').offers).toBe(0);
  tally.addOffers('network', campaigns, 0);
  tally.addOffers('network', campaigns, 10);
  tally.addView('network', id);
  expect(tally.of('network')).toMatchObject({ offers: 2, views: 1 });
  expect(tally.of('network').unseenOf(id)).toBe(1);
  tally.addOffers('network', campaigns, 1_000);
  expect(tally.of('network')).toMatchObject({ offers: 3, views: 1 });
  expect(tally.of('network').unseenOf(id)).toBe(2);
  tally.addOffers('other', campaigns, 2_000);
  expect(tally.of('network')).toMatchObject({ offers: 1, views: 0 });
});

it('forgets the older ones where there are too many keys', () => {
  const tally = new UnseenTally(1_000);
  tally.addOffers('first', campaigns, 0);
  for (let key = 0; key < 100_001; key += 1) tally.addOffers(String(key), campaigns, 0);
  expect(tally.of('first').offers).toBe(0);
});
