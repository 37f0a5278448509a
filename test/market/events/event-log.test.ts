import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { AppError } from '../../../src/errors';
import type { AdEvent } from '../../../src/market/events/event';
import { EventJournal } from '../../../src/market/events/event-journal';
import { EventLog } from '../../../src/market/events/event-log';
import { createEventStore } from '../../../src/market/events/event.store';
import { anEvent, anId } from '../../support/events';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy';
import { type TestProcess, startDatabaseProcess } from '../../support/processes';
import { undisturbedMsOf } from '../../support/undisturbed';

const log = pino({ level: 'silent' });

let databaseFolder = '';
let database: TestProcess;
let proxy: FaultProxy;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  databaseFolder = await mkdtemp(join(tmpdir(), 'adgate-database-'));
  database = await startDatabaseProcess(databaseFolder);
  proxy = await startFaultProxy(portOf(database));
});

afterEach(async () => {
  proxy.restore(portOf(database));
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

afterAll(async () => {
  await proxy.close();
  await database.kill();
  await rm(databaseFolder, { recursive: true, force: true });
});

const portOf = ({ ready }: TestProcess) => Number(new URL(ready).port);
const someEvents = (count: number) => Array.from({ length: count }, () => anEvent());
const recordAll = (eventLog: EventLog, events: readonly AdEvent[]) =>
  Promise.all(events.map((event) => eventLog.record(event)));
/** `SERVICE_UNAVAILABLE` and the like for what was refused, null for what was taken. */
const outcomesOf = async (eventLog: EventLog, events: readonly AdEvent[]) =>
  Promise.all(
    events.map((event) =>
      eventLog.record(event).then(
        () => null,
        (error: unknown) => (error instanceof AppError ? error.code : error),
      ),
    ),
  );

async function connectTo(port: number, name: string): Promise<Connection> {
  const options = 'directConnection=true&serverSelectionTimeoutMS=1000&heartbeatFrequencyMS=500';
  const db = mongoose.createConnection(`mongodb://127.0.0.1:${port}/${name}?${options}`, {
    useBigInt64: true,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    monitorCommands: true,
  });
  db.on('error', () => undefined);
  await db.asPromise();
  cleanups.push(() => db.close());
  return db;
}

interface OpenLogOptions {
  readonly name?: string;
  readonly folder?: string;
  readonly maxPending?: number;
  readonly maxJournalBytes?: number;
  readonly onCommitted?: (events: readonly AdEvent[]) => void;
}

/** An event log whose database is behind the proxy. */
async function openLog(options: OpenLogOptions = {}) {
  const { name = `log_${anId().slice(0, 12)}`, maxPending, maxJournalBytes } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'adgate-log-')));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const db = await connectTo(proxy.port, name);
  const store = createEventStore(db);
  for (const model of store.models) await model.createIndexes();
  const journal = new EventJournal({
    folder,
    log,
    ...(maxJournalBytes !== undefined && { maxBytes: maxJournalBytes }),
  });
  const committed: AdEvent[] = [];
  const waits: { readonly count: number; readonly resolve: () => void }[] = [];
  const eventLog = new EventLog({
    store,
    journal,
    log,
    now: () => new Date(),
    ...(maxPending !== undefined && { maxPending }),
    onCommitted(events) {
      committed.push(...events);
      for (const wait of waits) if (committed.length >= wait.count) wait.resolve();
      options.onCommitted?.(events);
    },
  });
  await eventLog.start();
  cleanups.push(() => eventLog.close());
  return {
    eventLog,
    journal,
    db,
    name,
    folder,
    committed,
    /** Resolves once the database has so many new events. */
    untilCommitted: (count: number) =>
      new Promise<void>((resolve) => {
        if (committed.length >= count) resolve();
        else waits.push({ count, resolve });
      }),
    /** Ids in the database, asked for past the proxy. */
    storedIds: async (): Promise<readonly string[]> => {
      const direct = await connectTo(portOf(database), name);
      const found = await direct.db!.collection<{ _id: string }>('events').find().toArray();
      return found.map(({ _id }) => _id).sort();
    },
  };
}

const idsOf = (events: readonly AdEvent[]) => events.map(({ id }) => id).sort();

