import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { JournalAccess } from '../../../src/market/events/event-journal';
import type { AdEvent } from '../../../src/market/events/event';
import { EventLog } from '../../../src/market/events/event-log';
import { eventually } from '../../support/eventually';
import { anEvent } from '../../support/events';

it('a full disk beside a database that is away is two lines of the log, not some for every event', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const fails = (message: string) => () => Promise.reject(new Error(message));
  const journal: JournalAccess = {
    isEmpty: true,
    byteLength: 0,
    open: () => Promise.resolve(),
    append: fails('ENOSPC: no space left on device'),
    replayOldest: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const store = { insertMany: fails('connect ECONNREFUSED') };
  const eventLog = new EventLog({ store, journal, log, now: () => new Date() });
  for (let at = 0; at < 4; at += 1)
    await expect(eventLog.record(anEvent())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await eventLog.close();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ reason: 'events go to the journal', cause: 'connect ECONNREFUSED' }),
    expect.objectContaining({
      reason: 'events are neither stored nor journalled',
      cause: 'ENOSPC: no space left on device',
    }),
  ]);
  expect(lines.join()).not.toContain('stack');
});

it('a journal that comes back has no events stored that the database may have removed', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const from = new Date('2026-05-01T00:00:00Z');
  const old = anEvent({ occurredAt: new Date('2026-04-30T23:59:59Z') });
  const kept = anEvent({ occurredAt: from });
  const segments = [[old, kept], [old]];
  const journal: JournalAccess = {
    get isEmpty() {
      return segments.length === 0;
    },
    byteLength: 0,
    open: () => Promise.resolve(),
    append: () => Promise.resolve(),
    async replayOldest(insert) {
      await insert(segments[0]!);
      segments.shift();
    },
    close: () => Promise.resolve(),
  };
  const stored: string[] = [];
  const store = {
    insertMany(events: readonly AdEvent[]) {
      stored.push(...events.map(({ id }) => id));
      return Promise.resolve(events);
    },
  };
  const now = () => new Date('2026-06-01T00:00:00Z');
  const eventLog = new EventLog({ store, journal, log, now, keptFrom: () => from });
  await eventLog.start();
  await eventually(() => {
    expect(segments).toEqual([]);
    return Promise.resolve();
  }, 30_000);
  await eventLog.close();
  expect(stored).toEqual([kept.id]);
  expect(lines).toEqual([
    expect.stringContaining('older than events are kept'),
    expect.stringContaining('older than events are kept'),
  ]);
});
