import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import { duePayees } from '../../../../src/platform/database/migrations/0011-due-payees';
import { freshDatabase } from '../../../support/database';

it('drops the index of payees by their first earnings, and leaves the one by when they were due', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    const db = connection.db!;
    // Nothing is there yet.
    await duePayees.run(db, () => new Date());
    const payees = db.collection('payees');
    for (const member of ['unpaidSince', 'dueSince']) {
      const partialFilterExpression = { [member]: { $gt: new Date(0) } };
      await payees.createIndexes([{ key: { [member]: 1, _id: 1 }, partialFilterExpression }]);
    }
    for (let times = 0; times < 2; times += 1) await duePayees.run(db, () => new Date());
    expect((await payees.indexes()).map(({ name }) => name)).toEqual(['_id_', 'dueSince_1__id_1']);
  } finally {
    await connection.close();
  }
});
