import { describe, expect, it } from '@jest/globals';
import { FindSampler, keptOfHour } from '../../../src/market/replay/find-sampler';
import {
  type SampledFind,
  type SampledHour,
  sampledPageOf,
} from '../../../src/market/replay/sampled-find';
import { Dice } from '../selection/dice';

const aFind = (placementId: string): SampledFind => ({
  placementId,
  isTopFrame: null,
  visitor: {
    device: { type: 'desktop', os: 'unix', browser: 'firefox' },
    languages: ['de'],
    country: 'de',
    hasWallet: false,
  },
  isTracked: true,
  seen: 0,
  refusesPeers: false,
  isFromTag: true,
});

function openSampler(seed = 1) {
  const clock = { now: new Date('2026-05-01T12:30:00Z') };
  const stored: SampledHour[] = [];
  const dice = new Dice(seed);
  const fails = { next: false };
  const sampler = new FindSampler({
    processId: 'one',
    now: () => clock.now,
    draw: () => dice.roll(),
    store: {
      put: (_processId, hour) => {
        if (fails.next) return Promise.reject(new Error('away'));
        stored.push(hour);
        return Promise.resolve();
      },
    },
  });
  return { sampler, stored, clock, fails };
}

describe('the sampler of finds', () => {
  it('keeps every find as likely as any other, and counts all', async () => {
    const early: number[] = [];
    for (let seed = 1; seed <= 200; seed += 1) {
      const { sampler, stored } = openSampler(seed);
      for (let nth = 0; nth < 400; nth += 1) sampler.note([`${nth}`], aFind);
      await sampler.flush();
      expect([stored[0]?.finds, stored[0]?.kept.length]).toEqual([400, keptOfHour]);
      early.push(stored[0]!.kept.filter(({ placementId }) => Number(placementId) < 100).length);
    }
    const mean = early.reduce((sum, count) => sum + count, 0) / early.length;
    // A quarter of all finds came first: with 200 samples the mean is 12, give or take 0.7 in 999 of 1,000 cases.
    expect(Math.abs(mean - keptOfHour / 4)).toBeLessThan(0.7);
  });

  it('keeps a find for each placement, and looks at few', async () => {
    const { sampler, stored } = openSampler();
    let looks = 0;
    for (let nth = 0; nth < 20_000; nth += 1)
      sampler.note(['a', 'b'], (name) => {
        looks += 1;
        return aFind(name);
      });
    await sampler.flush();
    expect(stored[0]?.finds).toBe(40_000);
    expect(looks).toBeLessThan(600);
  });

  it('stores an hour again while it goes on, each by itself, and an hour without news not at all', async () => {
    const { sampler, stored, clock } = openSampler();
    sampler.note(['a'], aFind);
    await sampler.flush();
    await sampler.flush();
    sampler.note(['b'], aFind);
    clock.now = new Date('2026-05-01T13:00:01Z');
    sampler.note(['c'], aFind);
    await sampler.flush();
    await sampler.flush();
    expect(stored.map(({ hour, since, finds }) => [hour.getUTCHours(), since, finds])).toEqual([
      [12, new Date('2026-05-01T12:30:00Z'), 1],
      [12, new Date('2026-05-01T12:30:00Z'), 2],
      [13, new Date('2026-05-01T13:00:01Z'), 1],
    ]);
  });

  it('stores by the next call what could not be stored', async () => {
    const { sampler, stored, fails, clock } = openSampler();
    sampler.note(['a'], aFind);
    clock.now = new Date('2026-05-01T14:00:00Z');
    fails.next = true;
    await expect(sampler.flush()).rejects.toThrow('away');
    fails.next = false;
    await sampler.flush();
    expect(stored.map(({ finds }) => finds)).toEqual([1]);
  });
});

it('of a find of many placements eight are kept, the sampled one among them', () => {
  const placements = Array.from({ length: 20 }, (_value, nth) => aFind(`${nth}`));
  expect(sampledPageOf(placements.slice(0, 1), 0)).toBeUndefined();
  for (const at of [0, 6, 7, 8, 19]) {
    const page = sampledPageOf(placements, at);
    expect(page?.placements).toHaveLength(8);
    expect(page?.placements[page.position]?.placementId).toBe(`${at}`);
  }
  expect(sampledPageOf(placements.slice(0, 8), 7)?.placements).toHaveLength(8);
  expect(sampledPageOf(placements.slice(0, 2), 1)).toMatchObject({ position: 1 });
});
