import { expect, it } from '@jest/globals';
import { createIndexesOf } from '../../../src/assembly/stores';
import { createPeerCreativeStore, dueOf } from '../../../src/peers/import/peer-creative.store';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase } from '../../support/database';

it('finds what is to be looked at by an index, however many of the peer are for sale or gone', async () => {
  const db = await openDatabase(await freshDatabase());
  try {
    const now = new Date('2026-07-01T12:00:00Z');
    const later = new Date(now.getTime() + 1);
    const store = createPeerCreativeStore(db, () => now);
    await createIndexesOf([store], db);
    const creatives = db.collection<{ readonly _id: string }>('peerCreatives');
    const fill = (name: string, members: object) =>
      creatives.insertMany(
        Array.from({ length: 100 }, (_one, at) => ({
          ...{ _id: `${name} ${at}`, peer: '0001-00000001-8B4E', identity: `${name} ${at}` },
          ...{ deletedAt: null, nextCheckAt: later, ...members },
        })),
      );
    await fill('for sale', {});
    await fill('never', { nextCheckAt: null });
    await fill('gone', { deletedAt: now, nextCheckAt: now });
    await fill("another's", { peer: '0001-00000002-BD25', nextCheckAt: now });
    const explain = () =>
      creatives.find(dueOf('0001-00000001-8B4E', now)).sort({ nextCheckAt: 1 }).limit(10).explain();
    expect(await explain()).toMatchObject({ executionStats: { totalDocsExamined: 0 } });
    expect(await store.listDue('0001-00000001-8B4E')).toEqual([]);
    await fill('due', { nextCheckAt: now });
    expect(await explain()).toMatchObject({ executionStats: { totalDocsExamined: 10 } });
    expect(await store.listDue('0001-00000001-8B4E')).toHaveLength(100);
  } finally {
    await db.close();
  }
});
