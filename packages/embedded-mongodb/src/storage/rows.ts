import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A stored document; `rid`, its row number, is unique in the whole file and grows with insertion. */
export interface Row {
  readonly rid: number;
  readonly bytes: Uint8Array;
  /** Written by the transaction that reads it: no index has the row yet. */
  readonly isOwn?: true;
}

/** Index keys `k` with `low <= k < high`. */
export interface KeyRange {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

/** A range of a unique index or, without `isUnique`, of the table of keys that may repeat. */
export interface KeyScan extends KeyRange {
  readonly isUnique: boolean;
  readonly isDescending: boolean;
}

/** A row of a scan by keys; a scan of documents has no key. */
interface ScannedRow {
  readonly k: Uint8Array;
  readonly rid: number;
  readonly bson: Uint8Array;
}

const firstChunk = 16;
const maxChunk = 512;
const chunkBytes = 1 << 20;
/** Keys that are counted at once, which takes half a millisecond. */
const countedAtOnce = 10_000;

/** A statement with the columns that its rows have. */
interface Statement<Columns> {
  get(...values: readonly SQLInputValue[]): Columns | undefined;
  all(...values: readonly SQLInputValue[]): Columns[];
}

type ByRid = Omit<ScannedRow, 'k'>;

/** @typeParam Columns as the SELECT of `sql` names them */
function prepare<Columns>(db: DatabaseSync, sql: string): Statement<Columns> {
  // The tables are STRICT: a column has values of its type alone.
  return db.prepare(sql) as unknown as Statement<Columns>;
}

function prepareKeyScans(db: DatabaseSync, table: string) {
  const select = `SELECT i.k, i.rid, d.bson FROM ${table} i CROSS JOIN documents d ON d.rid = i.rid`;
  return {
    up: prepare<ScannedRow>(
      db,
      `${select} WHERE (i.k, i.rid) > (?, ?) AND i.k < ? ORDER BY i.k, i.rid LIMIT ?`,
    ),
    down: prepare<ScannedRow>(
      db,
      `${select} WHERE (i.k, i.rid) < (?, ?) AND i.k >= ? ORDER BY i.k DESC, i.rid DESC LIMIT ?`,
    ),
  };
}

function prepareKeyCounts(db: DatabaseSync, table: string) {
  const range = `FROM ${table} i WHERE (i.k, i.rid) > (?, ?) AND i.k < ?`;
  return {
    last: prepare<Pick<ScannedRow, 'k' | 'rid'>>(
      db,
      `SELECT i.k, i.rid ${range} ORDER BY i.k, i.rid LIMIT 1 OFFSET ?`,
    ),
    all: prepare<{ readonly count: number }>(db, `SELECT count(*) AS count ${range}`),
    some: prepare<{ readonly count: number }>(
      db,
      `SELECT count(*) AS count FROM (SELECT 1 ${range} LIMIT ?)`,
    ),
  };
}

/** Reads by one connection: the writer's connection sees the newest state, any other connection its snapshot. */
export class Rows {
  readonly #document: Statement<Pick<ScannedRow, 'bson'>>;
  readonly #range: Statement<ByRid>;
  readonly #rid: Statement<Pick<ScannedRow, 'rid'>>;
  readonly #byUniqueKey: Statement<ByRid>;
  readonly #unique: ReturnType<typeof prepareKeyScans>;
  readonly #keys: ReturnType<typeof prepareKeyScans>;
  readonly #uniqueCounts: ReturnType<typeof prepareKeyCounts>;
  readonly #keyCounts: ReturnType<typeof prepareKeyCounts>;

