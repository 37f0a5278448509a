import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { type AdEvent, maxRepeats } from '../../src/events/event';
import { type EventStore, createEventStore } from '../../src/events/event.store';
import { freshDatabase } from '../support/database';
import { anEvent, anId } from '../support/events';

const storedAt = new Date('2026-05-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(storedAt.getTime() + minutes * 60_000);

let mongodbUri = '';
let db: Connection;
let store: EventStore;

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  db = await mongoose
    .createConnection(mongodbUri, { autoIndex: false, autoCreate: false })
    .asPromise();
  store = createEventStore(db);
  for (const model of store.models) await model.createIndexes();
});

afterAll(() => db.close());

const collection = () =>
  db.db!.collection<Omit<AdEvent, 'id'> & { _id: string; settleAt?: Date }>('events');

beforeEach(async () => {
  await collection().deleteMany({});
});

describe('insertMany', () => {
  it('returns what was new, in its order, and stores the rest no second time', async () => {
    const events = [anEvent(), anEvent(), anEvent(), anEvent()];
    const [first, second, third, fourth] = events;
    expect(await store.insertMany([second!, fourth!], storedAt)).toEqual([second, fourth]);
    expect(await store.insertMany(events, storedAt)).toEqual([first, third]);
    expect(await store.insertMany(events, storedAt)).toEqual([]);
    expect(await collection().countDocuments()).toBe(4);
  });

  it('takes two copies within one group for one event', async () => {
    const event = anEvent();
    expect(await store.insertMany([event, event], storedAt)).toEqual([event]);
    expect(await collection().countDocuments()).toBe(1);
  });

  it('rejects when anything is wrong beside repeats', async () => {
    const closed = await mongoose.createConnection(await freshDatabase()).asPromise();
    const closedStore = createEventStore(closed);
    await closed.close();
    await expect(closedStore.insertMany([anEvent()], storedAt)).rejects.toThrow(Error);
  });

  it('stores an event of any user agent, half a surrogate pair and NUL included', async () => {
    const event = anEvent({ userAgent: 'a\0b\ud83dc' });
    expect(await store.insertMany([event], storedAt)).toEqual([event]);
  });
});

describe('insertMany of several cases', () => {
  const casesOf = ({ id, ...event }: AdEvent, count: number) =>
    Array.from({ length: count }, () => ({ ...event, id, caseId: anId() }));
  const storedMarks = async () =>
    (await collection().find().toArray()).map(({ caseId, invalidTraffic }) => [
      caseId,
      invalidTraffic,
    ]);

  it('counts every offer that shares a case with others', async () => {
    const caseId = anId();
    const events = [anEvent({ caseId }), anEvent({ caseId }), anEvent({ caseId, kind: 'click' })];
    expect(await store.insertMany(events, storedAt)).toEqual(events);
    expect(await collection().countDocuments({ caseId })).toBe(3);
  });

  it.each(['one write', 'one after the other'])(
    'counts the first case of an offer and keeps the others as repeats: %s',
    async (way) => {
      const events = casesOf(anEvent({ kind: 'click' }), 4);
      const groups = way === 'one write' ? [events] : events.map((event) => [event]);
      const added = [];
      for (const group of groups) added.push(...(await store.insertMany(group, storedAt)));
      expect(added).toEqual([events[0]]);
      expect(Object.fromEntries(await storedMarks())).toEqual(
        Object.fromEntries(events.map(({ caseId }, at) => [caseId, at === 0 ? null : 'repeat'])),
      );
      expect(await collection().countDocuments({ settleAt: { $exists: true } })).toBe(1);
      expect(await store.insertMany(events, storedAt)).toEqual([]);
      expect(await collection().countDocuments()).toBe(4);
    },
  );

  it('keeps the reason of invalid ones, and leaves the place free for a visitor', async () => {
    const offerId = anId();
    const bots = casesOf(anEvent({ offerId, invalidTraffic: 'bot' }), 2);
    const visitor = anEvent({ offerId });
    await store.insertMany(bots, storedAt);
    expect(await store.insertMany([visitor], storedAt)).toEqual([visitor]);
    expect((await storedMarks()).map(([, mark]) => mark).sort()).toEqual(['bot', 'bot', null]);
  });

  it('keeps no more of an offer than its places', async () => {
    const event = anEvent();
    for (let round = 0; round < 3; round += 1) await store.insertMany(casesOf(event, 20), storedAt);
    expect(await collection().countDocuments({ offerId: event.offerId })).toBe(1 + maxRepeats);
  });

  it('stores each case once, of two connections at the same time', async () => {
    const other = await mongoose.createConnection(mongodbUri).asPromise();
    const cases = casesOf(anEvent(), 6);
    const otherStore = createEventStore(other);
    const added = await Promise.all([
      ...cases.map((event) => store.insertMany([event], storedAt)),
      ...[...cases].reverse().map((event) => otherStore.insertMany([event], storedAt)),
    ]);
    await other.close();
    expect(added.flat()).toHaveLength(1);
    const stored = await storedMarks();
    expect(stored.map(([caseId]) => caseId).sort()).toEqual(
      cases.map(({ caseId }) => caseId).sort(),
    );
    expect(stored.filter(([, mark]) => mark === null)).toEqual([[added.flat()[0]!.caseId, null]]);
  });
});

