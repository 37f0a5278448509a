import { expect, it } from '@jest/globals';
import { UnseenTally } from '../../../src/market/serving/unseen-tally';

const campaign = 'c'.repeat(32);

it('counts offers and views of a key for a time to twice as long', () => {
  const tally = new UnseenTally(1_000);
  expect(tally.find('network')).toBeNull();
  tally.addOffer('network', campaign, 0);
  tally.addOffer('network', campaign, 10);
  tally.addView('network', campaign);
  expect(tally.find('network')).toMatchObject({ offers: 2, views: 1 });
  expect(tally.unseenOf('network', campaign)).toBe(1);
  tally.addOffer('network', campaign, 1_000);
  expect(tally.find('network')).toMatchObject({ offers: 3, views: 1 });
  expect(tally.unseenOf('network', campaign)).toBe(2);
  tally.addOffer('other', campaign, 2_000);
  expect(tally.find('network')).toMatchObject({ offers: 1, views: 0 });
});

it('forgets the older ones where there are too many keys', () => {
  const tally = new UnseenTally(1_000);
  tally.addOffer('first', campaign, 0);
  for (let key = 0; key < 100_001; key += 1) tally.addOffer(String(key), campaign, 0);
  expect(tally.find('first')).toBeNull();
});