  /** @param version changes whenever rows do: rows that were read ahead are then read again */
  constructor(
    db: DatabaseSync,
    readonly version: () => number,
  ) {
    this.#document = prepare(db, 'SELECT bson FROM documents WHERE rid = ?');
    this.#range = prepare(
      db,
      'SELECT rid, bson FROM documents WHERE rid > ? AND rid < ? ORDER BY rid LIMIT ?',
    );
    this.#rid = prepare(db, 'SELECT rid FROM unique_keys WHERE k = ?');
    this.#byUniqueKey = prepare(
      db,
      'SELECT d.rid, d.bson FROM unique_keys i CROSS JOIN documents d ON d.rid = i.rid WHERE i.k = ?',
    );
    this.#unique = prepareKeyScans(db, 'unique_keys');
    this.#keys = prepareKeyScans(db, 'keys');
    this.#uniqueCounts = prepareKeyCounts(db, 'unique_keys');
    this.#keyCounts = prepareKeyCounts(db, 'keys');
  }

  /** The document of a row, or undefined. */
  read(rid: number): Uint8Array | undefined {
    return this.#document.get(rid)?.bson;
  }

  /** The row that holds a whole key of a unique index, or undefined. */
  ridOf(key: Uint8Array): number | undefined {
    return this.#rid.get(key)?.rid;
  }

  /** The document that holds a whole key of a unique index, or undefined. */
  byUniqueKey(key: Uint8Array): Row | undefined {
    const row = this.#byUniqueKey.get(key);
    return row && { rid: row.rid, bytes: row.bson };
  }

  /** Rows strictly between two row numbers, in the order of insertion. */
  *between(low: number, high: number): Generator<Row, void> {
    let last = low;
    const fetch = (limit: number) => this.#range.all(last, high, limit);
    for (const row of this.#chunks(fetch)) {
      last = row.rid;
      yield { rid: row.rid, bytes: row.bson };
    }
  }

  /** Rows by their keys; a row comes once for each of its keys in the range. */
  *byKeys({ isUnique, isDescending, low, high }: KeyScan): Generator<Row, void> {
    const { up, down } = isUnique ? this.#unique : this.#keys;
    let key = isDescending ? high : low;
    let rid = -1;
    const fetch = (limit: number) =>
      isDescending ? down.all(key, rid, low, limit) : up.all(key, rid, high, limit);
    for (const row of this.#chunks(fetch)) {
      key = row.k;
      rid = row.rid;
      yield { rid, bytes: row.bson };
    }
  }

  /** Counts the keys of a range, some at a time; no document is read. */
  *countKeys({ isUnique, low, high }: Omit<KeyScan, 'isDescending'>): Generator<number, void> {
    const { last, all } = isUnique ? this.#uniqueCounts : this.#keyCounts;
    let from: Pick<ScannedRow, 'k' | 'rid'> = { k: low, rid: -1 };
    for (;;) {
      const next = last.get(from.k, from.rid, high, countedAtOnce - 1);
      if (!next) break;
      yield countedAtOnce;
      from = next;
    }
    yield all.get(from.k, from.rid, high)?.count ?? 0;
  }

  /** Counts the keys of a range, and no more than `most` of them. */
  countUpTo(most: number, { isUnique, low, high }: Omit<KeyScan, 'isDescending'>): number {
    const { some } = isUnique ? this.#uniqueCounts : this.#keyCounts;
    return some.get(low, -1, high, most)?.count ?? 0;
  }

  /** Reads ahead in growing chunks of about a megabyte; starts over at the last row after a change. */
  *#chunks<Columns extends ByRid>(
    fetch: (limit: number) => readonly Columns[],
  ): Generator<Columns, void> {
    let limit = firstChunk;
    for (;;) {
      const version = this.version();
      const rows = fetch(limit);
      let size = 0;
      for (const row of rows) {
        size += row.bson.length;
        yield row;
        if (this.version() !== version) break;
      }
      if (rows.length < limit && this.version() === version) return;
      const average = Math.max(size, 1) / Math.max(rows.length, 1);
      limit = Math.max(1, Math.min(limit * 2, maxChunk, Math.floor(chunkBytes / average)));
    }
  }
}
