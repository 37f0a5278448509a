import { randomBytes } from 'node:crypto';
import { Binary, type Timestamp } from 'bson';
import type { Doc } from '../bson/values';
import { badValue, mongoError } from '../errors';
import type { PinnedView } from '../transactions/pinned-views';
import type { Session } from '../transactions/session';
import type { Transaction } from '../transactions/transaction';
import type { Pacer } from './pacer';
import { maxDocumentBytes } from './stored';

const idleTimeoutMs = 10 * 60_000;
/** A session's timeout, which ends even cursors that ask for none. */
const sessionTimeoutMs = 30 * 60_000;
const defaultAwaitMs = 1000;
/** Each holds what it has read ahead, up to a megabyte, and what it has sorted. */
const maxCursors = 1000;

/** Encoded documents; `undefined` in between where the pacer is due. */
export type Encoded = Iterator<Uint8Array | undefined, void>;

/** The facts of a request that a cursor needs to make a batch. */
export interface CursorUser {
  readonly pacer: Pacer;
  readonly now: Date;
  readonly session: Session | undefined;
  readonly transaction: Transaction | undefined;
  readonly pinned: PinnedView | undefined;
  /** The logical session, for `endSessions`. */
  readonly lsid: Doc | undefined;
  /** Aborted when the client is gone or the server stops. */
  readonly ending: AbortSignal;
}

/** A batch of a cursor: encoded documents are spliced into the answer. */
export interface CursorReply {
  readonly cursorId: bigint;
  readonly ns: string;
  readonly batchName: 'firstBatch' | 'nextBatch';
  readonly batch: readonly Uint8Array[];
  readonly postBatchResumeToken?: Doc;
  /** The time that a snapshot shows. */
  readonly atClusterTime?: Timestamp;
}

/** A change stream behind a batch: more may come. */
export interface Tail {
  /** Nothing will follow. */
  readonly isOver: boolean;
  /** Waits for more, at most `maxWaitMs`; false when the time is over, or the client is gone. */
  wait(maxWaitMs: number, ending: AbortSignal): Promise<boolean>;
  resumeToken(): Doc;
}

interface Cursor {
  readonly id: bigint;
  readonly ns: string;
  readonly documents: Encoded;
  readonly pacer: Pacer;
  readonly tail: Tail | undefined;
  readonly session: Session | undefined;
  readonly txnNumber: bigint | undefined;
  readonly lsid: Doc | undefined;
  readonly idleTimeoutMs: number;
  usedAt: number;
  isBusy: boolean;
  /** A document that did not fit the last batch. */
  held: Uint8Array | undefined;
  readonly pinned: PinnedView | undefined;
}

export interface CursorOptions {
  readonly ns: string;
  readonly documents: Encoded;
  /** Undefined for as many as the reply holds. */
  readonly batchSize: number | undefined;
  readonly isSingleBatch?: boolean;
  readonly noCursorTimeout?: boolean;
  readonly tail?: Tail;
}

interface Batch {
  readonly batch: Uint8Array[];
  readonly isDone: boolean;
}

async function fill(cursor: Omit<Cursor, 'id'>, most: number): Promise<Batch> {
  const batch: Uint8Array[] = [];
  let size = 0;
  while (batch.length < most && size < maxDocumentBytes) {
    let bytes = cursor.held;
    cursor.held = undefined;
    if (!bytes) {
      const next = cursor.documents.next();
      if (next.done) return { batch, isDone: cursor.tail?.isOver ?? true };
      if (!next.value) {
        await cursor.pacer.rest();
        continue;
      }
      bytes = next.value;
    }
    size += bytes.length;
    if (size > maxDocumentBytes && batch.length > 0 && !cursor.tail) {
      cursor.held = bytes;
      break;
    }
    batch.push(bytes);
  }
  return { batch, isDone: false };
}

/** The id of a logical session, hex; undefined for an id that no session can have. */
export function lsidKey(lsid: Doc | undefined): string | undefined {
  const id = lsid?.get('id');
  return id instanceof Binary ? id.toString('hex') : undefined;
}

/** The server's open cursors. */
export class Cursors {
  readonly #cursors = new Map<bigint, Cursor>();

  get size(): number {
    return this.#cursors.size;
  }

