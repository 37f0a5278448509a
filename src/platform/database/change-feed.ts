import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { inTurns } from '../process/in-turns';
import type { Polled, SharedPolls } from './shared-polls';

/** Ids of documents that changed, by collection. */
export type Changes = ReadonlyMap<string, readonly string[]>;

export interface ChangeFeedOptions {
  readonly db: Connection;
  /** Collections to watch; their documents have text ids and an indexed `updatedAt`. */
  readonly collections: readonly string[];
  /** A failed call is repeated with the same ids, and with those that came meanwhile. */
  readonly onChange: (changes: Changes) => Promise<void>;
  readonly now: () => Date;
  readonly log: Logger;
  /** Polls of other processes of the machine; default: there are none. */
  readonly sharedPolls?: SharedPolls | undefined;
}

/** Changes are gathered this long before they are told. */
const gatherMs = 25;
const pollEveryMs = 1_000;
/** The stream is tried again after this. */
const reopenEveryMs = 5_000;
/** Clocks of writers may differ by so much. */
const overlapMs = 10_000;
/** A poll that others may use looks back farther: they may have polled so much earlier. */
const sharedOverlapMs = 3_000;
/** Documents of a reply, and of a turn: a reply of 16 MB would have 200,000. */
const polledPerTurn = 5_000;

/**
 * Tells a process what others changed: by a change stream, and where the server has none, or while it fails, by
 * asking every second for documents with a recent `updatedAt`. A sharded cluster is always asked: its stream waits for
 * every shard, also for one that has had nothing to tell for 10 seconds. Processes of one machine ask once for all of
 * them. Every change is told at least once, some more often.
 */
export class ChangeFeed {
  readonly #pending = new Map<string, Set<string>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #stream: mongo.ChangeStream | null = null;
  #isClosed = false;
  #telling: Promise<void> = Promise.resolve();
  /** The changes that the last poll saw, so that the overlap is not told again. */
  #seen = new Map<string, number>();
  #toldUntil: Date;
  /**
   * True while there is a gap: changes that neither a stream nor a poll has told. Polls go on until a poll closes the
   * gap.
   */
  #hasGap = false;

  constructor(private readonly options: ChangeFeedOptions) {
    this.#toldUntil = options.now();
  }

