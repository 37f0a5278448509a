import { decodeDocument, type Doc, encodeKey, valuesAt } from '../bson/values';
import { LockedError } from '../transactions/locks';
import type { Collection, Index } from './collection';
import type { Store } from './store';
import { assertPresent } from '../present';

const pieceSize = 100;
const oldest = new Date(-8.64e15);

const expiringPartOf = ({ parts }: Index) =>
  assertPresent(parts[0], 'an index that lets documents expire has one field');

function isExpired(index: Index, doc: Doc, before: Date): boolean {
  return valuesAt(doc, expiringPartOf(index).path).some(
    (value) => value instanceof Date && value.getTime() < before.getTime(),
  );
}

/** Removes up to `pieceSize` expired documents; returns how many there were. */
function sweepPiece(store: Store, collection: Collection, index: Index, seconds: number): number {
  const before = new Date(store.now().getTime() - seconds * 1000);
  const { isDescending } = expiringPartOf(index);
  const keyOf = (date: Date) => Buffer.concat([index.prefix, encodeKey(date, isDescending)]);
  const [early, late] = [keyOf(oldest), keyOf(before)];
  const [low, high] = isDescending ? [late, early] : [early, late];
  const rows = [];
  for (const row of store.rows.byKeys({ isUnique: index.isUnique, isDescending, low, high })) {
    rows.push(row);
    if (rows.length === pieceSize) break;
  }
  let removed = 0;
  for (const { rid } of rows) {
    const bytes = store.rows.read(rid);
    const doc = bytes && decodeDocument(bytes);
    if (!doc || !isExpired(index, doc, before)) continue;
    try {
      store.remove(collection, rid, doc);
      removed += 1;
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
    }
  }
  return removed;
}

/** Removes what TTL indexes say is too old, a piece in each turn of the event loop. */
export async function sweepExpired(store: Store): Promise<void> {
  for (const db of store.catalog.databases()) {
    for (const collection of store.catalog.collections(db)) {
      for (const index of [...collection.indexes]) {
        const { expireAfterSeconds: seconds } = index;
        const isDue = () => index.isReady && !index.isDropped && !collection.isDropped;
        while (
          seconds !== undefined &&
          isDue() &&
          sweepPiece(store, collection, index, seconds) > 0
        ) {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
  }
}
