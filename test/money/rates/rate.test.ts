import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { parseAmount } from '../../../src/amount';
import type { RateContext } from '../../../src/money/rates/rate.context';
import { setFetchedRate, setRate, warnWithoutRate } from '../../../src/money/rates/rate.service';
import { createRateStore, type RateStore } from '../../../src/money/rates/rate.store';
import { createRates } from '../../../src/money/rates/rates';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase } from '../../support/database';
import { hourMs } from '../../../src/time';

const usd = (text: string) => parseAmount(text)!;
const at = (text: string) => new Date(`2026-11-${text}Z`);

let db: Connection;
let store: RateStore;
let now: Date;
let lines: string[];
let ctx: RateContext;
let fetched: (() => Promise<bigint>) | null;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
  store = createRateStore(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.collection('rates').deleteMany({});
  now = at('01T10:30:00');
  lines = [];
  fetched = null;
  ctx = aProcess();
});

/** A process of its own, with nothing in its memory. */
function aProcess(): RateContext {
  const clock = () => now;
  return {
    rateStore: store,
    rates: createRates({ store, maxAgeHours: 24, now: clock }),
    now: clock,
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
    fetchRate: () => fetched!(),
  };
}

const rateAt = async (time: string, process = ctx) => {
  const found = await process.rates.findRate(at(time));
  await process.rates.refresh();
  const known = process.rates.recent(at(time));
  expect(known).toEqual(found);
  return found?.rate ?? null;
};

describe('a rate that is set', () => {
  it('stays known where an older look at the database ends after it', async () => {
    const older = Promise.withResolvers<null>();
    let looks = 0;
    const listAfter = async (hour: Date, limit: number) => {
      looks += 1;
      const isOlder = looks === 1;
      const found = await store.listAfter(hour, limit);
      if (isOlder) await older.promise;
      return found;
    };
    const rates = createRates({ store: { ...store, listAfter }, maxAgeHours: 24, now: () => now });
    const first = rates.refresh();
    await setRate({ ...ctx, rates }, { rate: usd('0.02') });
    older.resolve(null);
    await first;
    expect(rates.recent(now)?.rate).toBe(usd('0.02'));
  });

  it('first holds at once, and for the hours before', async () => {
    expect(await rateAt('01T10:30:00')).toBeNull();
    expect((await setRate(ctx, { rate: usd('0.02') })).from).toEqual(at('01T10:00:00'));
    expect(await rateAt('01T10:59:59')).toBe(usd('0.02'));
    expect(await rateAt('01T03:00:00')).toBe(usd('0.02'));
  });

  it('first by two operators at once is that of one of them, and the other is told', async () => {
    const rates = [usd('0.02'), usd('0.03'), usd('0.04')];
    const tries = await Promise.allSettled(rates.map((rate) => setRate(aProcess(), { rate })));
    const won = tries.filter(({ status }) => status === 'fulfilled');
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // A call that comes after the winner, and sees its rate, sets the rate of the next hour.
    for (const reason of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
    const first = await store.getAround(at('01T10:30:00'));
    const holds = won.filter(
      (one) =>
        one.status === 'fulfilled' && one.value.from.getTime() === first.before!.from.getTime(),
    );
    expect(holds).toMatchObject([{ value: { rate: first.before!.rate } }]);
  });

  it('of an hour that runs is not changed any more', async () => {
    const about = { from: at('01T10:00:00'), setAt: now, source: 'operator' } as const;
    expect(await store.putFirst({ ...about, rate: usd('0.02') })).toBe(true);
    expect(await store.putFirst({ ...about, rate: usd('0.03') })).toBe(false);
    expect(await rateAt('01T10:30:00')).toBe(usd('0.02'));
  });

  it('later holds from the next hour on', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    const set = await setRate(ctx, { rate: usd('0.03') });
    expect(set.from).toEqual(at('01T11:00:00'));
    expect(await rateAt('01T10:59:59')).toBe(usd('0.02'));
    expect(await rateAt('01T11:00:00')).toBe(usd('0.03'));
    // Until its hour begins it may be set again.
    await setRate(ctx, { rate: usd('0.04') });
    expect(await rateAt('01T11:00:00', aProcess())).toBe(usd('0.04'));
  });

  it('shortly before an hour leaves that one alone: for another clock it may have begun', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    now = at('01T10:59:51');
    const refused = setRate(ctx, { rate: usd('0.03'), from: at('01T11:00:00') });
    await expect(refused).rejects.toThrow('must be 2026-11-01T12:00:00.000Z or later');
    expect((await setRate(ctx, { rate: usd('0.03') })).from).toEqual(at('01T12:00:00'));
    now = at('01T11:00:00');
    expect(await rateAt('01T11:00:00')).toBe(usd('0.02'));
  });

  it('is that of an hour again which a clock had begun that was ahead', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    now = at('01T11:40:00');
    expect(await rateAt('01T11:00:00')).toBe(usd('0.02'));
    now = at('01T10:40:00');
    await setRate(aProcess(), { rate: usd('0.03') });
    await rateAt('01T10:00:00');
    now = at('01T11:40:00');
    expect(await rateAt('01T11:00:00')).toBe(usd('0.03'));
  });

  it('is fresh for 24 hours, then hours wait for the next one, which they keep', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    now = at('03T08:00:00');
    expect(await rateAt('02T10:00:00')).toBe(usd('0.02'));
    expect(await rateAt('02T11:00:00')).toBeNull();
    const set = await setRate(ctx, { rate: usd('0.05') });
    expect(set.from).toEqual(at('03T08:00:00'));
    await setRate(ctx, { rate: usd('0.06') });
    expect(await rateAt('02T11:00:00')).toBe(usd('0.05'));
    expect(await rateAt('02T11:00:00', aProcess())).toBe(usd('0.05'));
    expect(await rateAt('02T10:00:00')).toBe(usd('0.02'));
    expect(await rateAt('03T09:00:00')).toBe(usd('0.06'));
  });

  it('is found by a look at few, however many are set for hours to come', async () => {
    let looks = 0;
    const coming = Array.from({ length: 9_000 }, (_, index) => ({
      ...{ rate: usd('0.03'), setAt: now, source: 'operator' as const },
      get from() {
        looks += 1;
        return new Date(at('01T11:00:00').getTime() + index * hourMs);
      },
    }));
    const listAfter = () => Promise.resolve(coming);
    await setRate(ctx, { rate: usd('0.02') });
    const rates = createRates({ store: { ...store, listAfter }, maxAgeHours: 24, now: () => now });
    await rates.refresh();
    looks = 0;
    expect(rates.recent(now)?.rate).toBe(usd('0.02'));
    expect(looks).toBeLessThan(10);
  });

  it('holds however many are set for hours to come', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    const coming = Array.from(
      { length: 60 },
      (_, hours) => at('01T11:00:00').getTime() + hours * 3_600_000,
    );
    for (const from of coming) await setRate(ctx, { rate: usd('0.03'), from: new Date(from) });
    expect(await rateAt('01T10:30:00')).toBe(usd('0.02'));
    expect(ctx.rates.freshUntil()).toEqual(at('02T10:30:00'));
    expect(ctx.rates.known().map(({ from }) => from.getTime())).toEqual([
      at('01T10:00:00').getTime(),
      ...coming,
    ]);
    now = at('03T12:30:00');
    expect(ctx.rates.recent(now)?.from).toEqual(at('03T12:00:00'));
    expect(await rateAt('03T12:30:00')).toBe(usd('0.03'));
  });

  it('for later holds and ages from then on', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    await setRate(ctx, { rate: usd('0.03'), from: at('05T00:00:00') });
    expect(await rateAt('04T00:00:00')).toBeNull();
    expect(await rateAt('05T00:00:00')).toBe(usd('0.03'));
    now = at('05T12:00:00');
    expect(await rateAt('05T23:00:00')).toBe(usd('0.03'));
    expect(await rateAt('06T00:00:00')).toBeNull();
    // Hours that waited for the rate have it, now that it is in force.
    expect(await rateAt('04T00:00:00')).toBe(usd('0.03'));
  });

  it.each([
    ['0', '0', null, 'must be above 0'],
    ['a negative one', '-0.02', null, 'must be above 0'],
    ['over ten times more', '0.20000000001', null, 'over ten times off the last one, 0.02 USD'],
    ['over ten times less', '0.00199999999', null, 'over ten times off'],
    ['from within an hour', '0.02', '01T12:00:01', 'must be the start of a clock hour'],
    [
      'from an hour that has begun',
      '0.02',
      '01T10:00:00',
      'must be 2026-11-01T11:00:00.000Z or later',
    ],
  ])('is refused: %s', async (_case, rate, from, message) => {
    await setRate(ctx, { rate: usd('0.02') });
    const refused = setRate(ctx, { rate: usd(rate), from: from === null ? null : at(from) });
    await expect(refused).rejects.toThrow(message);
    expect(await ctx.rateStore.listBefore(null, 10)).toHaveLength(1);
  });

  it('may be ten times more, or any with force', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    await setRate(ctx, { rate: usd('0.2') });
    await setRate(ctx, { rate: usd('200'), isForced: true });
    expect(await rateAt('01T11:00:00')).toBe(usd('200'));
  });
});

