import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';

/** Ids of documents that changed, by collection. */
export type Changes = ReadonlyMap<string, readonly string[]>;

/**
 * Tells a process what others changed: by a change stream, and where the server has none, or while it fails, by
 * asking every second for documents with a recent `updatedAt`. A sharded cluster is always asked: its stream waits for
 * every shard, also for one that has had nothing to tell for 10 seconds. Every change is told at least once, some more
 * often.
 */
export interface ChangeFeed {
  /** From here on every change is told; call it before reading what the changes refer to. */
  start(): Promise<void>;
  /** Every change before it has been told; about a second ago where all is well. */
  knownUntil(): Date;
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  readonly db: Connection;
  /** Collections to watch; their documents have text ids and an indexed `updatedAt`. */
  readonly collections: readonly string[];
  /** A failed call is repeated with the same ids, and with those that came meanwhile. */
  readonly onChange: (changes: Changes) => Promise<void>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Changes are gathered this long before they are told. */
const gatherMs = 25;
const pollEveryMs = 1_000;
/** The stream is tried again after this. */
const reopenEveryMs = 5_000;
/** Clocks of writers may differ by so much. */
const overlapMs = 10_000;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { db, collections, onChange, now, log } = options;
  const pending = new Map<string, Set<string>>();
  const timers = new Set<NodeJS.Timeout>();
  let stream: mongo.ChangeStream | null = null;
  let isClosed = false;
  let telling: Promise<void> = Promise.resolve();
  /** The changes that the last poll saw, so that the overlap is not told again. */
  let seen = new Map<string, number>();
  let toldUntil = now();
  /**
   * True while there is a gap: changes that neither a stream nor a poll has told. Polls go on until a poll closes the
   * gap.
   */
  let hasGap = false;

  function after(ms: number, run: () => void): NodeJS.Timeout | undefined {
    if (isClosed) return undefined;
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
    return timer;
  }

  function note(collection: string, id: string): void {
    if (pending.size === 0) after(gatherMs, tell);
    let ids = pending.get(collection);
    if (!ids) pending.set(collection, (ids = new Set()));
    ids.add(id);
  }

  function tell(): void {
    telling = telling.then(async () => {
      const changes = new Map([...pending].map(([collection, ids]) => [collection, [...ids]]));
      pending.clear();
      if (changes.size === 0) return;
      try {
        await onChange(changes);
      } catch (error) {
        log.warn({ err: error }, 'changes could not be taken up, trying again');
        after(pollEveryMs, () => {
          for (const [collection, ids] of changes) for (const id of ids) note(collection, id);
        });
      }
    });
  }

  async function openStream(): Promise<void> {
    const opened: mongo.ChangeStream = db.watch(
      [{ $match: { 'ns.coll': { $in: [...collections] } } }],
      {
        maxAwaitTimeMS: 1_000,
      },
    );
    opened.on('change', (change) => {
      if ('documentKey' in change && 'ns' in change && 'coll' in change.ns)
        note(change.ns.coll, String(change.documentKey._id));
    });
    try {
      await opening(opened);
      if (isClosed || opened.closed) throw new Error('the change stream closed as it opened');
    } catch (error) {
      void opened.close().catch(() => undefined);
      throw error;
    }
    stream = opened;
    opened.on('resumeTokenChanged', () => {
      if (stream === opened && !hasGap) toldUntil = now();
    });
    const onEnd = (error?: unknown) => {
      if (stream !== opened || isClosed) return;
      log.warn({ err: error }, 'the change stream ended, polling meanwhile');
      stream = null;
      void opened.close().catch(() => undefined);
      pollMeanwhile();
    };
    opened.on('error', onEnd);
    opened.on('close', onEnd);
  }

  async function opening(opened: mongo.ChangeStream): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const timer = after(reopenEveryMs, () => {
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
      if (timer) timers.delete(timer);
    }
  }

  function pollMeanwhile(): void {
    after(reopenEveryMs, () => void reopen());
    keepPolling();
  }

  /** Until a poll begins with an open stream. */
  function keepPolling(): void {
    if (!hasGap) after(pollEveryMs, () => void poll());
    hasGap = true;
  }

  async function reopen(): Promise<void> {
    try {
      await openStream();
      log.info('the change stream is open');
    } catch (error) {
      log.debug({ err: error }, 'no change stream, polling');
      after(reopenEveryMs, () => void reopen());
    }
  }

  /** A poll that begins while a stream is open, and succeeds, tells what changed before the stream opened. */
  async function poll(): Promise<void> {
    const startedAt = now();
    const streamAtStart = stream;
    try {
      await tellRecent(new Date(toldUntil.getTime() - overlapMs));
      toldUntil = startedAt;
      hasGap = streamAtStart === null || stream !== streamAtStart;
    } catch (error) {
      log.debug({ err: error }, 'polling for changes failed');
    }
    if (hasGap) after(pollEveryMs, () => void poll());
  }

  async function tellRecent(since: Date): Promise<void> {
    const found = new Map<string, number>();
    for (const name of collections) {
      const recent = db
        .collection<{ _id: string; updatedAt: Date }>(name)
        .find({ updatedAt: { $gte: since } }, { projection: { updatedAt: 1 } });
      for await (const { _id, updatedAt } of recent) {
        const key = `${name} ${_id}`;
        found.set(key, updatedAt.getTime());
        if (seen.get(key) !== updatedAt.getTime()) note(name, _id);
      }
    }
    seen = found;
  }

  return {
    async start() {
      toldUntil = now();
      if (await isSharded(db)) {
        log.info('the database is a sharded cluster, polling');
        keepPolling();
        return;
      }
      await openStream().catch((error: unknown) => {
        log.info({ reason: String(error) }, 'no change stream on this database, polling');
        pollMeanwhile();
      });
    },
    knownUntil: () => toldUntil,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await stream?.close().catch(() => undefined);
      await telling;
    },
  };
}

/** Says that the server is a `mongos`. A server that does not say counts as none. */
async function isSharded({ db }: Connection): Promise<boolean> {
  const hello = await db?.command({ hello: 1 }).catch(() => null);
  return hello?.['msg'] === 'isdbgrid';
}
