import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection, Model } from 'mongoose';
import { openDatabase } from '../../src/platform/database/connection';
import { createPlacementStore } from '../../src/supply/placements/placement.store';
import { createSiteStore } from '../../src/supply/sites/site.store';
import { freshDatabase } from '../support/database';
import { anId } from '../support/events';
import { aPlacement } from '../support/placements';
import { aSite } from '../support/verifier';

/** Removes all documents of a collection as soon as one of them is about to be kept. */
function removeBeforeKeeping({ collection }: Pick<Model<object>, 'collection'>): void {
  const keep = collection.findOneAndUpdate.bind(collection);
  const removeFirst = async (...asked: Parameters<typeof keep>) => {
    Object.assign(collection, { findOneAndUpdate: keep });
    await collection.deleteMany({});
    return keep(...asked);
  };
  Object.assign(collection, { findOneAndUpdate: removeFirst });
}

describe('supply that goes between its making and its finding', () => {
  let db: Connection;
  const publisherId = anId();

  beforeAll(async () => {
    db = await openDatabase(await freshDatabase());
  });
  afterAll(() => db.close());

  it('is made anew: a placement', async () => {
    const store = createPlacementStore(db);
    for (const model of store.models) await model.createIndexes();
    const [first, second] = [anId(), anId()].map((id) =>
      aPlacement({ id, siteId: publisherId, publisherId }),
    );
    if (!first || !second) throw new Error('there are two');
    await store.insertOrFind(first);
    expect((await store.insertOrFind(second)).id).toBe(first.id);
    for (const model of store.models) removeBeforeKeeping(model);
    expect((await store.insertOrFind(second)).id).toBe(second.id);
  });

  it('is made anew: a site', async () => {
    const store = createSiteStore(db, () => new Date());
    for (const model of store.models) await model.createIndexes();
    const [first, second] = [anId(), anId()].map((id) =>
      aSite({ id, publisherId, host: 'news.example' }),
    );
    if (!first || !second) throw new Error('there are two');
    await store.insertOrFind(first);
    for (const model of store.models) removeBeforeKeeping(model);
    expect((await store.insertOrFind(second)).id).toBe(second.id);
  });
});
