import type { mongo } from 'mongoose';
import { ConfigError } from '../../config';

/** Stands in a database from the first to the last document of a restore. */
interface RestoreMark {
  /** Tells the backup from other backups. */
  readonly _id: string;
  readonly startedAt: Date;
}

export const restoreMarks = 'restores';
const marksOf = (db: mongo.Db) => db.collection<RestoreMark>(restoreMarks);

/** The backup that is being restored, or was when it was cut off; null: none. */
export async function findUnfinishedRestore(db: mongo.Db): Promise<string | null> {
  const found = await marksOf(db).findOne();
  return found && found._id;
}

export async function noteRestore(db: mongo.Db, id: string, now: Date): Promise<void> {
  await marksOf(db).updateOne(
    { _id: id },
    { $setOnInsert: { startedAt: now } },
    { upsert: true, writeConcern: { w: 'majority' } },
  );
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
