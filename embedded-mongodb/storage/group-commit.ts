import type { DatabaseSync } from 'node:sqlite';
import { MongoError, mongoError } from '../errors';
import { isSqliteError } from './folder';

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
  readonly #db: DatabaseSync;
  readonly #hooks: CommitHooks;
  #waiting: Settle[] = [];
  #isOpen = false;

  constructor(db: DatabaseSync, hooks: CommitHooks) {
    this.#db = db;
    this.#hooks = hooks;
  }

  /** Must precede every write. */
  begin(): void {
    if (this.#isOpen) return;
    this.#db.exec('BEGIN IMMEDIATE');
    this.#isOpen = true;
    setImmediate(() => this.flush());
  }

  /** Calls back when everything written so far is durable: at once if it is. */
  whenDurable(settle: Settle): void {
    if (this.#isOpen) this.#waiting.push(settle);
    else settle();
  }

  /** Commits what is open, now. */
  flush(): void {
    if (!this.#isOpen) return;
    try {
      this.#hooks.beforeCommit();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.fail(error);
      return;
    }
    this.#isOpen = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#hooks.committed();
    for (const settle of waiting) settle();
  }

  /** Gives up the open transaction: every waiting caller gets the error. */
  fail(error: unknown): void {
    if (!this.#isOpen) return;
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    this.#isOpen = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#hooks.failed();
    const known = toMongoError(error);
    const answer =
      known instanceof MongoError ? known : mongoError('InternalError', 'the commit failed');
    for (const settle of waiting) settle(answer);
  }
}
