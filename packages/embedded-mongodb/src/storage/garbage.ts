import type { DatabaseSync } from 'node:sqlite';
import { keyPrefix, ridRange } from './collection';
import type { Store } from './store';

/**
 * Deletes some rows of dropped collections and indexes.
 *
 * @returns whether more are left
 */
export function collectGarbage({ folder, commit }: Store, limit: number): boolean {
  const db = folder.writer;
  const piece = db.prepare('SELECT kind, id FROM garbage LIMIT 1').get();
  if (!piece) return false;
  commit.begin();
  const id = Number(piece['id']);
  let deleted: number;
  if (piece['kind'] === 'collection') {
    const { low, high } = ridRange({ id });
    deleted = deleteSome(db, { table: 'documents', column: 'rid', low, high }, limit);
  } else {
    const [low, high] = [keyPrefix(id), keyPrefix(id + 1)];
    deleted = deleteSome(db, { table: 'keys', column: 'k', low, high }, limit);
    deleted += deleteSome(db, { table: 'unique_keys', column: 'k', low, high }, limit);
  }
  if (deleted === 0) {
    db.prepare('DELETE FROM garbage WHERE kind = ? AND id = ?').run(String(piece['kind']), id);
  }
  return true;
}

interface Range {
  readonly table: string;
  readonly column: string;
  readonly low: number | Buffer;
  readonly high: number | Buffer;
}

function deleteSome(db: DatabaseSync, { table, column, low, high }: Range, limit: number): number {
  const edge = db
    .prepare(
      `SELECT ${column} AS edge FROM ${table} WHERE ${column} >= ? AND ${column} < ?
       ORDER BY ${column} LIMIT 1 OFFSET ?`,
    )
    .get(low, high, limit)?.['edge'];
  const statement = db.prepare(`DELETE FROM ${table} WHERE ${column} >= ? AND ${column} < ?`);
  return Number(statement.run(low, edge ?? high).changes);
}
