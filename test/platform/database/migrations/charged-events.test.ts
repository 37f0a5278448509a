import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import { chargedEvents } from '../../../../src/platform/database/migrations/0010-charged-events';
import { freshDatabase } from '../../../support/database';

it('drops the index of all events that name entries, and leaves the one of charged ones', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    const db = connection.db!;
    // Nothing is there yet.
    await chargedEvents.run(db, () => new Date());
    const events = db.collection('events');
    const key = { 'verdict.entryId': 1 } as const;
    await events.createIndexes([
      { key, partialFilterExpression: { 'verdict.entryId': { $gt: '' } } },
      { key, name: 'charged', partialFilterExpression: { 'verdict.charge': { $gt: 0n } } },
    ]);
    for (let times = 0; times < 2; times += 1) await chargedEvents.run(db, () => new Date());
    expect((await events.indexes()).map(({ name }) => name)).toEqual(['_id_', 'charged']);
  } finally {
    await connection.close();
  }
});
