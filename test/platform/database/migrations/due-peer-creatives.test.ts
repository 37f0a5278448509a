import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import { duePeerCreatives } from '../../../../src/platform/database/migrations/0017-due-peer-creatives';
import { freshDatabase } from '../../../support/database';

it('drops the indexes of creatives that another one serves for, and leaves that one', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    const db = connection.db!;
    // Nothing is there yet.
    await duePeerCreatives.run(db, () => new Date());
    const creatives = db.collection('peerCreatives');
    await creatives.createIndexes([
      { key: { peer: 1, deletedAt: 1 } },
      { key: { peer: 1, nextCheckAt: 1 } },
      { key: { peer: 1, deletedAt: 1, nextCheckAt: 1 } },
    ]);
    for (let times = 0; times < 2; times += 1) await duePeerCreatives.run(db, () => new Date());
    expect((await creatives.indexes()).map(({ name }) => name)).toEqual([
      '_id_',
      'peer_1_deletedAt_1_nextCheckAt_1',
    ]);
  } finally {
    await connection.close();
  }
});
