import type { DatabaseSync } from 'node:sqlite';
import type { Place } from '../../ledger/node-rule';
import type { ChainStore, StoredMessage } from '../chain-store';

const nothing = new Uint8Array(0);

/** Makes the table of messages that logs name and that no block has. A ledger that behaves has no such table. */
export function prepareUnmadeMessages(db: DatabaseSync): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS unmade_messages (id INTEGER PRIMARY KEY, block INTEGER) STRICT',
  );
}

/** Remembers that a message was to be in a block, and is not. */
export function addUnmadeMessage(
  db: DatabaseSync,
  { message, block }: Pick<Place, 'message'> & { readonly block: number },
): void {
  db.prepare('INSERT OR REPLACE INTO unmade_messages VALUES (?, ?)').run(message, block);
}

/** The unmade messages whose numbers nobody has used yet. */
export function listUnusedNumbers(db: DatabaseSync): readonly number[] {
  return db
    .prepare('SELECT id FROM unmade_messages WHERE id NOT IN (SELECT id FROM messages) ORDER BY id')
    .all()
    .map(({ id }) => Number(id));
}

/**
 * The chain of a node that still looks for messages that it had announced: their transactions are not ready
 * (42) while the block is open, and have no hash tree (44) once it has closed without them.
 *
 * @see docs/ledger-protocol.md §17.4
 */
export function withUnmadeMessages(chain: ChainStore, db: DatabaseSync): ChainStore {
  const unmade = db.prepare('SELECT block FROM unmade_messages WHERE id = ?');
  const findUnmade = (id: number): StoredMessage | null => {
    const row = unmade.get(id);
    return row
      ? { id, block: Number(row['block']), time: 0, signature: nothing, hash: nothing }
      : null;
  };
  return { ...chain, findMessage: (id) => chain.findMessage(id) ?? findUnmade(id) };
}
