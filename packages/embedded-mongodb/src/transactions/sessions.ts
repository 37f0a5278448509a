import type { StatementSync } from 'node:sqlite';
import { decodeDocument, type Doc, encodeDocument, toDoc } from '../bson/values';
import { locationError, type MongoError, mongoError } from '../errors';
import { bytesOf } from '../storage/columns';
import type { Store } from '../storage/store';
import { applyState, Session, type Stage, toState } from './session';
import { Snapshots } from './snapshots';
import { Transaction } from './transaction';

const transactionLifetimeMs = 60_000;
const sessionLifetimeMs = 30 * 60_000;
const maxSessions = 100_000;

/** Error 251 with the label that makes `withTransaction` run the whole transaction again. */
export function noSuchTransaction(txnNumber: bigint): MongoError {
  const message = `Given transaction number ${txnNumber} does not match any in-progress transactions`;
  const error = mongoError('NoSuchTransaction', message);
  error.errorLabels = ['TransientTransactionError'];
  return error;
}

/** How a command takes part in its session, from its generic members. */
export interface SessionUse {
  readonly lsid: Doc;
  readonly txnNumber: bigint;
  readonly isTransaction: boolean;
  readonly isStart: boolean;
  /** `commitTransaction` or `abortTransaction`, which may find their transaction already ended. */
  readonly isEnd: boolean;
  readonly connectionId: number;
}

/**
 * Sessions with a transaction number. What retryable writes answered, and which transaction was
 * committed last, is written in the same commit as the writes themselves: a retry after a crash
 * finds it.
 */
export class Sessions {
  readonly #store: Store;
  readonly #sessions = new Map<string, Session>();
  readonly #unsaved = new Set<Session>();
  readonly #snapshots: Snapshots;
  readonly #select: StatementSync;
  readonly #write: StatementSync;

  constructor(store: Store) {
    this.#store = store;
    this.#snapshots = new Snapshots(store);
    const { writer } = store.folder;
    this.#select = writer.prepare('SELECT state FROM sessions WHERE lsid = ?');
    this.#write = writer.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)');
    store.beforeCommit.push(() => this.#save());
    store.afterFailure.push(() => this.#restore());
  }

  /**
   * Takes the session for one command, after the command that has it is done.
   *
   * @returns the session and the function that gives it back
   * @throws {MongoError} TransactionTooOld (225), NoSuchTransaction (251)
   */
  async checkOut(use: SessionUse): Promise<{ session: Session; giveBack: () => void }> {
    const session = this.#find(use.lsid);
    const before = session.tail;
    let giveBack: () => void = () => undefined;
    session.holders += 1;
    session.tail = new Promise((resolve) => {
      giveBack = () => {
        session.holders -= 1;
        resolve();
      };
    });
    await before;
    try {
      this.#enter(session, use);
      return { session, giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #find(lsid: Doc): Session {
    const id = lsid.get('id');
    const bytes = encodeDocument(new Map([['id', id ?? null]]));
    const key = bytes.toString('latin1');
    const known = this.#sessions.get(key);
    if (known) return known;
    if (this.#sessions.size >= maxSessions) {
      throw mongoError('TooManyLogicalSessions', 'too many sessions are open');
    }
    const session = this.#read(key, lsid);
    session.usedAt = this.#store.now().getTime();
    this.#sessions.set(key, session);
    return session;
  }

  /** A session as the file has it. */
  #read(key: string, lsid: Doc): Session {
    const session = new Session(key, lsid);
    const row = this.#select.get(Buffer.from(key, 'latin1'));
    if (row) applyState(session, decodeDocument(bytesOf(row, 'state')));
    return session;
  }

  #enter(session: Session, use: SessionUse): void {
    const { txnNumber } = use;
    session.usedAt = this.#store.now().getTime();
    if (txnNumber < session.txnNumber) {
      throw mongoError(
        'TransactionTooOld',
        `txnNumber ${txnNumber} is older than ${session.txnNumber}`,
      );
    }
    if (!use.isTransaction) this.#enterRetryable(session, txnNumber);
    else if (use.isStart) this.#start(session, txnNumber);
    else if (txnNumber > session.txnNumber) throw noSuchTransaction(txnNumber);
    else if (!use.isEnd && session.stage !== 'open') {
      if (session.stage !== 'committed') throw noSuchTransaction(txnNumber);
      const message = `Transaction with txnNumber ${txnNumber} has been committed.`;
      throw mongoError('TransactionCommitted', message);
    }
    if (use.isTransaction) session.connectionId = use.connectionId;
  }

  #enterRetryable(session: Session, txnNumber: bigint): void {
    if (txnNumber > session.txnNumber) this.#begin(session, txnNumber, 'retryable');
    else if (session.stage !== 'retryable') {
      throw locationError(50911, `txnNumber ${txnNumber} is that of a transaction`);
    }
  }

  #start(session: Session, txnNumber: bigint): void {
    if (txnNumber === session.txnNumber && session.stage !== 'aborted') {
      throw mongoError(
        'ConflictingOperationInProgress',
        `txnNumber ${txnNumber} is already in use`,
      );
    }
    this.#begin(session, txnNumber, 'open');
    const lsid = toDoc({ lsid: session.lsid, txnNumber });
    session.transaction = new Transaction(this.#store, this.#snapshots, lsid);
    session.transactionStartedAt = this.#store.now().getTime();
  }

  #begin(session: Session, txnNumber: bigint, stage: Stage): void {
    this.abort(session);
    session.txnNumber = txnNumber;
    session.stage = stage;
    session.statements = new Map();
  }

