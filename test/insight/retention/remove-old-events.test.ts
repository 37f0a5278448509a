import { beforeAll, describe, expect, it } from '@jest/globals';
import { removeOldEvents } from '../../../src/insight/retention/remove-old-events.service';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { rebuildStatisticsOnce } from '../../../src/insight/statistics/roll-ups/rebuild-statistics.job';
import { getStatistics } from '../../../src/insight/statistics/questions/statistics.service';
import type { AdEvent } from '../../../src/market/events/event';
import { hourOf } from '../../../src/hour';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { runCommand } from '../../support/command-line';
import { startVerifier } from '../../support/verification';
import { type Market, usd, type Verifier } from '../../support/verifier';
import { convert } from '../../money/verification/past-visits';

let one: Verifier;
let market: Market;
let events: readonly AdEvent[];
const at = (time: string) => new Date(`2026-05-${time}:00Z`);
const visitor = 'a'.repeat(32);

/** The job's work, as of a moment. @returns what it told */
async function remove(now: Date, signal = new AbortController().signal) {
  one.clock.now = now;
  const told: string[] = [];
  await removeOldEvents(one.ctx, signal, { tell: (message) => told.push(message) });
  return told;
}

const idsLeft = async () =>
  (await one.db.collection<{ _id: string }>('events').find().toArray()).map(({ _id }) => _id);
const hoursLeft = async () => {
  const left = await one.db.collection('campaignHours').find().sort({ hour: 1 }).toArray();
  return left.map(({ hour }) => (hour as Date).getTime());
};
const periodsLeft = async () => {
  const left = await one.db
    .collection('campaignPeriods')
    .find({ day: { $exists: true } })
    .toArray();
  return left.map(({ day }) => (day as Date).getTime()).sort();
};
const daysLeft = () => one.db.collection('visitorDays').countDocuments();
const figures = () =>
  getStatistics(one.ctx, {
    ...{ side: 'operator', accountId: null, from: at('01T00:00'), to: at('05T00:00') },
  }).then(({ totals }) => totals);
const run = (...args: readonly string[]) => runCommand(one.uri, args);

/** Two days of views, the second with a click of the first's last view, and a conversion of it. */
beforeAll(async () => {
  one = await startVerifier({ env: { ADGATE_EVENT_DAYS: '31' } });
  market = await one.addMarket();
  const stored: AdEvent[] = [];
  for (const time of [at('01T11:10'), at('01T23:55'), at('02T00:05'), at('03T12:00')]) {
    one.clock.now = time;
    const rate = { from: hourOf(time), rate: usd(2), setAt: time, source: 'operator' } as const;
    await one.ctx.rateStore.put(rate);
    if (time.getTime() === at('02T00:05').getTime()) {
      const { offerId, caseId, offeredAt } = stored[1]!;
      const click = { kind: 'click', offerId, caseId, offeredAt, id: `click:${offerId}` } as const;
      stored.push(...(await one.store(market, click)));
      await convert(one, market, stored[1]!, 5);
    }
    stored.push(...(await one.store(market, { trackingId: visitor })));
    one.clock.now = new Date(time.getTime() + 60_000);
    await verifyAllDue(one.ctx);
    await foldAllChanges(one.ctx);
  }
  await rebuildStatisticsOnce.run(one.ctx, new AbortController().signal, wholeTurn);
  events = stored;
});

