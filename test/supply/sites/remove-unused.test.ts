import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { openDatabase } from '../../../src/platform/database/connection';
import { createFoundSiteStore } from '../../../src/supply/sites/found-site.store';
import { removeUnused } from '../../../src/supply/sites/remove-unused';
import { hourMs, secondMs } from '../../../src/time';
import { freshDatabase } from '../../support/database';
import { anId } from '../../support/events';

interface StoredSite {
  readonly _id: string;
  readonly foundAt?: Date;
  readonly removeAt?: Date;
  readonly updatedAt: Date;
}

const foundAt = new Date('2026-05-01T12:00:00Z');
const after = (hours: number, ms = 0) => new Date(foundAt.getTime() + hours * hourMs + ms);

let db: Connection;
let now: Date;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
});
afterAll(() => db.close());
beforeEach(() => sites().deleteMany({}));

const sites = () => db.collection<StoredSite>('sites');
const find = (count: number) =>
  sites().insertMany(
    Array.from({ length: count }, () => ({ _id: anId(), foundAt, updatedAt: foundAt })),
  );

/** @param lookMs for so long it is found out that a site has no placement */
function remove(at: Date, lookMs = 0): Promise<number> {
  now = at;
  const store = createFoundSiteStore(db);
  const slow = {
    ...store,
    useOf(id: string) {
      now = new Date(now.getTime() + lookMs);
      return store.useOf(id);
    },
  };
  return removeUnused(slow, () => now, new AbortController().signal);
}

describe('a site that a find made and that has no placement', () => {
  it('is forgotten after 48 hours, and gone 2 hours later, neither a moment before', async () => {
    await find(1);
    await remove(after(48, -1));
    expect(await sites().findOne({})).toMatchObject({ foundAt, updatedAt: foundAt });
    await remove(after(48));
    const marked = await sites().findOne({});
    expect(marked).toMatchObject({ removeAt: after(50), updatedAt: after(48) });
    expect(marked).not.toHaveProperty('foundAt');
    expect(await remove(after(50, -1))).toBe(0);
    expect(await remove(after(50))).toBe(1);
    expect(await sites().countDocuments()).toBe(0);
  });

  it('is forgotten by gateways that look back for 10 seconds, though many take longer', async () => {
    await find(3);
    await remove(after(48), 6 * secondMs);
    for (const { updatedAt, removeAt } of await sites().find({}).toArray())
      expect([updatedAt, removeAt]).toEqual([now, new Date(now.getTime() + 2 * hourMs)]);
  });
});
