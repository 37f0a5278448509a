import type { DatabaseSync } from 'node:sqlite';
import { Timestamp } from 'bson';
import type { Doc } from '../bson/values';
import { invalidOptions, mongoError } from '../errors';
import type { Plan } from '../indexes/planner';
import type { Collection } from '../storage/collection';
import { type Row, Rows } from '../storage/rows';
import type { Store } from '../storage/store';
import { countPlan, runPlan, type View } from '../storage/view';

/** MongoDB keeps history as long by default; here the time begins with the last use. */
const idleTimeoutMs = 5 * 60_000;
/** Each is a connection to the file, and keeps its log from being cut. */
const maxViews = 32;

/** The data that was committed at one moment, for reads outside of transactions with the read concern `snapshot`. */
export class PinnedView implements View {
  usedAt = 0;
  #isClosed = false;
  readonly #store: Store;
  readonly #db: DatabaseSync;
  readonly #rows: Rows;
  readonly #version: number;

  constructor(
    store: Store,
    readonly at: Timestamp,
    readonly lsid: Doc | undefined,
  ) {
    this.#store = store;
    this.#db = store.folder.openReader();
    this.#rows = new Rows(this.#db, () => 0);
    this.#db.exec('BEGIN; SELECT 1 FROM collections LIMIT 1');
    this.#version = store.committedVersion;
  }

  /** @throws {MongoError} SnapshotUnavailable (246) when a collection of the database was dropped since */
  assertNothingDropped(db: string): void {
    if ((this.#store.droppedAt.get(db) ?? 0) <= this.#version) return;
    throw mongoError('SnapshotUnavailable', 'a collection was dropped since the snapshot');
  }

  *candidates(collection: Collection, plan: Plan): Iterable<Row> {
    this.#assertReadable(collection);
    for (const row of runPlan(this.#rows, collection, plan)) {
      yield row;
      this.#assertReadable(collection);
    }
  }

  *countByKeys(collection: Collection, plan: Plan): Iterable<number> {
    this.#assertReadable(collection);
    for (const count of countPlan(this.#rows, plan)) {
      yield count;
      this.#assertReadable(collection);
    }
  }

  keepsOrder(): boolean {
    return true;
  }

  read(collection: Collection, rid: number): Uint8Array | undefined {
    this.#assertReadable(collection);
    return this.#rows.read(rid);
  }

  byUniqueKey(collection: Collection, key: Buffer): Row | undefined {
    this.#assertReadable(collection);
    return this.#rows.byUniqueKey(key);
  }

  version(): number {
    return 0;
  }

  insert(): void {
    throw readOnly();
  }

  replace(): void {
    throw readOnly();
  }

  remove(): void {
    throw readOnly();
  }

  close(): void {
    this.#isClosed = true;
    this.#db.close();
  }

  #assertReadable(collection: Collection): void {
    if (this.#isClosed) throw tooOld();
    if (collection.changedAt <= this.#version) return;
    throw mongoError('SnapshotUnavailable', `${collection.ns} has changed since the snapshot`);
  }
}

/** The moments that sessions read at, by the time that the first answer told. */
export class PinnedViews {
  readonly #store: Store;
  readonly #views = new Map<bigint, PinnedView>();
  #last = 0n;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param db that is read
   * @param time what an earlier answer has told; none: now
   * @throws {MongoError} SnapshotTooOld (239) when that is no longer kept, SnapshotUnavailable (246)
   */
  at(db: string, time: Timestamp | undefined, lsid: Doc | undefined): PinnedView {
    const view = time ? this.#views.get(time.toBigInt()) : this.#pin(lsid);
    if (!view) throw tooOld();
    view.usedAt = this.#store.now().getTime();
    // The longest idle one stays the first.
    this.#views.delete(view.at.toBigInt());
    this.#views.set(view.at.toBigInt(), view);
    // A view that is refused is kept like others: so it is closed.
    view.assertNothingDropped(db);
    return view;
  }

  #pin(lsid: Doc | undefined): PinnedView {
    const [longestIdle] = this.#views.values();
    if (longestIdle && this.#views.size >= maxViews) this.#close(longestIdle);
    const seconds = BigInt(Math.floor(this.#store.now().getTime() / 1000)) << 32n;
    this.#last = seconds > this.#last ? seconds + 1n : this.#last + 1n;
    return new PinnedView(this.#store, new Timestamp(this.#last), lsid);
  }

  /** Closes those of a session that has ended. */
  endSession(isOf: (lsid: Doc | undefined) => boolean): void {
    for (const view of this.#views.values()) if (isOf(view.lsid)) this.#close(view);
  }

  /** Closes those that nobody has read from for a while. */
  expire(): void {
    const now = this.#store.now().getTime();
    for (const view of this.#views.values())
      if (now - view.usedAt > idleTimeoutMs) this.#close(view);
  }

  close(): void {
    for (const view of this.#views.values()) this.#close(view);
  }

  #close(view: PinnedView): void {
    this.#views.delete(view.at.toBigInt());
    view.close();
  }
}

/** No command that writes gets a snapshot. */
const readOnly = () => invalidOptions('a snapshot cannot be written to');

function tooOld() {
  return mongoError('SnapshotTooOld', 'the snapshot is no longer kept, or never was');
}
