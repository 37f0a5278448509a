import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import { unusedIndexes } from '../../../../src/platform/database/migrations/0007-unused-indexes';
import { freshDatabase } from '../../../support/database';

it('drops what nothing reads by, and leaves the rest', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    const db = connection.db!;
    // Nothing is there yet.
    await unusedIndexes.run(db, () => new Date());
    const events = db.collection('events');
    await events.createIndexes([
      { key: { settleAt: 1 }, sparse: true },
      { key: { campaignId: 1, occurredAt: 1 } },
      { key: { campaignId: 1, occurredAt: 1, _id: 1 } },
    ]);
    for (let times = 0; times < 2; times += 1) await unusedIndexes.run(db, () => new Date());
    const names = (await events.indexes()).map(({ name }) => name);
    expect(names).toEqual(['_id_', 'campaignId_1_occurredAt_1__id_1']);
  } finally {
    await connection.close();
  }
});
