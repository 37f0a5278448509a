import type { mongo } from 'mongoose';

/** The last backup; this is stored in the database that was backed up. */
export interface BackupMark {
  readonly takenAt: Date;
  readonly documents: number;
}

interface BackupMarkDocument extends BackupMark {
  readonly _id: 'last';
}

const marksOf = (db: mongo.Db) => db.collection<BackupMarkDocument>('backups');

export async function noteBackup(db: mongo.Db, mark: BackupMark): Promise<void> {
  await marksOf(db).replaceOne({ _id: 'last' }, mark, { upsert: true });
}

/** null: none was made by this program. */
export function findLastBackup(db: mongo.Db): Promise<BackupMark | null> {
  return marksOf(db).findOne({ _id: 'last' });
}