  /** From here on every change is told; call it before reading what the changes refer to. */
  async start(): Promise<void> {
    this.#toldUntil = this.options.now();
    if (await isSharded(this.options.db)) {
      this.options.log.info('the database is a sharded cluster, polling');
      this.#keepPolling();
      return;
    }
    await this.#openStream().catch((error: unknown) => {
      this.options.log.info(
        { reason: String(error) },
        'no change stream on this database, polling',
      );
      this.#pollMeanwhile();
    });
  }

  /** Every change before it has been told; about a second ago where all is well. */
  knownUntil(): Date {
    return this.#toldUntil;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#stream?.close().catch(() => undefined);
    await this.#telling;
  }

  #after(ms: number, run: () => void): NodeJS.Timeout | undefined {
    if (this.#isClosed) return undefined;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  #note(collection: string, id: string): void {
    if (this.#pending.size === 0) this.#after(gatherMs, () => this.#tell());
    let ids = this.#pending.get(collection);
    if (!ids) this.#pending.set(collection, (ids = new Set()));
    ids.add(id);
  }

  #tell(): void {
    this.#telling = this.#telling.then(async () => {
      const changes = new Map(
        [...this.#pending].map(([collection, ids]) => [collection, [...ids]]),
      );
      this.#pending.clear();
      if (changes.size === 0) return;
      try {
        await this.options.onChange(changes);
      } catch (error) {
        this.options.log.warn({ err: error }, 'changes could not be taken up, trying again');
        this.#after(pollEveryMs, () => {
          for (const [collection, ids] of changes) for (const id of ids) this.#note(collection, id);
        });
      }
    });
  }

  async #openStream(): Promise<void> {
    const { db, collections, log } = this.options;
    const opened: mongo.ChangeStream = db.watch(
      [{ $match: { 'ns.coll': { $in: [...collections] } } }],
      { maxAwaitTimeMS: 1_000 },
    );
    opened.on('change', (change) => {
      if ('documentKey' in change && 'ns' in change && 'coll' in change.ns)
        this.#note(change.ns.coll, String(change.documentKey._id));
    });
    try {
      await this.#opening(opened);
      if (this.#isClosed || opened.closed) throw new Error('the change stream closed as it opened');
    } catch (error) {
      void opened.close().catch(() => undefined);
      throw error;
    }
    this.#stream = opened;
    opened.on('resumeTokenChanged', () => {
      if (this.#stream === opened && !this.#hasGap) this.#toldUntil = this.options.now();
    });
    const onEnd = (error?: unknown) => {
      if (this.#stream !== opened || this.#isClosed) return;
      log.warn({ err: error }, 'the change stream ended, polling meanwhile');
      this.#stream = null;
      void opened.close().catch(() => undefined);
      this.#pollMeanwhile();
    };
    opened.on('error', onEnd);
    opened.on('close', onEnd);
  }

  async #opening(opened: mongo.ChangeStream): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const timer = this.#after(reopenEveryMs, () => {
      reject(new Error('the change stream did not open'));
    });
    opened.on('error', reject);
    opened.once('resumeTokenChanged', () => {
      resolve(undefined);
    });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      if (timer) this.#timers.delete(timer);
    }
  }

  #pollMeanwhile(): void {
    this.#after(reopenEveryMs, () => void this.#reopen());
    this.#keepPolling();
  }

  /** Until a poll begins with an open stream. */
  #keepPolling(): void {
    if (!this.#hasGap) this.#after(pollEveryMs, () => void this.#poll());
    this.#hasGap = true;
  }

  async #reopen(): Promise<void> {
    try {
      await this.#openStream();
      this.options.log.info('the change stream is open');
    } catch (error) {
      this.options.log.debug({ err: error }, 'no change stream, polling');
      this.#after(reopenEveryMs, () => void this.#reopen());
    }
  }

  /** A poll that begins while a stream is open, and succeeds, tells what changed before the stream opened. */
  async #poll(): Promise<void> {
    const streamAtStart = this.#stream;
    try {
      const polled = (await this.#takePoll()) ?? (await this.#read());
      await this.#tellPolled(polled);
      this.#toldUntil = new Date(polled.startedAt);
      this.#hasGap = streamAtStart === null || this.#stream !== streamAtStart;
    } catch (error) {
      this.options.log.debug({ err: error }, 'polling for changes failed');
    }
    if (this.#hasGap) this.#after(pollEveryMs, () => void this.#poll());
  }

  /** @returns null where this process has to read. A poll of before the stream opened closes no gap. */
  async #takePoll(): Promise<Polled | null> {
    const { sharedPolls, collections } = this.options;
    if (!sharedPolls || this.#stream !== null) return null;
    const after = this.#toldUntil.getTime();
    return sharedPolls
      .take({ collections, since: after - overlapMs, after })
      .catch((error: unknown) => {
        this.options.log.debug({ err: error }, 'polls are not shared');
        return null;
      });
  }

  async #read(): Promise<Polled> {
    const { db, collections, now, sharedPolls } = this.options;
    const startedAt = now().getTime();
    const overlap = overlapMs + (sharedPolls ? sharedOverlapMs : 0);
    const since = this.#toldUntil.getTime() - overlap;
    const found: [collection: string, id: string, updatedAt: number][] = [];
    for (const name of collections) {
      const recent = db
        .collection<{ _id: string; updatedAt: Date }>(name)
        .find(
          { updatedAt: { $gte: new Date(since) } },
          { projection: { updatedAt: 1 }, batchSize: polledPerTurn },
        );
      for await (const { _id, updatedAt } of recent) found.push([name, _id, updatedAt.getTime()]);
    }
    const polled = { collections, since, startedAt, found };
    sharedPolls?.tell(polled).catch((error: unknown) => {
      this.options.log.debug({ err: error }, 'a poll was not shared');
    });
    return polled;
  }

  async #tellPolled({ found }: Polled): Promise<void> {
    const seen = new Map<string, number>();
    for await (const some of inTurns(found, polledPerTurn))
      for (const [name, id, updatedAt] of some) {
        const key = `${name} ${id}`;
        seen.set(key, updatedAt);
        if (this.#seen.get(key) !== updatedAt) this.#note(name, id);
      }
    this.#seen = seen;
  }
}

/** Says that the server is a `mongos`. A server that does not say counts as none. */
async function isSharded({ db }: Connection): Promise<boolean> {
  const hello = await db?.command({ hello: 1 }).catch(() => null);
  return hello?.['msg'] === 'isdbgrid';
}
