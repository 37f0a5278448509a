import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection, mongo } from 'mongoose';
import { createRecordedConversionStore } from '../../../../src/market/recorded-conversions/recorded-conversion.store';
import { openDatabase } from '../../../../src/platform/database/connection';
import { conversionClaims } from '../../../../src/platform/database/migrations/0004-conversion-claims';
import { expiringClaims } from '../../../../src/platform/database/migrations/0009-expiring-claims';
import { createTransactions } from '../../../../src/platform/database/transaction';
import { freshDatabase } from '../../../support/database';
import { anId } from '../../../support/events';

type Stored = mongo.BSON.Document & { readonly _id: string };
type OldRecord = Stored & { readonly occurredAt: Date };

const migratedAt = new Date('2026-06-01T00:00:00Z');
const ago = (ms: number) => new Date(migratedAt.getTime() - ms);
let connection: Connection;

beforeEach(async () => {
  connection = await openDatabase(await freshDatabase());
});

afterEach(() => connection.close());

const collection = (name: string) => connection.db!.collection<Stored>(name);
const records = () => collection('recordedConversions');
const run = (db = connection.db!) => conversionClaims.run(db, () => migratedAt);
const idsIn = async (name: string) =>
  (await collection(name).find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
const indexesOf = async (name: string) =>
  (await collection(name).indexes()).map((index) => index.name).sort();

/** As gateways made it that kept both in the record. */
async function makeOldIndexes() {
  await records().createIndexes([
    { key: { claims: 1 }, name: 'claims_1', unique: true, sparse: true },
    { key: { nonceKey: 1 }, name: 'nonceKey_1', unique: true, sparse: true },
    { key: { campaignId: 1, occurredAt: 1 }, name: 'campaignId_1_occurredAt_1' },
  ]);
}

function anOldRecord(changes: object = {}): OldRecord {
  return {
    _id: anId(),
    conversionId: anId(),
    campaignId: anId(),
    advertiserId: anId(),
    limitType: 'in_budget',
    cases: [{ caseId: anId(), value: 2n ** 62n }],
    occurredAt: ago(1_000),
    ...changes,
  };
}

describe('the migration of claims and nonces', () => {
  it('moves them into collections of their own, and leaves the rest of the records as it is', async () => {
    await makeOldIndexes();
    const both = anOldRecord();
    const neither = anOldRecord();
    await records().insertMany([{ ...both, claims: ['v:1', 'v:2'], nonceKey: 'v:00ff' }, neither]);
    await run();
    expect(await idsIn('conversionClaims')).toEqual(['v:1', 'v:2']);
    expect(await collection('conversionNonces').find().toArray()).toEqual([
      { _id: 'v:00ff', expiresAt: new Date(both.occurredAt.getTime() + 310_000) },
    ]);
    expect(await records().findOne({ _id: both._id })).toEqual(both);
    expect(await records().findOne({ _id: neither._id })).toEqual(neither);
  });

  it('drops the unique indexes of both, and no other', async () => {
    await makeOldIndexes();
    await run();
    expect(await indexesOf('recordedConversions')).toEqual(['_id_', 'campaignId_1_occurredAt_1']);
  });

  it('leaves nonces behind whose time is over', async () => {
    await records().insertMany([
      anOldRecord({ nonceKey: 'over', occurredAt: ago(310_001) }),
      anOldRecord({ nonceKey: 'taken', occurredAt: ago(310_000) }),
    ]);
    await run();
    expect(await idsIn('conversionNonces')).toEqual(['taken']);
    expect(await records().countDocuments({ nonceKey: { $exists: true } })).toBe(0);
  });

  it('has nothing to do on a new database', async () => {
    await run();
    expect(await idsIn('recordedConversions')).toEqual([]);
  });

  it('lets nobody have again what was taken', async () => {
    await makeOldIndexes();
    await records().insertOne(anOldRecord({ claims: ['v:1'], nonceKey: 'v:00' }));
    await run();
    const store = createRecordedConversionStore(connection);
    for (const model of store.models) await model.createIndexes();
    const { _id: id, ...rest } = anOldRecord({ occurredAt: migratedAt });
    const insert = (claims: readonly string[], key: string) =>
      createTransactions(connection)((session) =>
        store.insert(
          { id, ...rest } as never,
          { claims, nonce: { key, expiresAt: ago(-1) } },
          session,
        ),
      );
    expect(await insert(['v:2'], 'v:00')).toBe('nonce');
    expect(await insert(['v:0', 'v:1'], 'v:01')).toBe('claims');
    expect(await insert(['v:2'], 'v:01')).toBeNull();
  });

  it('goes through many, and does nothing when it is run again', async () => {
    await makeOldIndexes();
    const old = Array.from({ length: 2_100 }, (_value, index) =>
      anOldRecord({ claims: [`c${index}`, `d${index}`], nonceKey: `n${index}` }),
    );
    await records().insertMany(old);
    await run();
    const taken = { expiresAt: ago(-600_000) };
    await collection('conversionNonces').updateOne({ _id: 'n7' }, { $set: taken });
    // As one sees them who read them before, and was suspended since.
    await records().updateOne({ _id: old[7]!._id }, { $set: { claims: ['c7'], nonceKey: 'n7' } });
    await run();
    expect(await collection('conversionClaims').countDocuments()).toBe(4_200);
    expect(await collection('conversionNonces').countDocuments()).toBe(2_100);
    expect(await collection('conversionNonces').findOne({ _id: 'n7' })).toMatchObject(taken);
  });

  it('can be run by two at once', async () => {
    await makeOldIndexes();
    const old = Array.from({ length: 500 }, (_value, index) =>
      anOldRecord({ claims: [`c${index}`], nonceKey: `n${index}` }),
    );
    await records().insertMany(old);
    await Promise.all([run(), run()]);
    expect(await collection('conversionClaims').countDocuments()).toBe(500);
    expect(await collection('conversionNonces').countDocuments()).toBe(500);
    expect(await indexesOf('recordedConversions')).toEqual(['_id_', 'campaignId_1_occurredAt_1']);
  });

  // Two batches with three writes each, and two indexes.
  it.each(Array.from({ length: 8 }, (_value, writes) => writes))(
    'goes on where it was cut off, after %i writes',
    async (writes) => {
      await makeOldIndexes();
      const old = Array.from({ length: 1_001 }, (_value, index) =>
        anOldRecord({ claims: [`c${index}`], nonceKey: `n${index}` }),
      );
      await records().insertMany(old);
      await expect(run(cutOffAfter(writes, connection.db!))).rejects.toThrow('cut off');
      await run();
      expect(await collection('conversionClaims').countDocuments()).toBe(1_001);
      expect(await collection('conversionNonces').countDocuments()).toBe(1_001);
      const isOld = { $or: [{ claims: { $exists: true } }, { nonceKey: { $exists: true } }] };
      expect(await records().countDocuments(isOld)).toBe(0);
      expect(await indexesOf('recordedConversions')).toEqual(['_id_', 'campaignId_1_occurredAt_1']);
    },
  );
});

describe('the migration of claims that were made for good', () => {
  it('lets them end after 90 days, and leaves others as they are', async () => {
    const claims = connection.db!.collection<Stored>('conversionClaims');
    const soon = { _id: 'soon', expiresAt: ago(-1_000) };
    await claims.insertMany([{ _id: 'old' }, soon]);
    await expiringClaims.run(connection.db!, () => migratedAt);
    // As a gateway runs it that was suspended meanwhile.
    await expiringClaims.run(connection.db!, () => ago(-5_000));
    const old = { _id: 'old', expiresAt: new Date('2026-08-30T00:00:00Z') };
    expect(await claims.find().sort({ _id: 1 }).toArray()).toEqual([old, soon]);
  });
});

/** The database, as somebody sees it who dies before one more write. */
function cutOffAfter(writes: number, db: mongo.Db): mongo.Db {
  let left = writes;
  const isWrite = (name: PropertyKey) =>
    name === 'bulkWrite' || name === 'updateMany' || name === 'dropIndex';
  const cut = Object.create(db) as mongo.Db;
  cut.collection = (name: string) =>
    new Proxy(db.collection(name), {
      get(target, member) {
        const value: unknown = Reflect.get(target, member, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (!isWrite(member)) return Reflect.apply(value, target, args) as unknown;
          left -= 1;
          if (left < 0) return Promise.reject(new Error('cut off'));
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  return cut;
}
