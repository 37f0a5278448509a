import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection, mongo } from 'mongoose';
import { createAccountStore } from '../../../../src/identity/accounts/account.store';
import { openDatabase } from '../../../../src/platform/database/connection';
import { provenAddresses } from '../../../../src/platform/database/migrations/0006-proven-addresses';
import { freshDatabase } from '../../../support/database';
import { anId } from '../../../support/events';

type Stored = mongo.BSON.Document & { readonly _id: string };

let connection: Connection;

beforeEach(async () => {
  connection = await openDatabase(await freshDatabase());
});

afterEach(() => connection.close());

const now = () => new Date('2026-11-22T12:00:00Z');
const accounts = () => connection.db!.collection<Stored>('accounts');
const run = () => provenAddresses.run(connection.db!, now);
const indexes = async () =>
  (await accounts().indexes()).map((index) => ({
    name: index.name,
    unique: index.unique ?? false,
  }));

/** As gateways made them that found publishers by the address to pay at. */
async function makeOldIndexes() {
  await accounts().createIndexes([
    { key: { email: 1 }, name: 'email_1', unique: true, sparse: true },
    { key: { payoutAddress: 1 }, name: 'payoutAddress_1', unique: true, sparse: true },
  ]);
}

const anOldAccount = (changes: object = {}): Stored => ({
  _id: anId(),
  roles: ['publisher'],
  suspendedReason: null,
  createdAt: now(),
  updatedAt: now(),
  ...changes,
});
const aFoundPublisher = () => anOldAccount({ payoutAddress: `ads:${anId()}` });

async function openStore() {
  const store = createAccountStore(connection, now);
  for (const model of store.models) await model.createIndexes();
  return store;
}

describe('the migration of payout addresses', () => {
  it('keeps finds naming the publishers that finds have made', async () => {
    await makeOldIndexes();
    const old = aFoundPublisher();
    const other = anOldAccount({ email: 'ada@news.example' });
    await accounts().insertMany([old, other]);
    await run();
    const store = await openStore();
    expect(await store.findByProvenAddress(old.payoutAddress as string)).toMatchObject({
      id: old._id,
      payoutAddress: old.payoutAddress,
      payoutAddressChangedAt: null,
    });
    expect(await accounts().findOne({ _id: other._id })).toEqual(other);
  });

  it('lets two be paid at one address, and one be named by it', async () => {
    await makeOldIndexes();
    const old = aFoundPublisher();
    const payoutAddress = old.payoutAddress as string;
    await accounts().insertOne(old);
    await run();
    const store = await openStore();
    const anAccount = { email: null, passwordHash: null, roles: ['publisher'] } as const;
    const same = await store.insert({ ...anAccount, id: anId(), payoutAddress });
    expect(await store.findByProvenAddress(payoutAddress)).toMatchObject({ id: old._id });
    await expect(store.addProvenAddress(same.id, payoutAddress)).rejects.toThrow('E11000');
    await expect(
      store.insert({ ...anAccount, id: anId(), payoutAddress, provenAddresses: [payoutAddress] }),
    ).rejects.toThrow('E11000');
  });

  it('takes nothing for proven that somebody who can log in has set', async () => {
    const set = anOldAccount({ email: 'eve@bad.example', payoutAddress: `ads:${anId()}` });
    await accounts().insertOne(set);
    await run();
    expect(await accounts().findOne({ _id: set._id })).toEqual(set);
  });

  it('drops the unique index of old, and not the ones of today, however often it is run', async () => {
    await makeOldIndexes();
    await run();
    expect(await indexes()).toEqual([
      { name: '_id_', unique: false },
      { name: 'email_1', unique: true },
    ]);
    await openStore();
    await run();
    expect(await indexes()).toContainEqual({ name: 'provenAddresses_1', unique: true });
    expect(await indexes()).toContainEqual({ name: 'payoutAddress_1__id_1', unique: false });
  });

  it('has nothing to do on a new database', async () => {
    await run();
    expect(await accounts().countDocuments()).toBe(0);
  });

  it('goes through many, by two at once, and leaves what has changed since', async () => {
    await makeOldIndexes();
    const old = Array.from({ length: 2_100 }, aFoundPublisher);
    await accounts().insertMany(old);
    await Promise.all([run(), run()]);
    expect(await accounts().countDocuments({ provenAddresses: { $size: 1 } })).toBe(2_100);
    const claimed = { provenAddresses: ['ads:one', 'ads:two'] };
    await accounts().updateOne({ _id: old[7]!._id }, { $set: claimed });
    await run();
    expect(await accounts().findOne({ _id: old[7]!._id })).toMatchObject(claimed);
  });
});
