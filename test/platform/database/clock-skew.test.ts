import { expect, it } from '@jest/globals';
import { readClockSkewMs } from '../../../src/platform/database/clock-skew';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase } from '../../support/database';

it.each([
  ['ahead of', 60_000],
  ['behind', -60_000],
  ['at', 0],
])('a clock is %s the database’s by %d ms', async (_where, byMs) => {
  const db = await openDatabase(await freshDatabase());
  try {
    const askedAt = Date.now();
    const skewMs = await readClockSkewMs(db, () => new Date(Date.now() + byMs));
    expect(Math.abs(skewMs! - byMs)).toBeLessThanOrEqual(Date.now() - askedAt + 1);
  } finally {
    await db.close();
  }
});
