import { findLastBackup } from '../../platform/database/backup-mark';
import { type Finding, ok, warning } from '../../platform/findings/finding';
import { hourMs } from '../../time';
import type { Db } from '../db/database';

/** One a day, and some hours for it to fail and be made again. */
const maxAgeHours = 36;

export async function checkBackup(db: Db, now: Date): Promise<Finding> {
  const check = 'backup';
  const remedy = 'adgate db backup <folder>, every day';
  const last = await findLastBackup(db);
  if (!last) return warning(check, '`adgate db backup` has made none', remedy);
  const hours = Math.floor((now.getTime() - last.takenAt.getTime()) / hourMs);
  const text = `the last one is of ${last.takenAt.toISOString()}`;
  return hours > maxAgeHours ? warning(check, text, remedy) : ok(check, text);
}
