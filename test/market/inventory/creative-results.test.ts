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
      results.countConversions([{ creativeId }]);
      results.countAccepted([
        { creativeId, isView: true, price: 100n },
        { creativeId, isView: false, price: 200n },
      ]);
      await results.flush();
    }
    expect(await totalsOf(creativeId)).toEqual({
      served: 2,
      impressions: 4,
      clicks: 2,
      conversions: 2,
      acceptedViews: 2,
      paid: 600,
    });
  });

  it('has no conversions of what was stored before they were counted', async () => {
    const creativeId = anId();
    const one = createCreativeResults(store, now);
    one.countServed(creativeId);
    await one.flush();
    await db
      .collection<{ _id: string }>('creativeResults')
      .updateOne({ _id: creativeId }, { $unset: { conversions: 1 } });
    expect(await totalsOf(creativeId)).toMatchObject({ served: 1, conversions: 0 });
    one.countConversions([{ creativeId }]);
    await one.flush();
    expect(await totalsOf(creativeId)).toMatchObject({ served: 1, conversions: 1 });
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
    expect(await totalsOf(creativeId)).toEqual({
      served: 0,
      impressions: 1,
      clicks: 0,
      conversions: 0,
      acceptedViews: 0,
      paid: 0,
    });
  });

  it('counts once where the totals of another creative cannot be written', async () => {
    const [creativeId, unreadable] = [anId(), anId()];
    await db
      .collection<{ _id: string; served: string }>('creativeResults')
      .insertOne({ _id: unreadable, served: 'many' });
    const results = createCreativeResults(store, now);
    results.countServed(creativeId);
    results.countServed(unreadable);
    await expect(results.flush()).rejects.toThrow();
    for (const _again of [1, 2]) await results.flush();
    expect(await totalsOf(creativeId)).toMatchObject({ served: 1 });
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
    expect(await totalsOf(creativeId)).toEqual({
      served: 2,
      impressions: 1,
      clicks: 0,
      conversions: 0,
      acceptedViews: 0,
      paid: 0,
    });
  });

  it('stores many creatives by writes of 1,000, and keeps those that were not written', async () => {
    const ids = Array.from({ length: 2_500 }, () => anId());
    const sizes: number[] = [];
    const flaky: CreativeResultStore = {
      ...store,
      add(some, at) {
        sizes.push(some.length);
        return sizes.length === 2 ? Promise.reject(new Error('away')) : store.add(some, at);
      },
    };
    const results = createCreativeResults(flaky, now);
    for (const id of ids) results.countServed(id);
    await expect(results.flush()).rejects.toThrow('away');
    await results.flush();
    expect(sizes).toEqual([1_000, 1_000, 1_000, 500]);
    await results.refresh();
    expect(ids.filter((id) => results.get(id).served !== 1)).toEqual([]);
  });

  describe('memory', () => {
    const dayMs = 86_400_000;
    const [older, newer] = [anId(), anId()];
    const served = (creativeId: string) => ({
      creativeId,
      served: 5,
      impressions: 0,
      clicks: 0,
      conversions: 0,
    });

    it('has no results at the start that have not changed for 30 days', async () => {
      await store.add([served(older)], new Date(now().getTime() - 30 * dayMs - 1));
      await store.add([served(newer)], new Date(now().getTime() - 30 * dayMs));
      const results = createCreativeResults(store, now);
      await results.refresh();
      expect(results.get(older).served).toBe(0);
      expect(results.get(newer).served).toBe(5);
    });

    it('forgets results that have not changed for 30 days, and takes them up whole when they change', async () => {
      let at = now().getTime();
      const results = createCreativeResults(store, () => new Date(at));
      await store.add([served(older)], new Date(at));
      await results.refresh();
      at += 20 * dayMs;
      await store.add([served(newer)], new Date(at));
      await results.refresh();
      at += 10 * dayMs + 1;
      await results.refresh();
      expect(results.get(older).served).toBe(0);
      expect(results.get(newer).served).toBe(5);
      results.countServed(older);
      await results.flush();
      await results.refresh();
      expect(results.get(older).served).toBe(6);
    });

    it('keeps the latest of more results than it has room for', async () => {
      let at = now().getTime();
      const latest = anId();
      const results = createCreativeResults(store, () => new Date(at), 2);
      // Stored out of their order in time.
      await store.add([served(newer)], new Date(at + 2_000));
      await store.add([served(older)], new Date(at));
      await store.add([served(latest)], new Date(at + 4_000));
      at += 5_000;
      await results.refresh();
      expect([older, newer, latest].map((id) => results.get(id).served)).toEqual([0, 5, 5]);
      at += 60_000;
      await store.add([served(newer)], new Date(at));
      await results.refresh();
      at += 1_000;
      await store.add([served(older)], new Date(at));
      await results.refresh();
      expect([older, newer, latest].map((id) => results.get(id).served)).toEqual([10, 10, 0]);
    });
  });
});
