import type { DatabaseSync } from 'node:sqlite';
import { Rows } from '../storage/rows';
import type { Store } from '../storage/store';

/** The data that was committed at one moment, on a connection of its own. */
export interface Snapshot {
  readonly db: DatabaseSync;
  readonly rows: Rows;
}

/** Connections whose snapshots are used one after the other. */
export class Snapshots {
  readonly #store: Store;
  readonly #idle: Snapshot[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Pins what is committed now. */
  open(): Snapshot {
    let snapshot = this.#idle.pop();
    if (!snapshot) {
      const db = this.#store.folder.openReader();
      snapshot = { db, rows: new Rows(db, () => 0) };
    }
    snapshot.db.exec('BEGIN; SELECT 1 FROM collections LIMIT 1');
    this.#store.openSnapshots += 1;
    return snapshot;
  }

  release(snapshot: Snapshot): void {
    snapshot.db.exec('ROLLBACK');
    this.#store.openSnapshots -= 1;
    if (this.#idle.length < 8) this.#idle.push(snapshot);
    else snapshot.db.close();
  }

  close(): void {
    for (const { db } of this.#idle.splice(0)) db.close();
  }
}