describe('removing old events', () => {
  it('leaves all where nobody has said how long they are kept', async () => {
    const { ctx } = one;
    const config = { ...ctx.config, eventDays: null };
    one.clock.now = new Date('2027-01-01T00:00:00Z');
    await removeOldEvents({ ...ctx, config }, new AbortController().signal, { tell: () => null });
    expect(await idsLeft()).toHaveLength(events.length);
    expect(await ctx.eventRemovals.find()).toBeNull();
  });

  it('removes nothing while an event of the time has no verdict', async () => {
    const open = await one.store(market, { occurredAt: at('01T10:00'), offeredAt: at('01T10:00') });
    await expect(remove(new Date('2026-06-02T00:10:00Z'))).rejects.toThrow('has no verdict yet');
    await one.db.collection<{ _id: string }>('events').deleteOne({ _id: open[0]!.id });
    expect(await one.ctx.eventRemovals.find()).toBeNull();
  });

  it('removes nothing where the books, or the statistics, do not agree with the events', async () => {
    const now = new Date('2026-06-02T00:10:00Z');
    const stored = one.db.collection<{ _id: string; verdict: { charge: bigint } }>('events');
    const { _id, verdict } = (await stored.findOne({ _id: events[0]!.id }))!;
    const setCharge = (charge: bigint) =>
      stored.updateOne({ _id }, { $set: { 'verdict.charge': charge } });
    await setCharge(verdict.charge + 1n);
    await expect(remove(now)).rejects.toThrow('the books do not agree, charges');
    await setCharge(verdict.charge);

    const rollUps = one.db.collection('statisticsRollUps');
    const before = await rollUps.find().toArray();
    await rollUps.deleteMany({});
    await expect(remove(now)).rejects.toThrow('hour 2026-05-01T11:00:00.000Z are not what');
    await rollUps.insertMany(before);
    expect(await idsLeft()).toHaveLength(events.length);
    expect(await one.ctx.eventRemovals.find()).toBeNull();
  });

  it('removes the first day, and goes on with one that was cut off', async () => {
    const totals = await figures();
    expect(totals.counts).toMatchObject({ views: 4, clicks: 1, conversions: 1, uniqueViews: 3 });
    const hours = await hoursLeft();
    expect(hours[0]).toBeLessThan(at('02T00:00').getTime());
    const now = new Date('2026-06-02T00:10:00Z');
    const stopping = new AbortController();
    const { eventRemovals } = one.ctx;
    const ctx = {
      ...one.ctx,
      eventRemovals: {
        ...eventRemovals,
        async begin(goneBefore: Date) {
          await eventRemovals.begin(goneBefore);
          stopping.abort();
        },
      },
    };
    one.clock.now = now;
    const cutOff = removeOldEvents(ctx, stopping.signal, { tell: () => null });
    await expect(cutOff).rejects.toThrow();
    expect(await eventRemovals.find()).toEqual({ goneBefore: at('02T00:00'), isDone: false });
    expect([(await idsLeft()).length, await daysLeft()]).toEqual([5, 3]);

    await remove(now);
    expect(await eventRemovals.find()).toEqual({ goneBefore: at('02T00:00'), isDone: true });
    const kept = events.slice(2).map(({ id }) => id);
    expect([(await idsLeft()).sort(), await daysLeft()]).toEqual([kept.sort(), 2]);
    const laterHours = hours.filter((hour) => hour >= at('02T00:00').getTime());
    expect(await hoursLeft()).toEqual(laterHours);
    expect(await figures()).toEqual(totals);
  });
});

