import type { mongo } from 'mongoose';
import { ConfigError } from '../../config';

/** Stands in a database from the first to the last document of a restore. */
interface RestoreMark {
  /** Tells the backup from other backups; `emptying`: the database is being emptied for one. */
  readonly _id: string;
  readonly startedAt: Date;
}

export const restoreMarks = 'restores';
const emptying = 'emptying';
const marksOf = (db: mongo.Db) => db.collection<RestoreMark>(restoreMarks);

/** The backup that is being restored, or was when it was cut off; null: none. */
export async function findUnfinishedRestore(db: mongo.Db): Promise<string | null> {
  const found = await marksOf(db).findOne();
  return found && found._id;
}

/**
 * Empties a database for a restore. Databases are not emptied at once: a part that a kill has left must never be used
 * as if it were whole, nor be filled up.
 *
 * @param names its collections
 */
export async function emptyForRestore(
  db: mongo.Db,
  names: readonly string[],
  now: Date,
): Promise<void> {
  await noteRestore(db, emptying, now);
  await marksOf(db).deleteMany({ _id: { $ne: emptying } });
  for (const name of names) if (name !== restoreMarks) await db.dropCollection(name);
}

export async function noteRestore(db: mongo.Db, id: string, now: Date): Promise<void> {
  await marksOf(db).updateOne(
    { _id: id },
    { $setOnInsert: { startedAt: now } },
    { upsert: true, writeConcern: { w: 'majority' } },
  );
  if (id !== emptying) await marksOf(db).deleteOne({ _id: emptying });
}

export async function endRestore(db: mongo.Db): Promise<void> {
  await marksOf(db).drop();
}

/** @throws {ConfigError} when a restore was cut off: half of a database must not be used as if it were whole. */
export async function assertWhole(db: mongo.Db): Promise<void> {
  if ((await findUnfinishedRestore(db)) !== null)
    throw new ConfigError(
      'a restore of this database was cut off: run the same `adgate db restore` again, it goes on',
    );
}
