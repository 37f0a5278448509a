import type { Connection } from 'mongoose';
import { databaseOf } from './database-of';

/** Tells work that is long from work that waits for a database which does not answer. */
export interface DatabasePulse {
  /**
   * The value. The work for it may take any time while the database answers others. Work that is given up goes on.
   *
   * @throws {DatabaseSilentError} within 1.7 seconds of when the database stops answering.
   */
  watch<Value>(value: Promise<Value>): Promise<Value>;
}

/** Nothing was heard of the database for too long. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';

  constructor() {
    super('the database does not answer');
  }
}

/** After so long a wait we ask whether the database is there, and again after each further wait of that length. */
const lookEveryMs = 1_000;
/** How long it may take to read one small document. */
const usualPatienceMs = 700;

/**
 * Reads what every database of ours has, through all that a query goes through.
 *
 * @param patience see `ADGATE_PATIENCE`
 */
export function createDatabasePulse(connection: Connection, patience: number): DatabasePulse {
  return createPulse({
    async read(signal) {
      const migrations = databaseOf(connection).collection('migrations');
      await migrations.findOne({}, { projection: { _id: 1 }, signal });
    },
    heardAt: listenForAnswers(connection),
    patience,
  });
}

/**
 * Tells when the database has answered last, by `performance.now()`. A command that was answered gives its connection
 * back; one that was given up, too, but then its connection is closed at once. Drivers' specification of pools has both in this
 * order.
 */
function listenForAnswers(connection: Connection): () => number {
  let last = { connectionId: 0, address: '', at: -Infinity };
  let beforeLast = -Infinity;
  connection
    .getClient()
    .on('connectionCheckedIn', ({ connectionId, address }) => {
      beforeLast = last.at;
      last = { connectionId: Number(connectionId), address, at: performance.now() };
    })
    .on('connectionClosed', ({ connectionId, address, reason }) => {
      const isLast = connectionId === last.connectionId && address === last.address;
      if (isLast && reason === 'error') last = { ...last, at: beforeLast };
    });
  return () => last.at;
}

/**
 * @param options.read reads a little; rejects when the signal is aborted
 * @param options.heardAt when the database has answered anybody last, by `performance.now()`: one that is slow because
 * it has much to do is there
 * @param options.patience see `ADGATE_PATIENCE`; default: 1
 */
export function createPulse(options: {
  readonly read: (signal: AbortSignal) => Promise<void>;
  readonly heardAt: () => number;
  readonly patience?: number;
}): DatabasePulse {
  const { read, heardAt, patience = 1 } = options;
  const patienceMs = usualPatienceMs * patience;
  let asked: Promise<boolean> | null = null;

  /** However many ask, one asks the database. */
  function isThere(): Promise<boolean> {
    asked ??= ask().finally(() => {
      asked = null;
    });
    return asked;
  }

  async function ask(): Promise<boolean> {
    const begunAt = performance.now();
    const waiting = new AbortController();
    const timer = setTimeout(() => {
      // An answer that came while this process was busy is read first.
      setImmediate(() => {
        waiting.abort();
      });
    }, patienceMs);
    try {
      await read(waiting.signal);
      return true;
    } catch {
      return heardAt() > begunAt && waiting.signal.aborted;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async watch(value) {
      const away = Promise.withResolvers<never>();
      let isOver = false;
      let timer: NodeJS.Timeout | undefined;
      const lookLater = () => {
        timer = setTimeout(() => {
          void look();
        }, lookEveryMs);
      };
      const look = async () => {
        if (!(await isThere())) away.reject(new DatabaseSilentError());
        else if (!isOver) lookLater();
      };
      lookLater();
      try {
        return await Promise.race([value, away.promise]);
      } finally {
        isOver = true;
        clearTimeout(timer);
      }
    },
  };
}