  /** Answers the first batch, and keeps the cursor if there is more. */
  async open(user: CursorUser, options: CursorOptions): Promise<CursorReply> {
    const { ns, documents, tail } = options;
    const cursor: Omit<Cursor, 'id'> = {
      ns,
      documents,
      tail,
      pacer: user.pacer,
      session: user.transaction && user.session,
      txnNumber: user.transaction && user.session?.txnNumber,
      lsid: user.lsid,
      idleTimeoutMs: options.noCursorTimeout ? sessionTimeoutMs : idleTimeoutMs,
      usedAt: user.now.getTime(),
      isBusy: false,
      held: undefined,
      pinned: user.pinned,
    };
    const { batch, isDone } = await fill(cursor, options.batchSize ?? Infinity);
    const reply = {
      ns,
      batch,
      batchName: 'firstBatch' as const,
      ...(tail && { postBatchResumeToken: tail.resumeToken() }),
      ...(user.pinned && { atClusterTime: user.pinned.at }),
    };
    if (isDone || options.isSingleBatch) {
      return { ...reply, cursorId: 0n };
    }
    if (this.#cursors.size >= maxCursors) this.#killLongestIdle();
    cursor.pacer.pause();
    const id = randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn;
    this.#cursors.set(id, { ...cursor, id });
    return { ...reply, cursorId: id };
  }

  /**
   * @param options `maxWaitMs` is how long a change stream waits for an event; 1 s by default
   * @throws {MongoError} CursorNotFound (43), CursorInUse (187), CursorKilled (237) when it was killed
   * meanwhile, BadValue (2) for `maxWaitMs` of another cursor, MaxTimeMSExpired (50) when all its
   * batches together took its `maxTimeMS`
   */
  async next(
    user: CursorUser,
    id: bigint,
    options: { readonly batchSize: number | undefined; readonly maxWaitMs: number | undefined },
  ): Promise<CursorReply> {
    const cursor = this.#cursors.get(id);
    const isOwn =
      cursor?.session === (user.transaction && user.session) &&
      (!cursor?.session || cursor.txnNumber === user.session?.txnNumber);
    if (!cursor || !isOwn) throw mongoError('CursorNotFound', `cursor id ${id} not found`);
    if (cursor.isBusy) throw mongoError('CursorInUse', `cursor id ${id} is already in use`);
    if (options.maxWaitMs !== undefined && !cursor.tail) {
      const message = 'cannot set maxTimeMS on getMore command for a non-awaitData cursor';
      throw badValue(message);
    }
    cursor.isBusy = true;
    cursor.usedAt = user.now.getTime();
    if (cursor.pinned) cursor.pinned.usedAt = cursor.usedAt;
    // The longest idle one stays the first.
    this.#cursors.delete(id);
    this.#cursors.set(id, cursor);
    try {
      const most = options.batchSize ?? Infinity;
      if (cursor.tail) cursor.pacer.start(0);
      else cursor.pacer.resume();
      let { batch, isDone } = await fill(cursor, most);
      const end = performance.now() + (options.maxWaitMs ?? defaultAwaitMs);
      while (cursor.tail && batch.length === 0 && !isDone) {
        if (!(await cursor.tail.wait(Math.max(0, end - performance.now()), user.ending))) break;
        ({ batch, isDone } = await fill(cursor, most));
      }
      if (!this.#cursors.has(id)) throw mongoError('CursorKilled', `cursor id ${id} was killed`);
      if (isDone) this.#cursors.delete(id);
      return {
        ns: cursor.ns,
        batch,
        batchName: 'nextBatch',
        cursorId: isDone ? 0n : id,
        ...(cursor.tail && { postBatchResumeToken: cursor.tail.resumeToken() }),
        ...(cursor.pinned && { atClusterTime: cursor.pinned.at }),
      };
    } catch (error) {
      this.#cursors.delete(id);
      cursor.documents.return?.();
      throw error;
    } finally {
      cursor.pacer.pause();
      cursor.isBusy = false;
    }
  }

  #killLongestIdle(): void {
    for (const [id, { isBusy }] of this.#cursors) if (!isBusy) return void this.kill(id);
    throw mongoError('TooManyFilesOpen', 'too many cursors are open');
  }

  /** @returns whether there was such a cursor */
  kill(id: bigint): boolean {
    const cursor = this.#cursors.get(id);
    this.#cursors.delete(id);
    if (cursor && !cursor.isBusy) cursor.documents.return?.();
    return cursor !== undefined;
  }

  /** Ends the cursors of a logical session. @param key as `lsidKey` gives it */
  killOfSession(key: string): void {
    for (const [id, cursor] of this.#cursors) if (lsidKey(cursor.lsid) === key) this.kill(id);
  }

  /** Ends the cursors of finished transactions, and those that were idle for too long. */
  expire(now: Date): void {
    for (const [id, { usedAt, isBusy, session, txnNumber, ...cursor }] of this.#cursors) {
      const isOver = session && (session.txnNumber !== txnNumber || session.stage !== 'open');
      const isIdle = !isBusy && now.getTime() - usedAt > cursor.idleTimeoutMs;
      if (isOver || isIdle) this.kill(id);
    }
  }
}
