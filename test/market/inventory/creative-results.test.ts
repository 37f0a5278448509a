import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import {
  type CreativeResultStore,
  createCreativeResultStore,
} from '../../../src/market/inventory/creative-result.store';
import { createCreativeResults } from '../../../src/market/inventory/creative-results';
import { freshDatabase } from '../../support/database';
import { anEvent, anId } from '../../support/events';

const now = () => new Date('2026-05-01T12:00:00Z');
let db: Connection;
let store: CreativeResultStore;

beforeAll(async () => {
  db = await mongoose
    .createConnection(await freshDatabase(), {
      autoIndex: false,
      autoCreate: false,
      useBigInt64: true,
    })
    .asPromise();
  store = createCreativeResultStore(db);
  for (const model of store.models) await model.createIndexes();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.collection('creativeResults').deleteMany({});
});

async function totalsOf(creativeId: string) {
  const reader = createCreativeResults(store, now);
  await reader.refresh();
  return reader.get(creativeId);
}

describe('creative results', () => {
  it('adds up what several processes counted', async () => {
    const creativeId = anId();
    const [one, other] = [createCreativeResults(store, now), createCreativeResults(store, now)];
    for (const results of [one, other]) {
      results.countServed(creativeId);
      results.countImpressions([anEvent({ creativeId }), anEvent({ creativeId })]);
      results.countClicks([anEvent({ creativeId })]);
      await results.flush();
    }
    expect(await totalsOf(creativeId)).toEqual({ served: 2, impressions: 4, clicks: 2 });
  });

  it('counts of committed events the valid impressions only: clicks are not settled yet', async () => {
    const creativeId = anId();
    const results = createCreativeResults(store, now);
    results.countImpressions([
      anEvent({ creativeId }),
      anEvent({ creativeId, invalidTraffic: 'bot' }),
      anEvent({ creativeId, kind: 'click' }),
    ]);
    await results.flush();
    expect(await totalsOf(creativeId)).toEqual({ served: 0, impressions: 1, clicks: 0 });
  });

  it('keeps what a failed flush could not store, and what was counted meanwhile', async () => {
    const creativeId = anId();
    let isAway = true;
    const flaky: CreativeResultStore = {
      ...store,
      add: (...args) => (isAway ? Promise.reject(new Error('away')) : store.add(...args)),
    };
    const results = createCreativeResults(flaky, now);
    results.countServed(creativeId);
    results.countImpressions([anEvent({ creativeId })]);
    const failed = results.flush();
    results.countServed(creativeId);
    await expect(failed).rejects.toThrow('away');
    isAway = false;
    await results.flush();
    await results.flush();
    expect(await totalsOf(creativeId)).toEqual({ served: 2, impressions: 1, clicks: 0 });
  });
});