  /** Aborts the session's transaction, if one is open. */
  abort(session: Session): void {
    if (!session.transaction) return;
    session.transaction.abort();
    session.transaction = undefined;
    session.stage = 'aborted';
  }

  /**
   * Applies the session's open transaction; does nothing if it is committed already. One that has only read is not
   * remembered in the file: whoever commits it again after a crash runs it again.
   */
  commit(session: Session): void {
    if (session.stage === 'committed') return;
    if (!session.transaction) throw noSuchTransaction(session.txnNumber);
    const { transaction } = session;
    const { hasWrites } = transaction;
    session.transaction = undefined;
    session.stage = 'aborted';
    transaction.commit();
    session.stage = 'committed';
    if (hasWrites) this.#unsaved.add(session);
  }

  /** Remembers what a statement of a retryable write answered. */
  saveStatement(session: Session, statementId: number, outcome: Doc): void {
    session.statements.set(statementId, outcome);
    this.#unsaved.add(session);
  }

  /** The transactions that use a collection. */
  transactionsOn(collectionId: number): Transaction[] {
    return [...this.#sessions.values()]
      .flatMap(({ transaction }) => transaction ?? [])
      .filter((transaction) => transaction.uses.has(collectionId));
  }

  /** Aborts the transactions whose last command came over a connection that is gone. */
  connectionLost(connectionId: number): void {
    for (const session of this.#sessions.values()) {
      if (session.transaction && session.connectionId === connectionId)
        this.#abortWhenIdle(session);
    }
  }

  #abortWhenIdle(session: Session): void {
    const { transaction } = session;
    void session.tail.then(() => {
      if (session.transaction === transaction) this.abort(session);
    });
  }

  /** Aborts transactions past their 60 s and forgets sessions unused for 30 minutes. */
  expire(): void {
    const now = this.#store.now().getTime();
    for (const session of this.#sessions.values()) {
      const isOverdue = now - session.transactionStartedAt > transactionLifetimeMs;
      if (session.transaction && isOverdue) this.#abortWhenIdle(session);
      const isIdle = now - session.usedAt > sessionLifetimeMs;
      if (isIdle && !session.transaction && session.holders === 0) {
        this.#sessions.delete(session.key);
      }
    }
    const statement = this.#store.folder.writer.prepare(
      'SELECT 1 FROM sessions WHERE at < ? LIMIT 1',
    );
    const oldest = now - sessionLifetimeMs;
    if (!statement.get(oldest)) return;
    this.#store.commit.begin();
    this.#store.folder.writer.prepare('DELETE FROM sessions WHERE at < ?').run(oldest);
  }

  /** Aborts what is open and closes the snapshots. */
  close(): void {
    for (const session of this.#sessions.values()) this.abort(session);
    this.#snapshots.close();
  }

  #save(): void {
    if (this.#unsaved.size === 0) return;
    for (const session of this.#unsaved) {
      this.#write.run(
        Buffer.from(session.key, 'latin1'),
        session.usedAt,
        encodeDocument(toState(session)),
      );
    }
    this.#unsaved.clear();
  }

  /**
   * After a failed commit only what is on disk counts; open transactions have written nothing yet. The
   * sessions stay the same objects: a retry that waits for one must not find what was lost, and one
   * that comes must wait for the command that has it.
   */
  #restore(): void {
    this.#unsaved.clear();
    for (const session of this.#sessions.values()) {
      if (session.transaction) continue;
      const saved = this.#read(session.key, session.lsid);
      const isSaved = saved.txnNumber === session.txnNumber;
      session.statements = isSaved ? saved.statements : new Map<number, Doc>();
      if (isSaved) session.stage = saved.stage;
      else if (session.stage === 'committed') session.stage = 'aborted';
    }
  }
}