describe('after the removal', () => {
  it('the books still agree, and say what they were not held against', async () => {
    const checked = await checkBooks(one.ctx);
    expect(checked.filter(({ problem }) => problem !== null)).toEqual([]);
    const { json, exitCode } = await run('books', 'check');
    expect(exitCode).toBe(0);
    expect(json.checks).toContainEqual(
      expect.objectContaining({
        ...{ name: 'charges', checked: 3 },
        left: expect.stringContaining('events of before 2026-05-02T00:00:00.000Z are removed'),
      }),
    );
  });

  it('still finds a fault of what is left', async () => {
    const stored = one.db.collection<{ _id: string }>('events');
    const { id } = events.at(-1)!;
    await stored.updateOne({ _id: id }, { $set: { 'verdict.revenue': 1n } });
    expect((await run('books', 'check')).json.problem).toContain(id);
    const { charge, demandFee, supplyFee } = (await one.verdictOf({ id }))!;
    const right = charge - demandFee - supplyFee;
    await stored.updateOne({ _id: id }, { $set: { 'verdict.revenue': right } });
  });

  it.each([
    ['events verify', ['events', 'verify'], '01T11:00', '2026-05-03T01:00:00.000Z'],
    // Its click is judged by a view of the day before.
    ['events verify of the next day', ['events', 'verify'], '02T00:00', '2026-05-03T01:00:00.000Z'],
    ['statistics rebuild', ['statistics', 'rebuild'], '01T11:00', '2026-05-02T00:00:00.000Z'],
  ])('%s refuses, changes nothing, and says from when on it can', async (_case, args, from, on) => {
    const before = await one.books();
    const to = ['--to', at('04T00:00').toISOString()];
    const refused = await run(...args, '--from', at(from).toISOString(), ...to, '--apply');
    expect([refused.exitCode, refused.lines[0]]).toEqual([
      1,
      expect.stringMatching(new RegExp(`are removed.*from ${on} on`)),
    ]);
    expect(await one.books()).toEqual(before);
  });

  it('hours that are whole are judged and counted again as they were', async () => {
    const to = ['--to', at('04T00:00').toISOString()];
    const judged = await run('events', 'verify', '--from', at('03T01:00').toISOString(), ...to);
    expect(judged).toMatchObject({ exitCode: 0, json: { checked: 1, undecided: 0 } });
    const counted = await run(
      'statistics',
      'rebuild',
      '--from',
      at('03T00:00').toISOString(),
      ...to,
    );
    expect(counted).toMatchObject({ exitCode: 0, json: { counted: 1, differing: 0 } });
  });

  it('leaves a conversion as it was judged whose view is gone', async () => {
    const conversions = one.db.collection('recordedConversions');
    await conversions.updateMany({}, { $set: { occurredAt: at('03T12:10') } });
    const hours = ['--from', at('03T12:00').toISOString(), '--to', at('03T13:00').toISOString()];
    const judged = await run('events', 'verify', ...hours);
    expect(judged).toMatchObject({ exitCode: 0, json: { undecided: 1, changes: [] } });
    await conversions.updateMany({}, { $set: { occurredAt: at('02T00:05') } });
  });

  it('leaves one as it was judged that was accepted for a later view, which is gone', async () => {
    const conversions = one.db.collection('recordedConversions');
    const stored = one.db.collection<{ _id: string }>('events');
    const [gone, first] = [events.at(1)?.id ?? '', events.at(3)?.id ?? ''];
    const ofCase = { 'cases.0.eventId': first, 'cases.0.laterViewIds': [gone] };
    await conversions.updateMany({}, { $set: { occurredAt: at('03T12:10'), ...ofCase } });
    await stored.updateOne({ _id: first }, { $set: { 'verdict.status': 'rejected' } });
    const hours = ['--from', at('03T12:00').toISOString(), '--to', at('03T13:00').toISOString()];
    const judged = await run('events', 'verify', ...hours);
    expect(judged).toMatchObject({ exitCode: 0, json: { undecided: 1, changes: [] } });
    await stored.updateOne({ _id: first }, { $set: { 'verdict.status': 'accepted' } });
    await conversions.updateMany(
      {},
      {
        $set: { occurredAt: at('02T00:05'), 'cases.0.eventId': gone },
        $unset: { 'cases.0.laterViewIds': 1 },
      },
    );
  });

  it('event show says that events of the time are removed', async () => {
    const { exitCode, lines } = await run('event', 'show', events[0]!.id);
    expect([exitCode, lines[0]]).toEqual([
      1,
      expect.stringContaining('events of before 2026-05-02T00:00:00.000Z are removed'),
    ]);
    expect((await run('event', 'show', events.at(-1)!.id)).exitCode).toBe(0);
  });

  it('removes the days that follow when it is their time, and tells how far it came', async () => {
    const periods = await periodsLeft();
    expect(periods[0]).toBe(at('01T00:00').getTime());
    const told = await remove(new Date('2026-06-04T00:10:00Z'));
    // A day of another time zone may have later events.
    expect(await periodsLeft()).toEqual(periods.filter((day) => day >= at('02T21:00').getTime()));
    expect(told.at(-1)).toBe(
      'events of before 2026-05-04T00:00:00.000Z are removed (ADGATE_EVENT_DAYS)',
    );
    expect([await idsLeft(), await daysLeft(), await hoursLeft()]).toEqual([[], 0, []]);
    expect(await remove(new Date('2026-06-04T12:00:00Z'))).toEqual([]);
    expect((await run('books', 'check')).exitCode).toBe(0);
  });
});
