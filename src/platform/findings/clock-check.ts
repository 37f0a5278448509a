import type { Connection } from 'mongoose';
import { mostClockSkewMs, readClockSkewMs } from '../database/clock-skew';
import { type Finding, ok, problem } from './finding';

export async function checkClock(db: Connection, now: () => Date): Promise<Finding> {
  const check = 'clock';
  const skewMs = await readClockSkewMs(db, now);
  if (skewMs === null) return ok(check, 'the database does not tell its time');
  if (Math.abs(skewMs) <= mostClockSkewMs) return ok(check, 'agrees with the database’s');
  return problem(
    check,
    `differs from the database’s by ${Math.round(Math.abs(skewMs) / 1_000)} s`,
    'timedatectl set-ntp true',
  );
}
