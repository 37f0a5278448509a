import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { formatChanges } from '../../../src/market/frequency/change-bytes';
import { formatKeyedCounts } from '../../../src/market/frequency/count-bytes';
import { keepFrequencyCounts } from '../../../src/market/frequency/keep-frequency-counts.service';
import { noViews } from '../../../src/market/frequency/view-count';
import { hourMs, minuteMs } from '../../../src/time';
import { type OpenStores, openStores } from './open-stores';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

const time = Date.UTC(2026, 5, 1, 12);
const now = () => new Date(time);
/** Of the first slice, which the first bits of a key choose; else spread as real ones are. */
const keys = Array.from({ length: 50_000 }, (_, nth) => ({
  first: nth,
  second: Math.imul(nth + 1, 0x9e3779b1) >>> 0,
}));
const seen = { ...noViews, hour: time / hourMs, inHour: 1, inDay: 1, inWeek: 1, inLife: 1 };

/** Counts turns of the event loop until it is stopped. */
function countTurns() {
  let [turns, isStopped] = [0, false];
  const take = () => {
    turns += 1;
    if (!isStopped) setImmediate(take);
  };
  setImmediate(take);
  return {
    soFar: () => turns,
    stop: () => {
      isStopped = true;
    },
  };
}

it('many counts leave others their turns while they are read, changed and written', async () => {
  const { frequencyShares, frequencySlices } = stores;
  const counts = keys.map((key) => [key, seen] as const);
  await frequencySlices.replace({ slice: 0, mergedTo: new Date(1), counts }, new Date(0));
  const change = { kind: 'view', hour: seen.hour, offeredAt: null } as const;
  const changes = formatChanges(keys.map((key) => ({ key, change })));
  const sharedAt = new Date(time - 2 * minuteMs);
  await frequencyShares.add({ id: 'a'.repeat(32), sharedAt, changes });
  const turns = countTurns();
  const taken: Record<string, number> = {};
  let readAt = 0;
  const watched = {
    ...frequencySlices,
    async find(slice: number) {
      const found = await frequencySlices.find(slice);
      readAt = turns.soFar();
      return found;
    },
    replace(...params: Parameters<typeof frequencySlices.replace>) {
      if (params[0].slice === 0) taken['changed'] = turns.soFar() - readAt;
      return frequencySlices.replace(...params);
    },
  };
  const config = { offerMinutes: 30 };
  const ctx = { frequencyShares, frequencySlices: watched, now, config };
  await keepFrequencyCounts(ctx, new AbortController().signal);
  const before = turns.soFar();
  const bytes = await formatKeyedCounts(counts);
  taken['written'] = turns.soFar() - before;
  turns.stop();
  // 50,000 of them twice, then once.
  expect(taken['changed']).toBeGreaterThanOrEqual(10);
  expect(taken['written']).toBeGreaterThanOrEqual(5);
  expect(bytes).toHaveLength(1 + 25 * keys.length);
  const kept = [...(await frequencySlices.find(0)).counts];
  expect(kept).toHaveLength(keys.length);
  expect(kept.every(([, { inHour }]) => inHour === 2)).toBe(true);
});
