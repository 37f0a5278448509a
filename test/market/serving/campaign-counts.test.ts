import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { CampaignCounts } from '../../../src/market/serving/campaign-counts';

it('counts as a map does', () => {
  const counts = new CampaignCounts();
  const plain = new Map<string, number>();
  const ids = Array.from({ length: 3_000 }, () => randomBytes(16).toString('hex'));
  // Next to each other, and at the end of the block: their places run into each other, and around.
  const neighbours = ['00000000', '00000002', '00000003', 'fffffffe', 'ffffffff'];
  for (const id of [...neighbours.map((end) => end.padStart(32, 'a')), ...ids, ...ids.slice(500)]) {
    const count = id < '8' ? 1 : -1;
    counts.add(id, count);
    plain.set(id, (plain.get(id) ?? 0) + count);
  }
  for (const [id, count] of plain) expect(counts.get(id)).toBe(count);
  expect(counts.get('c'.repeat(32))).toBe(0);
});

it('takes room as campaigns come, not as they are counted', () => {
  const counts = new CampaignCounts();
  for (let count = 0; count < 1_000; count += 1) counts.add('c'.repeat(32), 1);
  expect(counts.room).toBe(8);
  for (let nth = 0; nth < 1_000; nth += 1) counts.add(randomBytes(16).toString('hex'), 1);
  expect(counts.room).toBe(2_048);
});
