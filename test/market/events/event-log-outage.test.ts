import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { EventJournal } from '../../../src/market/events/event-journal';
import { createEventLog } from '../../../src/market/events/event-log';
import { anEvent } from '../../support/events';

it('a full disk beside a database that is away is two lines of the log, not some for every event', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const fails = (message: string) => () => Promise.reject(new Error(message));
  const journal: EventJournal = {
    isEmpty: true,
    byteLength: 0,
    open: () => Promise.resolve(),
    append: fails('ENOSPC: no space left on device'),
    replayOldest: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const store = { insertMany: fails('connect ECONNREFUSED') };
  const eventLog = createEventLog({ store, journal, log, now: () => new Date() });
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
