import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import { periodBudgets } from '../../../../src/platform/database/migrations/0015-period-budgets';
import { freshDatabase } from '../../../support/database';

const advertiserId = 'a'.repeat(32);
const now = new Date('2026-11-22T10:30:00Z');
const hourOf = (campaignId: string, hour: string, spent?: bigint) => ({
  _id: `${campaignId}:${hour}` as never,
  ...{ campaignId, advertiserId, hour: new Date(hour), version: 1 },
  ...(spent !== undefined && { spent }),
});

it('sums up what was spent in all and today, and leaves what is summed up already', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    const db = connection.db!;
    await periodBudgets.run(db, () => now);
    const campaigns = [
      { _id: 'c1' as never, advertiserId, states: [{ at: now }] },
      { _id: 'c2' as never, advertiserId, timeZone: 'Asia/Kolkata', states: [{ at: now }] },
      { _id: 'c3' as never, advertiserId },
    ];
    await db.collection('campaigns').insertMany(campaigns);
    await db
      .collection('campaignHours')
      .insertMany([
        hourOf('c1', '2025-01-01T00:00:00Z', 9_007_199_254_740_993n),
        hourOf('c1', '2026-11-21T23:00:00Z', 3n),
        hourOf('c1', '2026-11-22T00:00:00Z', 4n),
        hourOf('c1', '2026-11-22T10:00:00Z'),
        hourOf('c2', '2026-11-21T17:00:00Z', 5n),
        hourOf('c2', '2026-11-21T18:00:00Z', 6n),
      ]);
    const read = async () =>
      new Map(
        (await db.collection('campaignPeriods').find().toArray()).map(({ _id, ...one }) => [
          String(_id),
          one,
        ]),
      );
    for (let times = 0; times < 2; times += 1) {
      await periodBudgets.run(db, () => now);
      const [of1, of2] = ['c1', 'c2'].map((campaignId) => ({
        ...{ campaignId, advertiserId, version: 1 },
      }));
      const dayId = (id: string, at: string) => `${id}:${Date.parse(at) / 60_000}`;
      const day = (at: string) => ({ day: new Date(at) });
      expect(await read()).toEqual(
        new Map([
          ['c1', { ...of1, spent: 9_007_199_254_741_000n }],
          [
            dayId('c1', '2026-11-21T00:00:00Z'),
            { ...of1, ...day('2026-11-21T00:00:00Z'), spent: 3n },
          ],
          [
            dayId('c1', '2026-11-22T00:00:00Z'),
            { ...of1, ...day('2026-11-22T00:00:00Z'), spent: 4n },
          ],
          ['c2', { ...of2, spent: 11n }],
          [
            dayId('c2', '2026-11-20T18:30:00Z'),
            { ...of2, ...day('2026-11-20T18:30:00Z'), spent: 5n },
          ],
          [
            dayId('c2', '2026-11-21T18:30:00Z'),
            { ...of2, ...day('2026-11-21T18:30:00Z'), spent: 6n },
          ],
        ]),
      );
    }
    const states = await db.collection('campaigns').find().sort({ _id: 1 }).toArray();
    expect(states.map((one) => one['states'])).toEqual([
      [{ at: now }],
      [{ at: now, timeZone: 'Asia/Kolkata' }],
      undefined,
    ]);
  } finally {
    await connection.close();
  }
});
