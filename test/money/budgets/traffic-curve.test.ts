import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hourIdOf } from '../../../src/hour';
import { createRequestCountStore } from '../../../src/insight/statistics/requests/request-count.store';
import { pacedBy } from '../../../src/money/budgets/period-pacing';
import {
  type HourRequests,
  type HourWeights,
  learntHours,
  TrafficCurve,
  weightsOf,
} from '../../../src/money/budgets/traffic-curve';
import { openDatabase } from '../../../src/platform/database/connection';
import { createTransactions } from '../../../src/platform/database/transaction';
import { hourMs } from '../../../src/time';
import { aCampaignForSale, noFlight, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';

const day = { from: new Date('2026-11-22T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') };
const firstHour = hourIdOf(day.from);
/** Ten times as much in the first half of the day as in the second. */
const findsIn = (hour: number) => (hour % 24 < 12 ? 20 : 2);
const daysBefore = (days: number, from = 0) =>
  Array.from({ length: days * 24 - from }, (_none, place) => {
    const hour = firstHour - days * 24 + from + place;
    return { hour, requests: findsIn(hour) };
  });
const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((db) => db.close())));

describe('the curve of a day', () => {
  it('is learnt of whole days, and of three at least', () => {
    const weights = weightsOf(daysBefore(3));
    expect(weights).toEqual(Array.from({ length: 24 }, (_none, hour) => (hour < 12 ? 1_818 : 182)));
    expect(weightsOf(daysBefore(4, 5))).toEqual(weights);
    expect(weightsOf(daysBefore(3, 1))).toBeNull();
    expect(weightsOf(daysBefore(2))).toBeNull();
    expect(weightsOf([])).toBeNull();
    const withoutOneDay = daysBefore(3).map((one, place) =>
      place >= 24 && place < 48 ? { ...one, requests: 0 } : one,
    );
    expect(weightsOf(withoutOneDay)).toBeNull();
  });

  it('leaves no hour without a share', () => {
    const atNoon = daysBefore(7).filter(({ hour }) => hour % 24 === 12);
    const weights = weightsOf([{ hour: firstHour - 7 * 24, requests: 1 }, ...atNoon]) ?? [];
    expect(Math.min(...weights)).toBe(50);
    expect(weights).toHaveLength(24);
  });

  it('is of days whose last counts are stored', () => {
    const toHour = (time: string) => learntHours(new Date(time)).toHour;
    expect(toHour('2026-11-22T00:59:59Z')).toBe(firstHour - 24);
    expect(toHour('2026-11-22T01:00:00Z')).toBe(firstHour);
    expect(toHour('2026-11-22T23:59:59Z')).toBe(firstHour);
  });
});

it('shares grow by the traffic of the hour, and the last hour has the whole budget', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 50, max: 24_000 }), { minLength: 24, maxLength: 24 }),
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.constantFrom(0, 5.5, -5),
      (weights, budget, offset) => {
        const from = day.from.getTime() - offset * hourMs;
        const local = { from: new Date(from), to: new Date(from + 24 * hourMs) };
        const left = { id: 'day', budget, spent: 0n, free: budget, day: local };
        const terms = { ...noFlight, pacing: 'even', timeZone: 'UTC' } as const;
        const all = BigInt(weights.reduce((sum, one) => sum + one, 0));
        let begun = 0n;
        for (let hour = 0; hour < 24; hour += 1) {
          begun += BigInt(weights[(Math.floor(from / hourMs) + hour) % 24]!);
          const at = new Date(from + hour * hourMs);
          const [paced] = pacedBy([left], terms, { at, weights });
          expect(paced?.budget).toBe((budget * begun) / all);
        }
        expect(begun).toBe(all);
        const at = new Date(from);
        for (const pacing of ['asap', 'front_loaded'] as const)
          expect(pacedBy([left], { ...terms, pacing }, { at, weights })).toEqual(
            pacedBy([left], { ...terms, pacing }, { at, weights: null }),
          );
      },
    ),
  );
});

