import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { FrequencyCounts, slices } from '../../../src/market/frequency/frequency-counts';
import { FrequencyExchange } from '../../../src/market/frequency/frequency-exchange';
import type { CappedItem } from '../../../src/market/inventory/capped-items';
import { keepFrequencyCounts } from '../../../src/market/frequency/keep-frequency-counts.service';
import { anEvent } from '../../support/events';
import { idOf } from '../selection/factories';
import { type OpenStores, openStores } from './open-stores';

const campaignId = idOf('campaign');
const campaign: CappedItem = {
  ...{ frequencyCaps: ['2/day'], showsToUnknownVisitors: true, timeZone: 'UTC' },
  since: 0,
};
const start = Date.UTC(2026, 5, 1, 12);
let time = start;
const now = () => new Date(time);

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());
beforeEach(async () => {
  time = start;
  await stores.empty();
});

function aProcess(
  shares: FrequencyExchangeShares = stores.frequencyShares,
  frequencySlices = stores.frequencySlices,
) {
  const frequencyCounts = new FrequencyCounts({
    findCapped: (id) => (id === campaignId ? campaign : null),
    timeZoneOf: () => 'UTC',
    offerMinutes: 30,
    maxEntries: 100_000,
    maxUncapped: 100_000,
  });
  const exchange = new FrequencyExchange({
    ...{ frequencyShares: shares, frequencySlices },
    frequencyCounts,
    now,
  });
  return {
    exchange,
    offer: (visitor: string) => {
      frequencyCounts.noteOffer(
        { trackingId: idOf(visitor), at: time },
        { campaignId, creativeId: idOf('creative without caps') },
      );
    },
    see: (visitor: string) => {
      const trackingId = idOf(visitor);
      frequencyCounts.noteEvents([
        anEvent({
          kind: 'impression',
          trackingId,
          campaignId,
          offeredAt: now(),
          occurredAt: now(),
        }),
      ]);
    },
    isReached: (visitor: string | null) =>
      frequencyCounts.isReached(
        { trackingId: visitor === null ? null : idOf(visitor), at: time },
        campaignId,
        () => 0,
      ),
  };
}
type FrequencyExchangeShares = ConstructorParameters<
  typeof FrequencyExchange
>[0]['frequencyShares'];
type Process = ReturnType<typeof aProcess>;

/** As the feed tells: each share, and some twice. */
async function tellAll(processes: readonly Process[]): Promise<void> {
  const ids = await stores.idsOfShares();
  for (const { exchange } of processes) {
    await exchange.refresh(ids);
    await exchange.refresh(ids);
  }
}

const keep = () =>
  keepFrequencyCounts(
    { ...stores, now, config: { offerMinutes: 30 } },
    new AbortController().signal,
  );

it('an offer counts until it has run out, a view until the day is over', () => {
  const one = aProcess();
  one.offer('ann');
  one.offer('ann');
  expect([one.isReached('ann'), one.isReached('ben'), one.isReached(null)]).toEqual([
    true,
    false,
    false,
  ]);
  time += 31 * 60_000;
  expect(one.isReached('ann')).toBe(false);
  for (let nth = 0; nth < 2; nth += 1) {
    one.offer('ann');
    one.see('ann');
  }
  expect(one.isReached('ann')).toBe(true);
  time += 11 * 3_600_000;
  expect(one.isReached('ann')).toBe(true);
  time = Date.UTC(2026, 5, 2);
  expect(one.isReached('ann')).toBe(false);
});

it('processes tell each other, each change once', async () => {
  const [one, two, three] = [aProcess(), aProcess(), aProcess()];
  one.offer('ann');
  two.see('ann');
  two.offer('ben');
  three.offer('ben');
  for (const { exchange } of [one, two, three]) await exchange.flush();
  await tellAll([one, two, three]);
  for (const each of [one, two, three])
    expect([each.isReached('ann'), each.isReached('ben')]).toEqual([false, true]);
  one.offer('ann');
  await one.exchange.flush();
  await tellAll([one, two, three]);
  for (const each of [one, two, three]) expect(each.isReached('ann')).toBe(true);
});

it('what could not be stored is told later, once', async () => {
  let failures = 2;
  const two = aProcess();
  const flaky = aProcess({
    ...stores.frequencyShares,
    add: async (share) => {
      failures -= 1;
      // The second one was stored, only the answer was lost.
      if (failures < 1) await stores.frequencyShares.add(share);
      if (failures >= 0) throw new Error('the database is away');
    },
  });
  flaky.offer('ann');
  await expect(flaky.exchange.flush()).rejects.toThrow('away');
  flaky.offer('ben');
  await expect(flaky.exchange.flush()).rejects.toThrow('away');
  await flaky.exchange.flush();
  await tellAll([flaky, two]);
  for (const each of [flaky, two]) expect(each.isReached('ann')).toBe(false);
  two.offer('ann');
  two.offer('ben');
  expect([two.isReached('ann'), two.isReached('ben')]).toEqual([true, true]);
});

