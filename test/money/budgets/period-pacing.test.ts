import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { hourOfWeek, hoursOf } from '../../../src/demand/campaigns/schedule';
import { type FlightTerms, pacedBy } from '../../../src/money/budgets/period-pacing';
import { createTransactions } from '../../../src/platform/database/transaction';
import { hourMs } from '../../../src/time';
import { localDayOf } from '../../../src/time-zone';
import { aCampaignForSale, noFlight, offer, openGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';

const day = { from: new Date('2026-11-22T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') };
const even: FlightTerms = { ...noFlight, pacing: 'even', timeZone: 'UTC' };
const ofDay = { id: 'day', budget: 2_400n, spent: 0n, free: 2_400n, day };
const ofAll = { ...ofDay, id: 'total', day: null };
const at = (time: string) => new Date(`2026-11-22T${time}Z`);
const limitOf = (terms: FlightTerms, time: Date, of: typeof ofDay | typeof ofAll = ofDay) =>
  pacedBy([of], terms, { at: time, weights: null })[0]?.budget;

describe('what may be committed of a day', () => {
  it.each([
    ['00:00:00', 'even', 100n],
    ['00:59:59', 'even', 100n],
    ['01:00:00', 'even', 200n],
    ['23:00:00', 'even', 2_400n],
    ['00:00:00', 'front_loaded', 196n],
    ['11:30:00', 'front_loaded', 1_800n],
    ['23:00:00', 'front_loaded', 2_400n],
    ['00:00:00', 'asap', 2_400n],
  ] as const)('at %s, %s', (time, pacing, limit) => {
    expect(limitOf({ ...even, pacing }, at(time))).toBe(limit);
  });

  it('is divided among the hours that the campaign runs', () => {
    const startsAt = at('12:00:00');
    expect(limitOf({ ...even, startsAt }, at('12:10:00'))).toBe(200n);
    // A Sunday.
    const schedule = ['Sa-Su 10:00-14:00'];
    expect(limitOf({ ...even, schedule }, at('09:59:00'))).toBe(0n);
    expect(limitOf({ ...even, schedule }, at('10:00:00'))).toBe(600n);
    expect(limitOf({ ...even, schedule }, at('13:00:00'))).toBe(2_400n);
    expect(limitOf({ ...even, schedule: ['Mo'] }, at('10:00:00'))).toBe(2_400n);
  });

  it('leaves free what is left of it, below 0 where more was spent', () => {
    const [left] = pacedBy([{ ...ofDay, spent: 150n, free: 2_240n }], even, {
      at: at('01:00:00'),
      weights: null,
    });
    expect(left).toMatchObject({ budget: 200n, spent: 150n, free: 40n });
    const [none] = pacedBy([{ ...ofDay, spent: 150n, free: 2_250n }], even, {
      at: at('00:00:00'),
      weights: null,
    });
    expect(none).toMatchObject({ free: -50n });
  });
});

describe('what may be committed of a total', () => {
  it('is all of it where the campaign has no end', () => {
    expect(limitOf(even, at('01:00:00'), ofAll)).toBe(2_400n);
  });

  it('is divided among the hours until the end', () => {
    const flight = { startsAt: at('00:00:00'), endsAt: new Date('2026-12-02T00:00:00Z') };
    expect(limitOf({ ...even, ...flight }, at('23:30:00'), ofAll)).toBe(240n);
  });
});

describe('where clocks are set', () => {
  const inBerlin: FlightTerms = { ...even, timeZone: 'Europe/Berlin' };

  it('a flight may commit all of its total in its last hour', () => {
    const flight: FlightTerms = {
      ...inBerlin,
      startsAt: new Date('2026-03-14T23:00:00Z'),
      endsAt: new Date('2026-04-13T22:00:00Z'),
      schedule: ['Mo-Su 09:00-10:00'],
    };
    const limitAt = (time: string) => limitOf(flight, new Date(time), ofAll);
    expect(limitAt('2026-03-28T08:30:00Z')).toBe((2_400n * 14n) / 30n);
    expect(limitAt('2026-03-29T07:30:00Z')).toBe((2_400n * 15n) / 30n);
    expect(limitAt('2026-04-13T07:30:00Z')).toBe(2_400n);
  });

  it.each([
    ['2026-03-29T00:59:00Z', ['Su 01:00-05:00'], 800n],
    ['2026-03-29T01:30:00Z', ['Su 01:00-05:00'], 1_600n],
    ['2026-03-29T02:30:00Z', ['Su 01:00-05:00'], 2_400n],
    ['2026-10-25T00:30:00Z', ['Su 02:00-04:00'], 800n],
    ['2026-10-25T01:30:00Z', ['Su 02:00-04:00'], 1_600n],
    ['2026-10-25T02:30:00Z', ['Su 02:00-04:00'], 2_400n],
  ] as const)('at %s, on %j, a day may commit %s', (time, schedule, limit) => {
    const moment = new Date(time);
    const berlinDay = localDayOf('Europe/Berlin', moment);
    const [left] = pacedBy(
      [{ ...ofDay, day: berlinDay }],
      { ...inBerlin, schedule: [...schedule] },
      {
        ...{ at: moment, weights: null },
      },
    );
    expect(left?.budget).toBe(limit);
  });
});

/** Hours from one on, counted one by one. */
function countHours(terms: FlightTerms, from: number, to: number): bigint {
  const onSchedule = terms.schedule && new Set(hoursOf(terms.schedule));
  let hours = 0n;
  for (let hour = from; hour < to; hour += hourMs)
    if (!onSchedule || onSchedule.has(hourOfWeek(terms.timeZone, hour))) hours += 1n;
  return hours;
}

function plainShare(
  pacing: Campaign['pacing'],
  budget: bigint,
  { begun, all }: { readonly begun: bigint; readonly all: bigint },
): bigint {
  if (all === 0n) return budget;
  const left = all - begun;
  return pacing === 'even' ? (budget * begun) / all : budget - (budget * left ** 2n) / all ** 2n;
}

it('of any flight it is the share of its hours that have begun, and all of it in the last', () => {
  const schedules = fc.constantFrom(null, ['Mo-Fr 09:00-17:00'], ['Sa,Su', 'We 22:00-04:00']);
  fc.assert(
    fc.property(
      fc.record({
        // Those of the last three are set: in Berlin twice a year, in Casablanca for a month, on Lord Howe by half an hour.
        timeZone: fc.constantFrom(
          ...['UTC', 'Asia/Kolkata', 'America/Bogota'],
          ...['Europe/Berlin', 'Africa/Casablanca', 'Australia/Lord_Howe'],
        ),
        pacing: fc.constantFrom('even', 'front_loaded'),
        schedule: schedules,
      }),
      fc.record({
        start: fc.nat(8_000),
        length: fc.integer({ min: 1, max: 2_000 }),
        now: fc.nat(),
      }),
      fc.bigInt({ min: 1n, max: 10n ** 18n }),
      (given, { start, length, now }, budget) => {
        const from = day.from.getTime() + start * hourMs;
        const to = from + length * hourMs;
        const time = from + (now % length) * hourMs;
        const terms = { ...given, startsAt: new Date(from), endsAt: new Date(to) } as FlightTerms;
        const all = countHours(terms, from, to);
        const begun = countHours(terms, from, time + hourMs);
        const limit = limitOf(terms, new Date(time + 1), { ...ofAll, budget, free: budget });
        expect(limit).toBe(plainShare(terms.pacing, budget, { begun, all }));
      },
    ),
  );
});

it('a gateway offers evenly over the day, and catches up with what a night left', async () => {
  let clockMs = Date.parse('2026-11-22T00:59:00Z');
  const now = () => new Date(clockMs);
  const campaign: Campaign = aCampaignForSale({
    ...{ pacing: 'even', hourlyBudget: usd('0.2'), dailyBudget: usd('0.48'), timeZone: 'UTC' },
  });
  const { id, advertiserId } = campaign;
  const { db, ...gate } = await openGate({
    ...{ uri: await freshDatabase(), now, campaigns: [campaign] },
  });
  const view = usd('0.01');
  const seenIn = async (hour: string) => {
    clockMs = Date.parse(`2026-11-22T${hour}:59:00Z`);
    await gate.gate.keep();
    let offers = 0;
    while (await offer({ db, ...gate }, id)) offers += 1;
    const amount = view * BigInt(offers);
    const change = { campaignId: id, advertiserId, budgetTime: now(), offeredAt: now() };
    await createTransactions(db)((session) =>
      gate.campaignHours.spend(session, [
        { ...change, day: day.from, spent: amount, seen: amount, views: BigInt(offers) },
      ]),
    );
    return offers;
  };
  try {
    expect(await seenIn('00')).toBe(2);
    expect(await seenIn('01')).toBe(2);
    expect(await seenIn('06')).toBe(10);
    expect(await seenIn('07')).toBe(2);
    // No hour passes its own budget.
    expect(await seenIn('22')).toBe(20);
    expect(await seenIn('23')).toBe(12);
  } finally {
    await db.close();
  }
});
