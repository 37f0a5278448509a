import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../../errors';
import { createOutages, type Outages } from '../../platform/process/outages';
import type { AdEvent } from './event';
import { createEventInserter } from './event-inserter';
import type { JournalAccess } from './event-journal';
import type { EventStore } from './event.store';
import { createJournalReplay } from './journal-replay';

export interface EventLogOptions {
  readonly store: Pick<EventStore, 'insertMany'>;
  readonly journal: JournalAccess;
  readonly log: Logger;
  readonly now: () => Date;
  /** Most events that may wait; default 20,000. */
  readonly maxPending?: number;
  /** Events of before are removed from the database; default: null, none are. */
  readonly keptFrom?: () => Date | null;
  /** See `ADGATE_PATIENCE`; default: 1. */
  readonly patience?: number;
  /** Gets every event once, when the database has it; repeats of a stored event, its other cases too, are left out. */
  readonly onCommitted?: (events: readonly AdEvent[]) => void;
}

interface Slot extends PromiseWithResolvers<undefined> {
  readonly key: string;
  readonly event: AdEvent;
}

const usualPending = 20_000;
const maxGroupSize = 1000;
/** While one group is stored the next one is encoded. */
const maxGroupsUnderWay = 2;
/** How long a group waits for company. */
const lingerMs = 2;
/** How long a group is tried again before it goes to the journal. */
const retryForMs = 250;
const firstRetryMs = 10;

/** Takes every impression and click, many callers, few writes: group commit over the database, the journal behind it. */
export class EventLog {
  readonly #outages: Outages;
  readonly #insert: (events: readonly AdEvent[]) => Promise<void>;
  readonly #replay: ReturnType<typeof createJournalReplay>;
  readonly #slots = new Map<string, Slot>();
  #waiting: Slot[] = [];
  #groupsUnderWay = 0;
  #linger: NodeJS.Timeout | null = null;
  #isDatabaseAway = false;
  #isDrained: (() => void) | null = null;
  #isClosing = false;

  constructor(private readonly options: EventLogOptions) {
    const { store, journal, log, now, patience = 1 } = options;
    this.#outages = createOutages(log);
    this.#insert = createEventInserter({
      store,
      now,
      patience,
      onInserted: (added) => this.#noteInserted(added),
    });
    this.#replay = createJournalReplay({
      journal,
      log,
      insert: (events) => this.#insertKept(events),
    });
  }

  /** Events that are not yet durable. */
  get pendingCount(): number {
    return this.#slots.size;
  }

  /** Bytes of events on the disk that wait for the database. */
  get journalBytes(): number {
    return this.options.journal.byteLength;
  }

  /**
   * Resolves once the event is durable: stored by the database with a majority write concern, or, while that is away,
   * in the journal on the disk. An event whose id and case are known is the same event: stored once, answered alike.
   *
   * @throws {AppError} `SERVICE_UNAVAILABLE` when too many wait, or neither database nor disk takes it.
   */
  record(event: AdEvent): Promise<void> {
    const key = `${event.id}:${event.caseId}`;
    const known = this.#slots.get(key);
    if (known) return known.promise;
    if (this.#isClosing) return Promise.reject(unavailable('the server is stopping'));
    if (this.#slots.size >= (this.options.maxPending ?? usualPending))
      return Promise.reject(unavailable('too many events wait'));
    const slot: Slot = { key, event, ...Promise.withResolvers<undefined>() };
    this.#slots.set(key, slot);
    this.#waiting.push(slot);
    this.#gather();
    return slot.promise;
  }

  /** Takes over the journals of processes that are gone, and begins to move them into the database. */
  start(): Promise<void> {
    return this.#replay.takeOver();
  }

  /** Takes no more events and resolves once all that were taken are durable. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const replayed = this.#replay.close();
    if (this.#slots.size > 0)
      await new Promise<void>((resolve) => {
        this.#isDrained = resolve;
        this.#launch();
      });
    await replayed;
    await this.options.journal.close();
  }

  #noteInserted(added: readonly AdEvent[]): void {
    const { log, onCommitted } = this.options;
    if (this.#isDatabaseAway) log.info('the database takes events again');
    this.#isDatabaseAway = false;
    if (added.length === 0) return;
    try {
      onCommitted?.(added);
    } catch (error) {
      log.error({ err: error }, 'an observer of events failed');
    }
  }

  /** Older events are dropped: nobody can tell any more which of them were counted already. */
  async #insertKept(events: readonly AdEvent[]): Promise<void> {
    const { log, keptFrom } = this.options;
    const from = keptFrom?.() ?? null;
    const kept = from === null ? events : events.filter(({ occurredAt }) => occurredAt >= from);
    if (kept.length < events.length)
      log.error(
        { count: events.length - kept.length },
        'events of the journal are older than events are kept: they are left out',
      );
    if (kept.length > 0) await this.#insert(kept);
  }

  async #insertWithRetries(events: readonly AdEvent[]): Promise<void> {
    const giveUpAt = performance.now() + retryForMs;
    for (let pauseMs = firstRetryMs; ; pauseMs *= 2) {
      try {
        await this.#insert(events);
        return;
      } catch (error) {
        if (performance.now() + pauseMs > giveUpAt) throw error;
      }
      await pause(pauseMs);
    }
  }

  async #makeDurable(events: readonly AdEvent[]): Promise<void> {
    if (!this.#isDatabaseAway) {
      try {
        await this.#insertWithRetries(events);
        return;
      } catch (error) {
        this.#outages.note('events go to the journal', error);
        this.#isDatabaseAway = true;
      }
    }
    try {
      await this.options.journal.append(events);
    } finally {
      this.#replay.start();
      // When no replay runs that would notice the database's return, the next group asks the database itself.
      if (!this.#replay.isRunning) this.#isDatabaseAway = false;
    }
  }

  async #commit(group: readonly Slot[]): Promise<void> {
    try {
      await this.#makeDurable(group.map((slot) => slot.event));
      for (const slot of group) slot.resolve(undefined);
    } catch (error) {
      this.#outages.note('events are neither stored nor journalled', error);
      for (const slot of group) slot.reject(unavailable('events cannot be stored', error));
    }
    for (const slot of group) this.#slots.delete(slot.key);
    this.#groupsUnderWay -= 1;
    if (this.#slots.size === 0) this.#isDrained?.();
    this.#gather();
  }

  /**
   * Begins a group when it is full, else a moment after its first event or after the group before it: the answers to
   * that one bring the requests which fill the next. Two half groups in turn would cost twice as much.
   */
  #gather(): void {
    if (this.#waiting.length >= maxGroupSize) this.#launch();
    else if (this.#waiting.length > 0 && this.#groupsUnderWay === 0)
      this.#linger ??= setTimeout(() => this.#launch(), lingerMs);
  }

  #launch(): void {
    if (this.#linger) clearTimeout(this.#linger);
    this.#linger = null;
    while (this.#waiting.length > 0 && this.#groupsUnderWay < maxGroupsUnderWay) {
      const group =
        this.#waiting.length > maxGroupSize ? this.#waiting.splice(0, maxGroupSize) : this.#waiting;
      if (group === this.#waiting) this.#waiting = [];
      this.#groupsUnderWay += 1;
      void this.#commit(group);
    }
  }
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', message, { cause, retryAfterSeconds: 1 });
}