it('a process that starts knows what others counted, merged or not, once', async () => {
  const one = aProcess();
  const visitors = Array.from({ length: 500 }, (_value, nth) => `visitor ${nth}`);
  for (const visitor of visitors) one.see(visitor);
  await one.exchange.flush();
  time += 120_000;
  await keep();
  await keep();
  one.see('visitor 0');
  await one.exchange.flush();
  const late = aProcess();
  await late.exchange.load();
  await tellAll([late]);
  expect([late.isReached('visitor 0'), late.isReached('visitor 1')]).toEqual([true, false]);
  for (const visitor of visitors) late.see(visitor);
  expect(visitors.every((visitor) => late.isReached(visitor))).toBe(true);
});

it('a process that is told of a share while it reads the slices loses no view', async () => {
  const one = aProcess();
  one.see('ann');
  await one.exchange.flush();
  time += 120_000;
  await keep();
  one.see('ann');
  await one.exchange.flush();
  const ids = await stores.idsOfShares();
  const told: Promise<void>[] = [];
  const late = aProcess(stores.frequencyShares, {
    ...stores.frequencySlices,
    stream: async function* () {
      await stores.frequencyShares.list(ids);
      told.push(late.exchange.refresh(ids));
      // Long enough for the shares to be taken up, were that allowed.
      await stores.frequencyShares.list(ids);
      await stores.frequencyShares.list(ids);
      yield* stores.frequencySlices.stream();
    },
  });
  await late.exchange.load();
  await Promise.all(told);
  expect(late.isReached('ann')).toBe(true);
});

it('a run that ended between two slices is gone on with', async () => {
  const one = aProcess();
  const visitors = Array.from({ length: 300 }, (_value, nth) => `visitor ${nth}`);
  for (const visitor of visitors) one.see(visitor);
  await one.exchange.flush();
  time += 120_000;
  const ending = new AbortController();
  let replaced = 0;
  const frequencySlices = {
    ...stores.frequencySlices,
    replace: async (...params: Parameters<typeof stores.frequencySlices.replace>) => {
      replaced += 1;
      if (replaced === slices / 2) ending.abort();
      return stores.frequencySlices.replace(...params);
    },
  };
  await keepFrequencyCounts(
    { ...stores, frequencySlices, now, config: { offerMinutes: 30 } },
    ending.signal,
  );
  expect(replaced).toBe(slices / 2);
  const between = aProcess();
  await between.exchange.load();
  await keep();
  const whole = aProcess();
  await whole.exchange.load();
  for (const each of [between, whole]) {
    expect(visitors.some((visitor) => each.isReached(visitor))).toBe(false);
    for (const visitor of visitors) each.see(visitor);
    expect(visitors.every((visitor) => each.isReached(visitor))).toBe(true);
  }
});

it('slices that nothing was told of are written anew once a day', async () => {
  const one = aProcess();
  let replaced: number[] = [];
  const frequencySlices = {
    ...stores.frequencySlices,
    replace: (...params: Parameters<typeof stores.frequencySlices.replace>) => {
      replaced.push(params[0].slice);
      return stores.frequencySlices.replace(...params);
    },
  };
  const replacedAfter = async (ms: number, visitor: string) => {
    replaced = [];
    time += ms;
    one.see(visitor);
    await one.exchange.flush();
    time += 2 * 60_000;
    await keepFrequencyCounts(
      { ...stores, frequencySlices, now, config: { offerMinutes: 30 } },
      new AbortController().signal,
    );
    return replaced.length;
  };
  const reached = async () => {
    const late = aProcess();
    await late.exchange.load();
    return [late.isReached('ann'), late.isReached('ben')];
  };
  expect(await replacedAfter(0, 'ann')).toBe(slices);
  expect(await replacedAfter(3_600_000, 'ann')).toBe(1);
  const marks = await stores.frequencySlices.listMarks(slices);
  expect(new Set(marks.map(Number))).toEqual(new Set([time - 60_000]));
  expect(await replacedAfter(3_600_000, 'ben')).toBe(1);
  expect(await reached()).toEqual([true, false]);
  expect(await replacedAfter(24 * 3_600_000, 'ben')).toBe(slices);
  expect(await replacedAfter(3_600_000, 'ben')).toBe(1);
  expect(await reached()).toEqual([false, true]);
});

it('shares go an hour after they were merged, and visitors after 90 days', async () => {
  const one = aProcess();
  one.see('ann');
  one.see('ann');
  await one.exchange.flush();
  time += 2 * 60_000;
  await keep();
  expect(await stores.idsOfShares()).toHaveLength(1);
  time += 3_600_000;
  await keep();
  expect(await stores.idsOfShares()).toEqual([]);
  time += 91 * 24 * 3_600_000;
  one.see('ben');
  await one.exchange.flush();
  time += 2 * 60_000;
  await keep();
  let kept = 0;
  for (let slice = 0; slice < slices; slice += 1)
    kept += [...(await stores.frequencySlices.find(slice)).counts].length;
  expect(kept).toBe(1);
});
