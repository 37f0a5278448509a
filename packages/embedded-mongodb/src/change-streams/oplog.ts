import type { DatabaseSync } from 'node:sqlite';
import { decodeDocument, type Doc, encodeDocument } from '../bson/values';
import { bytesOf } from '../storage/columns';
import { assertPresent } from '../present';

const changeTypes = ['insert', 'update', 'replace', 'delete', 'drop', 'dropDatabase'] as const;

/** One change of data, as change streams report it. */
export interface Change {
  readonly type: (typeof changeTypes)[number];
  readonly db: string;
  /** Empty for `dropDatabase`. */
  readonly collection: string;
  /** `_id`, update description, session: absent for an insert, whose document has it all. */
  readonly details?: Doc;
  /** The inserted or replacing document. */
  readonly document?: Uint8Array;
}

/** The scope of a stream: a collection, a database (`collection` empty), or everything (both empty). */
export interface Scope {
  readonly db: string;
  readonly collection: string;
  /** The collections of a database that are enough; all of them without it. */
  readonly only?: readonly string[];
}

interface Watch {
  /** The position from which on everything in the scope was logged. */
  readonly since: number;
  usedAt: number;
}

/** A change with its place in the log. */
export interface LoggedChange extends Change {
  /** Position, from 1, without gaps: the resume token. */
  readonly seq: number;
  readonly at: Date;
}

const maxTotalBytes = 64 << 20;
const rowBytes = 4 << 20;
const headerBytes = 11;
/** For so long after its last use a stream can be resumed. */
const keptForMs = 60 * 60_000;
const saveEveryMs = 60_000;

const scopeKey = (db: string, collection: string): string => `${db}\0${collection}`;

function encodeChange(change: Change): Buffer[] {
  const ns = Buffer.from(`${change.db}.${change.collection}`);
  const details = change.details ? encodeDocument(change.details) : Buffer.alloc(0);
  const document = change.document ?? Buffer.alloc(0);
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt32LE(headerBytes + ns.length + details.length + document.length, 0);
  header.writeUInt8(changeTypes.indexOf(change.type), 4);
  header.writeUInt16LE(ns.length, 5);
  header.writeUInt32LE(details.length, 7);
  const tail = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  return [header, ns, details, tail];
}

function decodeChange(bytes: Buffer): Change {
  const nsEnd = headerBytes + bytes.readUInt16LE(5);
  const detailsEnd = nsEnd + bytes.readUInt32LE(7);
  const ns = bytes.toString('utf8', headerBytes, nsEnd);
  const dot = ns.indexOf('.');
  return {
    type: assertPresent(changeTypes[bytes.readUInt8(4)], 'a change is stored with its type'),
    db: ns.slice(0, dot),
    collection: ns.slice(dot + 1),
    ...(detailsEnd > nsEnd && { details: decodeDocument(bytes.subarray(nsEnd, detailsEnd)) }),
    ...(bytes.length > detailsEnd && { document: bytes.subarray(detailsEnd) }),
  };
}

/**
 * The log that change streams read: written in the same commit as the changes, a few rows for each,
 * and capped at 64 MiB by dropping the oldest. Only what a stream watches, or has watched within the
 * last hour, is logged: everything else costs nothing.
 */