describe('an event log over a healthy database', () => {
  it('answers when the event is in the database, every member of it', async () => {
    const { eventLog, db } = await openLog();
    const event = anEvent({ kind: 'click', trackingId: null });
    await eventLog.record(event);
    const stored = await db.db!.collection<{ _id: string }>('events').findOne({ _id: event.id });
    const { id, ...rest } = event;
    expect(stored).toMatchObject({ _id: id, ...rest });
  });

  it('stores what comes together in one write', async () => {
    const { eventLog, db, storedIds } = await openLog();
    let inserts = 0;
    db.getClient().on('commandStarted', ({ commandName }) => {
      if (commandName === 'insert') inserts += 1;
    });
    const events = someEvents(500);
    await recordAll(eventLog, events);
    expect(inserts).toBe(1);
    expect(await storedIds()).toEqual(idsOf(events));
  });

  it('writes at most 1,000 at once, and two groups at a time', async () => {
    const { eventLog, db, storedIds } = await openLog();
    const sizes: number[] = [];
    let underWay = 0;
    let mostUnderWay = 0;
    const client = db.getClient();
    client.on('commandStarted', ({ commandName, command }) => {
      if (commandName !== 'insert') return;
      sizes.push((command as { documents: readonly unknown[] }).documents.length);
      mostUnderWay = Math.max(mostUnderWay, (underWay += 1));
    });
    client.on('commandSucceeded', ({ commandName }) => {
      if (commandName === 'insert') underWay -= 1;
    });
    const events = someEvents(5500);
    await recordAll(eventLog, events);
    expect(Math.max(...sizes)).toBe(1000);
    expect(mostUnderWay).toBe(2);
    expect(await storedIds()).toEqual(idsOf(events));
  });

  it('counts 1,000 parallel copies of one event once', async () => {
    const { eventLog, committed, storedIds } = await openLog();
    const event = anEvent();
    await recordAll(eventLog, Array<AdEvent>(1000).fill(event));
    expect(eventLog.pendingCount).toBe(0);
    expect(await storedIds()).toEqual([event.id]);
    expect(committed).toEqual([event]);
  });

  it('takes a repeat of what is stored, counts it once, and leaves the first as it is', async () => {
    const { eventLog, committed, db } = await openLog();
    const event = anEvent();
    await eventLog.record(event);
    const [other] = someEvents(1);
    await recordAll(eventLog, [{ ...event, userAgent: 'another' }, other!]);
    const found = await db.db!.collection<{ _id: string }>('events').findOne({ _id: event.id });
    expect(found).toMatchObject({ userAgent: event.userAgent });
    expect(committed).toEqual([event, other]);
  });

  it('counts once what two processes record at the same time', async () => {
    const one = await openLog();
    const two = await openLog({ name: one.name });
    const events = someEvents(1000);
    await Promise.all([recordAll(one.eventLog, events), recordAll(two.eventLog, events)]);
    expect(await one.storedIds()).toEqual(idsOf(events));
    expect(idsOf([...one.committed, ...two.committed])).toEqual(idsOf(events));
  });

  it('counts one case of an offer, and keeps the others, of two processes at the same time', async () => {
    const one = await openLog();
    const two = await openLog({ name: one.name });
    const offer = anEvent();
    const cases = Array.from({ length: 6 }, () => ({ ...offer, caseId: anId() }));
    await Promise.all([recordAll(one.eventLog, cases), recordAll(two.eventLog, cases)]);
    expect(idsOf([...one.committed, ...two.committed])).toEqual([offer.id]);
    const found = await one.db
      .db!.collection<Pick<AdEvent, 'caseId' | 'invalidTraffic'>>('events')
      .find()
      .toArray();
    expect(found.map(({ caseId }) => caseId).sort()).toEqual(
      cases.map(({ caseId }) => caseId).sort(),
    );
    expect(found.filter(({ invalidTraffic }) => invalidTraffic === null)).toHaveLength(1);
  });

  it('does not let an observer that fails spoil the answer', async () => {
    const { eventLog, journal, storedIds } = await openLog({
      onCommitted: () => {
        throw new Error('observer');
      },
    });
    const event = anEvent();
    await eventLog.record(event);
    expect(await storedIds()).toEqual([event.id]);
    expect(journal.isEmpty).toBe(true);
  });

  it('makes durable what it has taken before it closes, and takes no more', async () => {
    const { eventLog, storedIds } = await openLog();
    const events = someEvents(1500);
    const recorded = recordAll(eventLog, events);
    const closed = eventLog.close();
    await expect(eventLog.record(anEvent())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await Promise.all([recorded, closed]);
    expect(await storedIds()).toEqual(idsOf(events));
  });
});

describe('an event log whose database is away', () => {
  const faults: readonly (readonly [string, () => void])[] = [
    ['refuses connections', () => proxy.cut()],
    ['has stopped answering', () => proxy.stall()],
  ];

  it.each(faults)(
    'answers from the journal while it %s, then moves it over',
    async (_case, fail) => {
      const { eventLog, journal, committed, untilCommitted, storedIds } = await openLog();
      const [before, during, after] = [someEvents(50), someEvents(3000), someEvents(50)];
      await recordAll(eventLog, before);
      fail();
      await recordAll(eventLog, during);
      expect(journal.isEmpty).toBe(false);
      expect(await storedIds()).toEqual(idsOf(before));

      proxy.restore();
      await untilCommitted(before.length + during.length);
      await recordAll(eventLog, after);
      expect(await storedIds()).toEqual(idsOf([...before, ...during, ...after]));
      expect(idsOf(committed)).toEqual(idsOf([...before, ...during, ...after]));
    },
  );

  it('answers at once after the first group has found out', async () => {
    const { eventLog } = await openLog();
    proxy.cut();
    await eventLog.record(anEvent());
    expect(await undisturbedMsOf(() => eventLog.record(anEvent()))).toBeLessThan(250);
  });

  it('keeps every case of an offer in the journal, and counts one', async () => {
    const { eventLog, committed, journal, db } = await openLog();
    const offer = anEvent();
    const cases = Array.from({ length: 4 }, () => ({ ...offer, caseId: anId() }));
    proxy.cut();
    for (const event of [...cases, ...cases]) await eventLog.record(event);
    proxy.restore();
    while (!journal.isEmpty) await pause(20);
    const found = await db.db!.collection<AdEvent>('events').find().toArray();
    expect(found.map(({ caseId }) => caseId).sort()).toEqual(
      cases.map(({ caseId }) => caseId).sort(),
    );
    expect(committed).toEqual([cases[0]]);
  });

  it('sends it nothing more while it owes an answer', async () => {
    const { eventLog, db } = await openLog();
    proxy.stall();
    let inserts = 0;
    db.getClient().on('commandStarted', ({ commandName }) => {
      if (commandName === 'insert') inserts += 1;
    });
    for (let round = 0; round < 20; round += 1) await recordAll(eventLog, someEvents(200));
    expect(inserts).toBeLessThanOrEqual(2);
  });

  it('keeps every event over kill -9 of the database', async () => {
    const { eventLog, journal, committed, storedIds } = await openLog();
    const acknowledged: AdEvent[] = [];
    const stream = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        const event = anEvent();
        await eventLog.record(event);
        acknowledged.push(event);
      }
    };
    for (let kill = 0; kill < 3; kill += 1) {
      const streams = Array.from({ length: 50 }, () => stream(10));
      await Promise.race(streams);
      await database.kill();
      database = await startDatabaseProcess(databaseFolder);
      proxy.restore(portOf(database));
      await Promise.all(streams);
    }
    // An event that the database took without an answer is no news when it comes again: only the journal tells.
    while (!journal.isEmpty) await pause(20);
    const stored = new Set(await storedIds());
    expect(acknowledged).toHaveLength(1500);
    expect(acknowledged.filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(new Set(idsOf(committed)).size).toBe(committed.length);
  });

  it('leaves to the next start what it could not move', async () => {
    const first = await openLog();
    const events = someEvents(20);
    proxy.cut();
    await recordAll(first.eventLog, events);
    await first.eventLog.close();
    expect(await first.storedIds()).toEqual([]);

    proxy.restore();
    const second = await openLog({ name: first.name, folder: first.folder });
    await second.untilCommitted(events.length);
    expect(await second.storedIds()).toEqual(idsOf(events));
    await second.eventLog.close();
    expect(await readdir(first.folder)).toEqual([]);
  });

  it('refuses more than may wait, and recovers', async () => {
    const { eventLog, untilCommitted, storedIds } = await openLog({ maxPending: 100 });
    proxy.stall();
    const events = someEvents(150);
    const outcomes = outcomesOf(eventLog, events);
    expect(eventLog.pendingCount).toBe(100);
    expect(await outcomes).toEqual([
      ...Array<null>(100).fill(null),
      ...Array<string>(50).fill('SERVICE_UNAVAILABLE'),
    ]);
    proxy.restore();
    await untilCommitted(100);
    await recordAll(eventLog, events.slice(100));
    expect(await storedIds()).toEqual(idsOf(events));
  });

  it('acknowledges nothing that neither database nor disk takes, and recovers', async () => {
    const { eventLog, storedIds } = await openLog({ maxJournalBytes: 10 });
    const events = someEvents(10);
    proxy.cut();
    expect(await outcomesOf(eventLog, events)).toEqual(
      Array<string>(10).fill('SERVICE_UNAVAILABLE'),
    );
    await expect(eventLog.record(events[0]!)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    expect(await storedIds()).toEqual([]);
    expect(eventLog.pendingCount).toBe(0);

    proxy.restore();
    const untilTaken = async () => {
      for (let attempt = 0; attempt < 50; attempt += 1)
        if ((await outcomesOf(eventLog, events)).every((outcome) => outcome === null)) return;
      throw new Error('the log never recovered');
    };
    await untilTaken();
    expect(await storedIds()).toEqual(idsOf(events));
  });
});
