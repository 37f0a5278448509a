import type { Connection } from 'mongoose';
import { type Finding, ok, problem } from './finding';

/** Clocks that differ more disturb leases and the hours of budgets. */
const maxSkewMs = 2_000;

export async function checkClock(db: Connection, now: () => Date): Promise<Finding> {
  const check = 'clock';
  const { localTime } = await db.db!.admin().command({ hello: 1 });
  if (!(localTime instanceof Date)) return ok(check, 'the database does not tell its time');
  const skew = Math.abs(localTime.getTime() - now().getTime());
  if (skew <= maxSkewMs) return ok(check, 'agrees with the database’s');
  return problem(
    check,
    `differs from the database’s by ${Math.round(skew / 1_000)} s`,
    'timedatectl set-ntp true',
  );
}
