import type { Connection } from 'mongoose';
import { databaseOf } from './database-of';

/** Clocks that differ more disturb leases and the hours of budgets. Milliseconds. */
export const mostClockSkewMs = 2_000;

/**
 * By how many milliseconds our clock is ahead of the database's, negative where it is behind; null where the database
 * does not tell its time. It is wrong by half of the time that the question takes, at most.
 */
export async function readClockSkewMs(db: Connection, now: () => Date): Promise<number | null> {
  const askedAt = now().getTime();
  const { localTime } = await databaseOf(db).admin().command({ hello: 1 });
  if (!(localTime instanceof Date)) return null;
  return Math.round((askedAt + now().getTime()) / 2 - localTime.getTime());
}