describe('settleClicks', () => {
  const aClick = (change: Partial<AdEvent> = {}) => anEvent({ kind: 'click', ...change });
  const impressionOf = ({ caseId, offerId }: AdEvent, change: Partial<AdEvent> = {}) =>
    anEvent({ caseId, offerId, ...change });
  const marksOf = async (...events: readonly AdEvent[]) => {
    const found = await collection().find().toArray();
    const marks = new Map(found.map(({ _id, invalidTraffic }) => [_id, invalidTraffic]));
    return events.map(({ id }) => marks.get(id));
  };

  it('marks clicks without an impression, 10 minutes after they were stored', async () => {
    const click = aClick();
    await store.insertMany([click], storedAt);
    expect(await store.settleClicks(minutesLater(9.9), 100)).toMatchObject({ lookedAt: 0 });
    expect(await marksOf(click)).toEqual([null]);
    expect(await store.settleClicks(minutesLater(10), 100)).toMatchObject({ lookedAt: 1 });
    expect(await marksOf(click)).toEqual(['no_impression']);
  });

  it('leaves those with one, whichever came first', async () => {
    const [before, after] = [aClick(), aClick()];
    await store.insertMany([impressionOf(before), before, after], storedAt);
    await store.insertMany([impressionOf(after)], minutesLater(9));
    expect(await store.settleClicks(minutesLater(10), 100)).toMatchObject({ lookedAt: 2 });
    expect(await marksOf(before, after)).toEqual([null, null]);
  });

  it('does not count an invalid impression, or one of another offer or another case', async () => {
    const [prefetched, borrowed, other] = [aClick(), aClick(), aClick()];
    await store.insertMany(
      [
        prefetched,
        impressionOf(prefetched, { invalidTraffic: 'prefetch' }),
        borrowed,
        impressionOf(borrowed, { offerId: anId() }),
        other,
        impressionOf(other, { caseId: anId() }),
      ],
      storedAt,
    );
    await store.settleClicks(minutesLater(10), 100);
    expect(await marksOf(prefetched, borrowed, other)).toEqual(
      Array<string>(3).fill('no_impression'),
    );
  });

  it('keeps the mark that a click already has', async () => {
    const click = aClick({ invalidTraffic: 'bot' });
    await store.insertMany([click], storedAt);
    expect(await store.settleClicks(minutesLater(10), 100)).toMatchObject({ lookedAt: 0 });
    expect(await marksOf(click)).toEqual(['bot']);
  });

  it('looks at each click once', async () => {
    const [lonely, seen] = [aClick(), aClick()];
    await store.insertMany([lonely, seen, impressionOf(seen)], storedAt);
    expect(await store.settleClicks(minutesLater(10), 100)).toMatchObject({ lookedAt: 2 });
    expect(await store.settleClicks(minutesLater(20), 100)).toMatchObject({ lookedAt: 0 });
    expect(await collection().countDocuments({ settleAt: { $exists: true } })).toBe(0);
  });

  it('takes a backlog in batches, the oldest first', async () => {
    const clicks = Array.from({ length: 5 }, () => aClick());
    for (const [minute, click] of clicks.entries())
      await store.insertMany([click], minutesLater(minute));
    expect(await store.settleClicks(minutesLater(60), 3)).toMatchObject({ lookedAt: 3 });
    expect(await marksOf(...clicks)).toEqual([
      'no_impression',
      'no_impression',
      'no_impression',
      null,
      null,
    ]);
    expect(await store.settleClicks(minutesLater(60), 3)).toMatchObject({ lookedAt: 2 });
  });

  it('gives the same on several processes at once, and tells each valid click to one of them', async () => {
    const clicks = Array.from({ length: 200 }, () => aClick());
    const impressions = clicks
      .filter((_click, index) => index % 2 === 0)
      .map((click) => impressionOf(click));
    await store.insertMany([...clicks, ...impressions], storedAt);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => store.settleClicks(minutesLater(10), 500)),
    );
    expect(await marksOf(...clicks)).toEqual(
      clicks.map((_click, index) => (index % 2 === 0 ? null : 'no_impression')),
    );
    const told = answers.flatMap(({ valid }) => valid.map(({ offerId }) => offerId));
    const seen = impressions.map(({ offerId }) => offerId);
    expect(told.sort()).toEqual(seen.sort());
  });

  it('finds due clicks by an index, not by a scan of all events', async () => {
    await store.insertMany([aClick(), anEvent(), anEvent()], storedAt);
    const plan = await collection()
      .find({ settleAt: { $lte: minutesLater(10) } })
      .sort({ settleAt: 1 })
      .explain('executionStats');
    expect(JSON.stringify(plan)).toContain('settleAt_1');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 1 } });
  });
});