describe('a rate that a URL tells', () => {
  it('is asked for every ten minutes, and sooner while there is none', async () => {
    let asked = 0;
    fetched = () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('not now')) : Promise.resolve(usd('0.02'));
    };
    await expect(setFetchedRate(ctx)).rejects.toThrow('not now');
    await setFetchedRate(ctx);
    await setFetchedRate(aProcess());
    expect(asked).toBe(2);
    now = at('01T10:40:00');
    await setFetchedRate(ctx);
    expect([asked, (await ctx.rateStore.listBefore(null, 10)).map(({ source }) => source)]).toEqual(
      [3, ['url', 'url']],
    );
  });

  it('is asked for as often where the clock was ahead by a day', async () => {
    let asked = 0;
    fetched = () => {
      asked += 1;
      return Promise.resolve(usd('0.02'));
    };
    await setFetchedRate(ctx);
    now = at('02T10:30:00');
    await setFetchedRate(ctx);
    now = at('01T10:40:00');
    await setFetchedRate(ctx);
    expect(asked).toBe(3);
  });

  it('is not taken when it is absurd', async () => {
    await setRate(ctx, { rate: usd('0.02') });
    fetched = () => Promise.resolve(usd('20'));
    await expect(setFetchedRate(ctx)).rejects.toThrow('over ten times off');
    fetched = () => Promise.resolve(0n);
    await expect(setFetchedRate(ctx)).rejects.toThrow('must be above 0');
    expect(await rateAt('01T11:00:00')).toBe(usd('0.02'));
  });
});

it('a log says that there is no fresh rate, and which was the last', async () => {
  warnWithoutRate(ctx);
  await setRate(ctx, { rate: usd('0.02') });
  warnWithoutRate(ctx);
  now = at('02T11:00:00');
  warnWithoutRate(ctx);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: expect.stringContaining('no fresh exchange rate') },
    { level: 40, lastRate: '0.02', setAt: '2026-11-01T10:30:00.000Z' },
  ]);
});