export class Oplog {
  readonly #db: DatabaseSync;
  #pending: Change[] = [];
  #lastSeq = 0;
  #totalBytes = 0;
  /** In milliseconds, never decreasing: the clock may be set back, the log's times must not. */
  #lastTime = 0;
  readonly #watches = new Map<string, Watch>();
  readonly #listeners = new Set<() => void>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.load();
  }

  /** Forgets what is not written: at the start and after a failed commit. */
  load(): void {
    const row = this.#db
      .prepare(
        'SELECT max(last_seq) AS last, sum(length(entries)) AS total, max(at) AS at FROM oplog',
      )
      .get();
    this.#pending = [];
    this.#lastSeq = Number(row?.['last'] ?? 0);
    this.#totalBytes = Number(row?.['total'] ?? 0);
    this.#lastTime = Number(row?.['at'] ?? 0);
    this.#watches.clear();
    for (const watch of this.#db.prepare('SELECT * FROM watched').all()) {
      this.#watches.set(scopeKey(String(watch['db']), String(watch['collection'])), {
        since: Number(watch['since']),
        usedAt: Number(watch['used_at']),
      });
    }
  }

  /** Logs a scope from now on, and for an hour after the last call. Must follow `commit.begin`. */
  watch({ db, collection, only = [collection] }: Scope, now: Date): void {
    const usedAt = now.getTime();
    for (const name of only) {
      const key = scopeKey(db, name);
      const watch = this.#watches.get(key) ?? {
        since: this.nextSeq - 1,
        usedAt,
      };
      this.#watches.set(key, watch);
      watch.usedAt = usedAt;
      this.#db
        .prepare('INSERT OR REPLACE INTO watched VALUES (?, ?, ?, ?)')
        .run(db, name, watch.since, usedAt);
    }
  }

  /** The watches of a scope, or undefined when a part of it is not watched. */
  #watchesOf({ db, collection, only = [collection] }: Scope): readonly Watch[] | undefined {
    const watches = only.flatMap((name) => this.#watches.get(scopeKey(db, name)) ?? []);
    return watches.length === only.length ? watches : undefined;
  }

  /** Says that it is time to call `watch` again for a stream that is still read. */
  isWatchStale(scope: Scope, now: Date): boolean {
    const watches = this.#watchesOf(scope);
    return !watches || watches.some(({ usedAt }) => now.getTime() - usedAt > saveEveryMs);
  }

  /** Says that a scope was not watched for an hour: `unwatch` then stops logging its changes. */
  hasIdleWatch(now: Date): boolean {
    const oldest = now.getTime() - keptForMs;
    return [...this.#watches.values()].some(({ usedAt }) => usedAt < oldest);
  }

  /** Must follow `commit.begin`. */
  unwatch(now: Date): void {
    const oldest = now.getTime() - keptForMs;
    for (const [key, { usedAt }] of this.#watches) if (usedAt < oldest) this.#watches.delete(key);
    this.#db.prepare('DELETE FROM watched WHERE used_at < ?').run(oldest);
  }

  /** Says that changes of a collection are logged; `''` stands for changes of the whole database, such as its drop. */
  isWatched(db: string, collection: string): boolean {
    const watches = this.#watches;
    if (watches.size === 0) return false;
    const [ofDb, ofAll] = [scopeKey(db, ''), scopeKey('', '')];
    if (watches.has(ofDb) || watches.has(ofAll)) return true;
    if (collection !== '') return watches.has(ofDb + collection);
    return [...watches.keys()].some((key) => key.startsWith(ofDb));
  }

  /** The position that the next change will have. */
  get nextSeq(): number {
    return this.#lastSeq + this.#pending.length + 1;
  }

  append(change: Change): void {
    this.#pending.push(change);
  }

  /** Writes what was appended; part of the commit. */
  flush(now: Date): void {
    if (this.#pending.length === 0) return;
    this.#lastTime = Math.max(this.#lastTime, now.getTime());
    const insert = this.#db.prepare('INSERT INTO oplog VALUES (?, ?, ?, ?)');
    let parts: Buffer[] = [];
    let size = 0;
    let first = this.#lastSeq + 1;
    this.#pending.forEach((change, i) => {
      const encoded = encodeChange(change);
      parts.push(...encoded);
      for (const part of encoded) size += part.length;
      this.#lastSeq += 1;
      if (size < rowBytes && i < this.#pending.length - 1) return;
      insert.run(first, this.#lastSeq, this.#lastTime, Buffer.concat(parts));
      this.#totalBytes += size;
      first = this.#lastSeq + 1;
      parts = [];
      size = 0;
    });
    this.#pending = [];
    this.#trim();
  }

  #trim(): void {
    while (this.#totalBytes > maxTotalBytes) {
      const oldest = this.#db
        .prepare('SELECT seq, length(entries) AS size FROM oplog ORDER BY seq LIMIT 1')
        .get();
      if (!oldest) return;
      this.#db.prepare('DELETE FROM oplog WHERE seq = ?').run(Number(oldest['seq']));
      this.#totalBytes -= Number(oldest['size']);
    }
  }

  /** Wakes those who wait for changes; call it after the commit. */
  publish(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /**
   * Waits for the next commit, at most `maxWaitMs`, and leaves no listener behind.
   *
   * @returns false when the time is over, or the client is gone
   */
  async waitForCommit(maxWaitMs: number, ending: AbortSignal): Promise<boolean> {
    if (ending.aborted) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    const giveUp = () => resolve(false);
    const timer = setTimeout(giveUp, maxWaitMs);
    this.#listeners.add(wake);
    ending.addEventListener('abort', giveUp);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(wake);
      ending.removeEventListener('abort', giveUp);
    }
  }

  /** Says that every change of a scope after a position was logged and is still there. */
  has(scope: Scope, seq: number): boolean {
    const watches = this.#watchesOf(scope);
    if (!watches || watches.some(({ since }) => since > seq)) return false;
    const first = this.#db.prepare('SELECT min(seq) AS first FROM oplog').get();
    return seq <= this.#lastSeq && seq + 1 >= Number(first?.['first'] ?? this.#lastSeq + 1);
  }

  /** The written change at a position; undefined where the log no longer has it. */
  find(seq: number): LoggedChange | undefined {
    return this.readAfter(seq - 1).find((change) => change.seq === seq);
  }

  /** Says that the change after a position was written, and that the log no longer has it. */
  isDroppedAfter(seq: number): boolean {
    return seq < this.#lastSeq && this.readAfter(seq).length === 0;
  }

  /** The written changes after a position, those of one row of the log (some MiB at most). */
  readAfter(seq: number): LoggedChange[] {
    // SQLite would search the whole log for a position that does not exist yet.
    if (seq >= this.#lastSeq) return [];
    const row = this.#db
      .prepare(
        `SELECT seq, at, entries FROM oplog
         WHERE seq <= ? AND last_seq > ? ORDER BY seq DESC LIMIT 1`,
      )
      .get(seq + 1, seq);
    if (!row) return [];
    const entries = Buffer.from(bytesOf(row, 'entries'));
    const changes: LoggedChange[] = [];
    let at = Number(row['seq']);
    for (let start = 0; start < entries.length; at += 1) {
      const end = start + entries.readUInt32LE(start);
      if (at > seq) {
        const change = decodeChange(entries.subarray(start, end));
        changes.push({ ...change, seq: at, at: new Date(Number(row['at'])) });
      }
      start = end;
    }
    return changes;
  }
}