/** The curve that a gateway learns of days that are stored. */
async function learn(counted: readonly HourRequests[]): Promise<readonly (HourWeights | null)[]> {
  const uri = await freshDatabase();
  const curves: (HourWeights | null)[] = [];
  for (const minute of [0, 59]) {
    const db = await openDatabase(uri);
    opened.push(db);
    const store = createRequestCountStore(db);
    if (minute === 0)
      await store.add(
        counted.map(({ hour, requests }) => ({
          ...{ publisherId: 'b'.repeat(32), siteId: 'd'.repeat(32), placementId: 'e'.repeat(32) },
          ...{ quarter: hour * 4 + (hour % 4), requests, offers: 1 },
        })),
      );
    let reads = 0;
    const requestCountStore = {
      listTotals: (hours: Parameters<typeof store.listTotals>[0]) => {
        reads += 1;
        return store.listTotals(hours);
      },
    };
    const now = () => new Date(day.from.getTime() + hourMs + minute * 60_000);
    const curve = new TrafficCurve({ requestCountStore, now });
    expect(curve.weights()).toBeNull();
    await curve.refresh();
    await curve.refresh();
    expect(reads).toBe(1);
    curves.push(curve.weights());
  }
  return curves;
}

it('is the same on all gateways, of what is stored', async () => {
  const [one, other] = await learn(daysBefore(7));
  expect(one).toEqual(weightsOf(daysBefore(7)));
  expect(other).toEqual(one);
  expect(await learn(daysBefore(2))).toEqual([null, null]);
});

it('has the first of the days, too, where that began without a find', async () => {
  const from = firstHour - 7 * 24;
  const counted = daysBefore(8).filter(({ hour }) => hour < from - 1 || hour >= from + 3);
  const [curve] = await learn(counted);
  // In the first three hours six of the seven days have traffic; the day before tells only that the counts had begun.
  const shareOf = (hour: number) => (hour < 3 ? 1_611 : hour < 12 ? 1_879 : 188);
  expect(curve).toEqual(Array.from({ length: 24 }, (_none, hour) => shareOf(hour)));
});

const view = usd('0.01');
const dailyBudget = usd('1.5');

/** Views that two gateways offer in each hour of a day. */
async function offeredBy(weights: HourWeights | null): Promise<readonly number[]> {
  let clockMs = 0;
  const now = () => new Date(clockMs);
  const hourlyBudget = usd('0.15');
  const campaign = aCampaignForSale({
    ...{ pacing: 'even', hourlyBudget, dailyBudget, timeZone: 'UTC' },
  });
  const { id, advertiserId } = campaign;
  const uri = await freshDatabase();
  const gates: TestGate[] = [];
  for (const _gateway of [0, 1]) {
    const gate = await openGate({
      ...{ uri, now, campaigns: [campaign], ...(weights && { weights }) },
    });
    opened.push(gate.db);
    gates.push(gate);
  }
  const { db, campaignHours } = gates[0]!;
  const inTransaction = createTransactions(db);
  const see = () => {
    const at = { budgetTime: now(), offeredAt: now(), day: day.from };
    const change = { campaignId: id, advertiserId, ...at, spent: view, seen: view, views: 1n };
    return inTransaction((session) => campaignHours.spend(session, [change]));
  };
  const offered: number[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    let offers = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      clockMs = day.from.getTime() + hour * hourMs + minute * 60_000 + 5_000;
      // The other may have what a gateway did not use of the last minute.
      for (const { gate } of gates) await gate.keep();
      const everyMinutes = 60 / findsIn(hour);
      if (minute % everyMinutes !== everyMinutes - 1) continue;
      const gate = gates[Math.floor(minute / everyMinutes) % 2]!;
      if (!(await offer(gate, id))) continue;
      offers += 1;
      await see();
    }
    offered.push(offers);
  }
  return offered;
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);

it('a day with ten times the traffic in its first half spends its budget, and passes none', async () => {
  const curved = await offeredBy(weightsOf(daysBefore(7)));
  const flat = await offeredBy(null);
  console.log(JSON.stringify({ curved, flat, sums: [sumOf(curved), sumOf(flat)] }));
  expect(sumOf(curved)).toBeGreaterThanOrEqual(148);
  expect(sumOf(curved)).toBeLessThanOrEqual(150);
  expect(Math.max(...curved)).toBeLessThanOrEqual(15);
  expect(sumOf(flat)).toBeLessThan(105);
});
