import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { maxAmount } from '../../../src/amount';
import type { AdEvent } from '../../../src/market/events/event';
import { type EventJournalOptions, EventJournal } from '../../../src/market/events/event-journal';
import { decodeRecords, encodeRecords } from '../../../src/market/events/journal-record';
import { anEvent } from '../../support/events';

const root = join(__dirname, '../../..');
const typescriptHook = join(root, 'test/support/typescript-hook.js');
const log = pino({ level: 'silent' });
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adgate-journal-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function openJournal(change: Partial<EventJournalOptions> = {}) {
  const journal = new EventJournal({ folder, log, ...change });
  await journal.open();
  return journal;
}

type Journal = Awaited<ReturnType<typeof openJournal>>;

/** Everything that a journal holds, taken out of it. */
async function drain(journal: Journal): Promise<readonly AdEvent[]> {
  const found: AdEvent[] = [];
  while (!journal.isEmpty)
    await journal.replayOldest((events) => {
      found.push(...events);
      return Promise.resolve();
    });
  return found;
}

const someEvents = (count: number) => Array.from({ length: count }, () => anEvent());
const filesOf = async (pattern: RegExp) =>
  (await readdir(folder)).filter((name) => pattern.test(name));
const segmentsOf = () => filesOf(/^events-\d+-[0-9a-f]{8}-\d+\.journal$/);

describe('records of the journal', () => {
  it('give back the events, dates and nulls included', () => {
    const events = [
      anEvent(),
      anEvent({ userAgent: 'Ünïcode 📱 "quoted"', remoteAddress: null, invalidTraffic: 'bot' }),
    ];
    expect(decodeRecords(encodeRecords(events))).toEqual({
      events,
      tornBytes: 0,
      isDamaged: false,
    });
  });

  it('give back every price, and whether a click needs confirmation', () => {
    const events = [
      anEvent({ price: 0n }),
      anEvent({ price: null }),
      anEvent({ price: maxAmount, kind: 'click', needsConfirmation: true }),
    ];
    expect(decodeRecords(encodeRecords(events)).events).toEqual(events);
  });

  it('of a version that knew no prices are read: their price is null', () => {
    const { price, needsConfirmation, ...old } = anEvent();
    const json = Buffer.from(JSON.stringify(old));
    const header = Buffer.alloc(8);
    header.writeUInt32LE(json.length, 0);
    header.writeUInt32LE(crc32(json), 4);
    expect(decodeRecords(Buffer.concat([header, json])).events).toEqual([
      { ...old, price: null, needsConfirmation: false },
    ]);
  });

  it('cut at every byte give back the whole ones, and say how much was torn', () => {
    const events = someEvents(4);
    const ends = events.map((_event, index) => encodeRecords(events.slice(0, index + 1)).length);
    const bytes = encodeRecords(events);
    for (let length = 0; length <= bytes.length; length += 1) {
      const whole = ends.filter((end) => end <= length).length;
      expect(decodeRecords(bytes.subarray(0, length))).toEqual({
        events: events.slice(0, whole),
        tornBytes: length - (whole === 0 ? 0 : ends[whole - 1]!),
        isDamaged: false,
      });
    }
  });

  it('end before any byte of the last one that has changed', () => {
    const events = someEvents(3);
    const bytes = encodeRecords(events);
    const lastAt = encodeRecords(events.slice(0, 2)).length;
    for (let at = lastAt; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 0x40;
      expect(decodeRecords(altered).events).toEqual(events.slice(0, 2));
    }
  });

  it('are damaged, not torn, when one in the middle has changed', () => {
    const events = someEvents(3);
    const bytes = encodeRecords(events);
    bytes[encodeRecords(events.slice(0, 1)).length + 20]! ^= 1;
    expect(decodeRecords(bytes)).toMatchObject({ events: events.slice(0, 1), isDamaged: true });
  });

  it('are torn where the file system has left zeros', () => {
    const events = someEvents(2);
    const bytes = Buffer.concat([encodeRecords(events), Buffer.alloc(500)]);
    expect(decodeRecords(bytes)).toEqual({ events, tornBytes: 500, isDamaged: false });
  });
});

