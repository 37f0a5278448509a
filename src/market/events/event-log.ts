import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../../errors';
import { createOutages } from '../../platform/process/outages';
import type { AdEvent } from './event';
import { createEventInserter } from './event-inserter';
import type { EventJournal } from './event-journal';
import type { EventStore } from './event.store';
import { createJournalReplay } from './journal-replay';

/** Takes every impression and click: many callers, few writes. */
export interface EventLog {
  /**
   * Resolves once the event is durable: stored by the database with a majority write concern, or, while that is away,
   * in the journal on the disk. An event whose id and case are known is the same event: stored once, answered alike.
   *
   * @throws {AppError} `SERVICE_UNAVAILABLE` when too many wait, or neither database nor disk takes it.
   */
  record(event: AdEvent): Promise<void>;
  /** Events that are not yet durable. */
  readonly pendingCount: number;
  /** Bytes of events on the disk that wait for the database. */
  readonly journalBytes: number;
  /** Takes over the journals of processes that are gone, and begins to move them into the database. */
  start(): Promise<void>;
  /** Takes no more events and resolves once all that were taken are durable. */
  close(): Promise<void>;
}

export interface EventLogOptions {
  readonly store: Pick<EventStore, 'insertMany'>;
  readonly journal: EventJournal;
  readonly log: Logger;
  readonly now: () => Date;
  /** Most events that may wait; default 20,000. */
  readonly maxPending?: number;
  /** Events of before are removed from the database; default: null, none are. */
  readonly keptFrom?: () => Date | null;
  /** Gets every event once, when the database has it; repeats of a stored event, its other cases too, are left out. */
  readonly onCommitted?: (events: readonly AdEvent[]) => void;
}

interface Slot extends PromiseWithResolvers<undefined> {
  readonly key: string;
  readonly event: AdEvent;
}

const maxGroupSize = 1000;
/** While one group is stored the next one is encoded. */
const maxGroupsUnderWay = 2;
/** How long a group waits for company. */
const lingerMs = 2;
/** How long a group is tried again before it goes to the journal. */
const retryForMs = 250;
const firstRetryMs = 10;

/** Group commit over the database, with the journal behind it. */
export function createEventLog(options: EventLogOptions): EventLog {
  const { store, journal, log, now, maxPending = 20_000, onCommitted } = options;
  const { keptFrom = () => null } = options;
  const outages = createOutages(log);
  const slots = new Map<string, Slot>();
  let waiting: Slot[] = [];
  let groupsUnderWay = 0;
  let linger: NodeJS.Timeout | null = null;
  let isDatabaseAway = false;
  let isDrained: (() => void) | null = null;
  let isClosing = false;

  const insert = createEventInserter({
    store,
    now,
    onInserted(added) {
      if (isDatabaseAway) log.info('the database takes events again');
      isDatabaseAway = false;
      if (added.length === 0) return;
      try {
        onCommitted?.(added);
      } catch (error) {
        log.error({ err: error }, 'an observer of events failed');
      }
    },
  });

  const replay = createJournalReplay({
    journal,
    log,
    // Older events are dropped: nobody can tell any more which of them were counted already.
    async insert(events) {
      const from = keptFrom();
      const kept = from === null ? events : events.filter(({ occurredAt }) => occurredAt >= from);
      if (kept.length < events.length)
        log.error(
          { count: events.length - kept.length },
          'events of the journal are older than events are kept: they are left out',
        );
      if (kept.length > 0) await insert(kept);
    },
  });

  async function insertWithRetries(events: readonly AdEvent[]): Promise<void> {
    const giveUpAt = performance.now() + retryForMs;
    for (let pauseMs = firstRetryMs; ; pauseMs *= 2) {
      try {
        await insert(events);
        return;
      } catch (error) {
        if (performance.now() + pauseMs > giveUpAt) throw error;
      }
      await pause(pauseMs);
    }
  }

  async function makeDurable(events: readonly AdEvent[]): Promise<void> {
    if (!isDatabaseAway) {
      try {
        await insertWithRetries(events);
        return;
      } catch (error) {
        outages.note('events go to the journal', error);
        isDatabaseAway = true;
      }
    }
    try {
      await journal.append(events);
    } finally {
      replay.start();
      // When no replay runs that would notice the database's return, the next group asks the database itself.
      if (!replay.isRunning) isDatabaseAway = false;
    }
  }

  async function commit(group: readonly Slot[]): Promise<void> {
    try {
      await makeDurable(group.map((slot) => slot.event));
      for (const slot of group) slot.resolve(undefined);
    } catch (error) {
      outages.note('events are neither stored nor journalled', error);
      for (const slot of group) slot.reject(unavailable('events cannot be stored', error));
    }
    for (const slot of group) slots.delete(slot.key);
    groupsUnderWay -= 1;
    if (slots.size === 0) isDrained?.();
    gather();
  }

  /**
   * Begins a group when it is full, else a moment after its first event or after the group before it: the answers to
   * that one bring the requests which fill the next. Two half groups in turn would cost twice as much.
   */
  function gather(): void {
    if (waiting.length >= maxGroupSize) launch();
    else if (waiting.length > 0 && groupsUnderWay === 0) linger ??= setTimeout(launch, lingerMs);
  }

  function launch(): void {
    if (linger) clearTimeout(linger);
    linger = null;
    while (waiting.length > 0 && groupsUnderWay < maxGroupsUnderWay) {
      const group = waiting.length > maxGroupSize ? waiting.splice(0, maxGroupSize) : waiting;
      if (group === waiting) waiting = [];
      groupsUnderWay += 1;
      void commit(group);
    }
  }

  return {
    get pendingCount() {
      return slots.size;
    },
    get journalBytes() {
      return journal.byteLength;
    },

    record(event) {
      const key = `${event.id}:${event.caseId}`;
      const known = slots.get(key);
      if (known) return known.promise;
      if (isClosing) return Promise.reject(unavailable('the server is stopping'));
      if (slots.size >= maxPending) return Promise.reject(unavailable('too many events wait'));
      const slot: Slot = { key, event, ...Promise.withResolvers<undefined>() };
      slots.set(key, slot);
      waiting.push(slot);
      gather();
      return slot.promise;
    },

    start: () => replay.takeOver(),

    async close() {
      isClosing = true;
      const replayed = replay.close();
      if (slots.size > 0)
        await new Promise<void>((resolve) => {
          isDrained = resolve;
          launch();
        });
      await replayed;
      await journal.close();
    },
  };
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', message, { cause, retryAfterSeconds: 1 });
}
