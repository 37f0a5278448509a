import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { UnseenTally } from '../../../src/market/serving/unseen-tally';

const id = 'c'.repeat(32);
const campaigns = [{ id }];

it('counts offers and views of a key for a time to twice as long', () => {
  const tally = new UnseenTally(1_000);
  expect(tally.of('network', 0).offers).toBe(0);
  tally.of('network', 0).addOffers(campaigns);
  tally.of('network', 10).addOffers(campaigns);
  tally.addView('network', id);
  expect(tally.of('network', 10)).toMatchObject({ offers: 2, views: 1 });
  expect(tally.of('network', 10).unseenOf(id)).toBe(1);
  tally.of('network', 1_000).addOffers(campaigns);
  expect(tally.of('network', 1_000)).toMatchObject({ offers: 3, views: 1 });
  expect(tally.of('network', 1_000).unseenOf(id)).toBe(2);
  expect(tally.of('network', 2_000)).toMatchObject({ offers: 1, views: 0 });
});

it('forgets the older ones where there are too many keys', () => {
  const tally = new UnseenTally(1_000);
  tally.of('first', 0).addOffers(campaigns);
  for (let key = 0; key < 100_001; key += 1) tally.of(String(key), 0);
  expect(tally.of('first', 0).offers).toBe(0);
});

it('forgets the older ones where there are too many campaigns of some keys', () => {
  const tally = new UnseenTally(1_000);
  tally.of('first', 0).addOffers(campaigns);
  const many = Array.from({ length: 13_000 }, () => ({ id: randomBytes(16).toString('hex') }));
  // Blocks for 32,768 each: after 128 there is no room, and twice so many are forgotten.
  for (let key = 0; key < 128; key += 1) tally.of(String(key), 0).addOffers(many);
  expect(tally.of('first', 0).offers).toBe(1);
  for (let key = 0; key < 128; key += 1) tally.of(String(key), 0).addOffers(many);
  expect(tally.of('first', 0).offers).toBe(0);
  expect(tally.of('127', 0).unseenOf(many[0]!.id)).toBe(1);
});