describe('the event journal', () => {
  it('gives back what was appended, in its order, and leaves no file', async () => {
    const journal = await openJournal();
    const events = someEvents(5);
    await journal.append(events.slice(0, 2));
    await journal.append(events.slice(2));
    expect(journal.isEmpty).toBe(false);
    expect(await drain(journal)).toEqual(events);
    await journal.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('hands over at most 1,000 events at a time', async () => {
    const journal = await openJournal();
    await journal.append(someEvents(2300));
    const sizes: number[] = [];
    await journal.replayOldest((events) => {
      sizes.push(events.length);
      return Promise.resolve();
    });
    expect(sizes).toEqual([1000, 1000, 300]);
    await journal.close();
  });

  it('begins a new segment when one is full, and deletes each when it is stored', async () => {
    const journal = await openJournal({ segmentBytes: 2000 });
    for (const event of someEvents(10)) await journal.append([event]);
    const before = (await segmentsOf()).length;
    expect(before).toBeGreaterThan(2);
    await journal.replayOldest(() => Promise.resolve());
    expect(await segmentsOf()).toHaveLength(before - 1);
    await journal.close();
  });

  it('keeps a segment that could not be stored, all of it', async () => {
    const journal = await openJournal();
    const events = someEvents(1500);
    await journal.append(events);
    let calls = 0;
    const failing = journal.replayOldest(() => {
      calls += 1;
      return calls === 1 ? Promise.resolve() : Promise.reject(new Error('gone again'));
    });
    await expect(failing).rejects.toThrow('gone again');
    expect(await drain(journal)).toEqual(events);
    await journal.close();
  });

  it('takes appends while it is replayed', async () => {
    const journal = await openJournal();
    const [first, second] = [someEvents(2), someEvents(2)];
    await journal.append(first);
    const found: AdEvent[] = [];
    await journal.replayOldest(async (events) => {
      await journal.append(second);
      found.push(...events);
    });
    expect(found).toEqual(first);
    expect(await drain(journal)).toEqual(second);
    await journal.close();
  });

  it('appends one group after the other, however many callers', async () => {
    const journal = await openJournal();
    const groups = Array.from({ length: 20 }, () => someEvents(3));
    await Promise.all(groups.map((group) => journal.append(group)));
    expect(await drain(journal)).toEqual(groups.flat());
    await journal.close();
  });

  it('refuses with SERVICE_UNAVAILABLE what would not fit, and takes what does', async () => {
    const events = someEvents(3);
    const room = encodeRecords(events.slice(0, 2)).length;
    const journal = await openJournal({ maxBytes: room });
    await journal.append(events.slice(0, 2));
    await expect(journal.append(events.slice(2))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: 1,
    });
    expect(journal.byteLength).toBe(room);
    expect(await drain(journal)).toEqual(events.slice(0, 2));
    await journal.append(events.slice(2));
    expect(await drain(journal)).toEqual(events.slice(2));
    await journal.close();
  });

  it('rejects when the disk refuses, and goes on when it does not', async () => {
    const journal = await openJournal();
    const events = someEvents(2);
    await rm(folder, { recursive: true });
    await expect(journal.append(events.slice(0, 1))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(journal.isEmpty).toBe(true);
    await journal.open();
    await journal.append(events.slice(1));
    expect(await drain(journal)).toEqual(events.slice(1));
    await journal.close();
  });

  it('leaves what it holds to the next process when it is closed', async () => {
    const events = someEvents(3);
    const before = await openJournal();
    await before.append(events);
    await before.close();
    const after = await openJournal();
    expect(await drain(after)).toEqual(events);
    await after.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not touch the segments of a living neighbour', async () => {
    const [one, other] = [await openJournal(), await openJournal()];
    const events = someEvents(2);
    await one.append(events);
    await other.open();
    expect(other.isEmpty).toBe(true);
    expect(await drain(one)).toEqual(events);
    await Promise.all([one.close(), other.close()]);
  });

  it('drops the torn end of a segment and keeps the rest', async () => {
    const events = someEvents(3);
    const bytes = encodeRecords(events);
    await writeFile(join(folder, 'events-1-00000000-1.journal'), bytes.subarray(0, -5));
    const journal = await openJournal();
    expect(await drain(journal)).toEqual(events.slice(0, 2));
    await journal.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps a damaged segment aside after storing what can be read', async () => {
    const events = someEvents(3);
    const bytes = encodeRecords(events);
    bytes[encodeRecords(events.slice(0, 1)).length + 20]! ^= 1;
    await writeFile(join(folder, 'events-1-00000000-1.journal'), bytes);
    const journal = await openJournal();
    expect(await drain(journal)).toEqual(events.slice(0, 1));
    await journal.close();
    const [kept] = await filesOf(/\.damaged$/);
    expect(await readFile(join(folder, kept!))).toEqual(bytes);
  });

  it('ignores files that are not its own', async () => {
    const names = ['notes.txt', 'events-1.journal', 'events-x-00000000-1.journal'];
    for (const name of names) await writeFile(join(folder, name), randomBytes(20));
    const journal = await openJournal();
    expect(journal.isEmpty).toBe(true);
    await journal.close();
    expect((await readdir(folder)).sort()).toEqual([...names].sort());
  });

  it('acknowledges nothing that a full disk has cut, and goes on in a new segment', async () => {
    // A limit on the size of files does to a write what a full disk does: part of it succeeds, the rest is refused.
    const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', execPath, '-r', typescriptHook];
    const child = spawn('sh', [...limited, '-e', appendGroups, folder], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const { taken, refused } = JSON.parse(output) as Record<'taken' | 'refused', readonly string[]>;
    expect(taken.length).toBeGreaterThanOrEqual(6);
    expect(refused.length).toBeGreaterThanOrEqual(6);

    const journal = await openJournal();
    const ids = (await drain(journal)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...taken]));
    expect([...taken, ...refused]).toEqual(expect.arrayContaining(ids));
    await journal.close();
  });

  it('takes over from a process that was killed, and only then', async () => {
    const lockPath = join(folder, 'events-1-00000000.lock');
    const holder = spawn(execPath, ['-e', holdLock, lockPath], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    const events = someEvents(2);
    await writeFile(join(folder, 'events-1-00000000-1.journal'), encodeRecords(events));
    const journal = await openJournal();
    expect(journal.isEmpty).toBe(true);

    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await journal.open();
    expect(await drain(journal)).toEqual(events);
    await journal.close();
  });
});

/** Appends ten groups of three events, says which were taken and which refused, and ends without closing. */
const appendGroups = `
  const { EventJournal } = require('./src/market/events/event-journal');
  const { anEvent } = require('./test/support/events');
  (async () => {
    const journal = new EventJournal({ folder: process.argv[1], log: console });
    await journal.open();
    const outcomes = { taken: [], refused: [] };
    for (let group = 0; group < 10; group += 1) {
      const events = [anEvent(), anEvent(), anEvent()];
      const outcome = await journal.append(events).then(() => 'taken', () => 'refused');
      outcomes[outcome].push(...events.map(({ id }) => id));
    }
    process.stdout.write(JSON.stringify(outcomes), () => process.exit());
  })();
`;

/** Takes the lock as another version of us would: an exclusive transaction, held until the process dies. */
const holdLock = `
  const { DatabaseSync } = require('node:sqlite');
  const file = new DatabaseSync(process.argv[1]);
  file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => file.isOpen, 1000);
`;
