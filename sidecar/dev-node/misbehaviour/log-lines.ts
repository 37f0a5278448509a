import type { DatabaseSync } from 'node:sqlite';
import { encode, struct, u32 } from '../../ledger/codec';
import type { Place } from '../../ledger/node-rule';
import { bytesOf, type Row } from '../row';

/** A line of an account's log, encoded. */
export interface LogLine {
  readonly user: number;
  /** 64 bytes. */
  readonly entry: Uint8Array;
}

/** Where a line has its place: 8 bytes from the ninth. */
const placeBytes = struct({ message: u32, position: u32 });

/** The lines that tell of a place, each once, the oldest first. */
export function linesOfPlace(db: DatabaseSync, place: Place): readonly LogLine[] {
  return db
    .prepare(
      'SELECT user, entry FROM log WHERE substr(entry, 9, 8) = ? GROUP BY user, entry ORDER BY min(id)',
    )
    .all(encode(placeBytes, place))
    .map(lineOf);
}

/** The lines of each account's newest transaction, if any of its lines is not older than that. */
export function newestLines(db: DatabaseSync, from: number): readonly LogLine[] {
  return db
    .prepare(
      `SELECT DISTINCT log.user, log.entry FROM log JOIN (
         SELECT user, substr(entry, 9, 8) AS place, max(id) FROM log WHERE time >= ? GROUP BY user
       ) AS newest ON newest.user = log.user AND newest.place = substr(log.entry, 9, 8)
       WHERE log.time >= ? ORDER BY log.id`,
    )
    .all(from, from)
    .map(lineOf);
}

const lineOf = (row: Row): LogLine => ({
  user: Number(row['user']),
  entry: bytesOf(row, 'entry'),
});
