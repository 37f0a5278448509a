import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { MongoError, mongoError } from '../errors';
import { isSqliteError } from './folder';
import { assertPresent } from '../present';

/** Called once, with an error when nothing of the commit was kept. */
export type Settle = (error?: MongoError) => void;

export interface CommitHooks {
  /** Writes what belongs to the commit but is gathered in memory. */
  beforeCommit(): void;
  committed(): void;
  /** Everything written since the last commit is gone: memory must follow. */
  failed(): void;
}

const sqliteFull = 13;
const sqliteCorrupt = 11;

/** A client's view of an error of SQLite; other errors come back as they are. */
export function toMongoError(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const code = error.errcode & 0xff;
  if (code === sqliteFull) {
    return mongoError('OutOfDiskSpace', 'the disk is full: nothing of this was written');
  }
  const hint = code === sqliteCorrupt ? 'the database file is damaged: ' : 'storage: ';
  return mongoError('InternalError', hint + error.message);
}

/**
 * Puts all writes of one event-loop turn into one SQLite transaction, whose COMMIT (one fsync) runs
 * in `setImmediate`. Answers to what was written, or read after it, wait for that.
 */
export class GroupCommit {
  /** Counts the commits that failed: nothing of them was kept. */
  failures = 0;
  readonly #db: DatabaseSync;
  readonly #hooks: CommitHooks;
  #waiting: Settle[] = [];
  #isOpen = false;
  #isReading = false;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  /** Why the open transaction will not be kept. */
  #cause: unknown;
  #lastFailure: MongoError | undefined;

  constructor(db: DatabaseSync, hooks: CommitHooks) {
    this.#db = db;
    this.#hooks = hooks;
    this.#begin = db.prepare('BEGIN');
    this.#end = db.prepare('COMMIT');
  }

  /**
   * Must precede every write.
   *
   * @throws {MongoError} when the open transaction will not be kept, or SQLite has rolled it back
   * itself: nothing may be written before the turn is settled
   */
  begin(): void {
    if (this.#isOpen) {
      if (this.#isLost()) throw this.#failure();
      return;
    }
    this.#endReads();
    this.#db.exec('BEGIN IMMEDIATE');
    this.#isOpen = true;
    setImmediate(() => this.flush());
  }

  /**
   * Lets the reads of this turn share one snapshot. SQLite locks and unlocks the file for each that is
   * alone, which takes longer than to find a document; nobody else writes, so nothing is missed.
   */
  beginReads(): void {
    if (this.#isOpen || this.#isReading) return;
    this.#begin.run();
    this.#isReading = true;
    setImmediate(() => this.#endReads());
  }

  #endReads(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    // An error of the disk has ended it already.
    if (this.#db.isTransaction) this.#end.run();
  }

  /** True while a write is not durable yet. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Calls back when everything written so far is durable: at once if it is. */
  whenDurable(settle: Settle): void {
    if (this.#isOpen) this.#waiting.push(settle);
    else settle();
  }

  /**
   * Resolves when everything written so far is durable.
   *
   * @throws {MongoError} when nothing of the turn was kept
   */
  async durable(): Promise<void> {
    const failure = await new Promise<MongoError | undefined>((resolve) => {
      this.whenDurable(resolve);
    });
    if (failure) throw failure;
  }

  /** Resolves at the end of the turn if the open transaction will not be kept, else at once. */
  async settled(): Promise<void> {
    if (this.#isOpen && this.#isLost()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Commits what is open, now. */
  flush(): void {
    this.#endReads();
    if (!this.#isOpen) return;
    try {
      if (this.#isLost()) throw this.#failure();
      this.#hooks.beforeCommit();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.fail(error);
      this.#giveUp();
      return;
    }
    const waiting = this.#close();
    this.#hooks.committed();
    for (const settle of waiting) settle();
  }

  /**
   * Lets nothing of the open transaction be kept. Whoever waits is told at the end of the turn, when
   * everyone who wrote in it does.
   */
  fail(error: unknown): void {
    if (this.#isOpen) this.#cause ??= error;
  }

  /** @throws {MongoError} the last failure, when there was one after `failures` was read */
  assertKept(failures: number): void {
    if (failures !== this.failures)
      throw assertPresent(this.#lastFailure, 'a failure that is counted is kept');
  }

  #isLost(): boolean {
    return this.#cause !== undefined || !this.#db.isTransaction;
  }

  #failure(): MongoError {
    const known = toMongoError(this.#cause);
    return known instanceof MongoError ? known : mongoError('InternalError', 'the commit failed');
  }

  #giveUp(): void {
    const failure = this.#failure();
    this.#lastFailure = failure;
    this.failures += 1;
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    const waiting = this.#close();
    this.#hooks.failed();
    for (const settle of waiting) settle(failure);
  }

  #close(): readonly Settle[] {
    const waiting = this.#waiting;
    this.#isOpen = false;
    this.#cause = undefined;
    this.#waiting = [];
    return waiting;
  }
}
