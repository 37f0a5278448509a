import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import {
  convertibleForMs,
  type RecordedConversion,
} from '../../../src/market/recorded-conversions/recorded-conversion';
import {
  createRecordedConversionStore,
  type RecordedConversionStore,
  type Uniqueness,
} from '../../../src/market/recorded-conversions/recorded-conversion.store';
import { openDatabase } from '../../../src/platform/database/connection';
import { createTransactions, type InTransaction } from '../../../src/platform/database/transaction';
import { freshDatabase } from '../../support/database';
import { anId } from '../../support/events';

interface Process {
  readonly db: Connection;
  readonly store: RecordedConversionStore;
  readonly inTransaction: InTransaction;
}

async function startProcess(uri: string): Promise<Process> {
  const db = await openDatabase(uri);
  return { db, store: createRecordedConversionStore(db), inTransaction: createTransactions(db) };
}

const collections = ['recordedConversions', 'conversionClaims', 'conversionNonces'] as const;
const noon = new Date('2026-11-22T12:00:00Z');
const at = (shiftMs: number) => new Date(noon.getTime() + shiftMs);

let processes: readonly Process[];
let one: Process;
beforeAll(async () => {
  const uri = await freshDatabase();
  processes = [await startProcess(uri), await startProcess(uri)];
  one = processes[0]!;
  for (const model of one.store.models) await model.createIndexes();
});
afterAll(() => Promise.all(processes.map(({ db }) => db.close())));
beforeEach(async () => {
  for (const name of collections) await one.db.collection(name).deleteMany({});
});

function aRecord(changes: Partial<RecordedConversion> = {}): RecordedConversion {
  return {
    id: anId(),
    conversionId: anId(),
    campaignId: anId(),
    advertiserId: anId(),
    limitType: 'in_budget',
    cases: [],
    occurredAt: noon,
    ...changes,
  };
}

function record(
  { store, inTransaction }: Process,
  { claims = [], nonce = null }: Partial<Uniqueness>,
  recorded = aRecord(),
) {
  return inTransaction((session) => store.insert(recorded, { claims, nonce }, session));
}

const aNonce = (key: string) => ({ key, expiresAt: at(310_000) });

/** How many documents each collection has, by their order above, or the ids of those of one. */
const counts = () =>
  Promise.all(collections.map((name) => one.db.collection(name).countDocuments()));
const idsIn = async (name: (typeof collections)[number]) =>
  (await one.db.collection(name).find().sort({ _id: 1 }).toArray()).map(({ _id }) => String(_id));

describe('a recorded conversion', () => {
  it('takes its claims and its nonce', async () => {
    const recorded = aRecord();
    const outcome = await record(one, { claims: ['a', 'b'], nonce: aNonce('n') }, recorded);
    expect(outcome).toBeNull();
    expect(await idsIn('recordedConversions')).toEqual([recorded.id]);
    expect(await idsIn('conversionClaims')).toEqual(['a', 'b']);
    expect(await one.db.collection('conversionNonces').findOne()).toEqual({
      _id: 'n',
      expiresAt: at(310_000),
    });
  });

  it.each<[string, Partial<Uniqueness>, string]>([
    ['one of its claims', { claims: ['c', 'b'], nonce: aNonce('m') }, 'claims'],
    ['its nonce', { claims: ['c'], nonce: aNonce('n') }, 'nonce'],
    ['both', { claims: ['a'], nonce: aNonce('n') }, 'nonce'],
  ])('is not recorded where %s is taken, and takes nothing then', async (_case, second, taken) => {
    await record(one, { claims: ['a', 'b'], nonce: aNonce('n') });
    expect(await record(one, second)).toBe(taken);
    expect(await counts()).toEqual([1, 2, 1]);
  });

  it('is recorded as often as it comes where it takes nothing', async () => {
    await record(one, {});
    await record(one, {});
    expect(await counts()).toEqual([2, 0, 0]);
  });

  it('takes a nonce whose time is over, also before the database has deleted it', async () => {
    await record(one, { nonce: aNonce('n') });
    const inTime = aRecord({ occurredAt: at(310_000) });
    expect(await record(one, { nonce: aNonce('n') }, inTime)).toBe('nonce');
    const late = aRecord({ occurredAt: at(310_001) });
    const again = { key: 'n', expiresAt: at(620_001) };
    expect(await record(one, { nonce: again }, late)).toBeNull();
    expect(await record(one, { nonce: again }, late)).toBe('nonce');
    expect(await counts()).toEqual([2, 0, 1]);
  });

  it('has claims that hold as long as its cases may convert', async () => {
    await record(one, { claims: ['a'] });
    expect(await one.db.collection('conversionClaims').findOne()).toEqual({
      _id: 'a',
      expiresAt: at(convertibleForMs),
    });
  });

  it('has a nonce and claims that the database deletes an hour after their time', async () => {
    const ttlOf = async (name: string) =>
      (await one.db.collection(name).indexes())
        .filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
        .map(({ key, expireAfterSeconds }) => ({ key, expireAfterSeconds }));
    const late = [{ key: { expiresAt: 1 }, expireAfterSeconds: 3600 }];
    expect(await ttlOf('conversionNonces')).toEqual(late);
    expect(await ttlOf('conversionClaims')).toEqual(late);
  });
});

describe('of conversions that processes record at the same time', () => {
  const outcomes = (requests: readonly Partial<Uniqueness>[]) =>
    Promise.all(requests.map((request, index) => record(processes[index % 2]!, request)));
  const times = (count: number, request: (index: number) => Partial<Uniqueness>) =>
    Array.from({ length: count }, (_value, index) => request(index));

  it('one has the nonce', async () => {
    const found = await outcomes(times(30, () => ({ nonce: aNonce('n') })));
    expect(found.filter((taken) => taken === null)).toHaveLength(1);
    expect(found.filter((taken) => taken === 'nonce')).toHaveLength(29);
    expect(await counts()).toEqual([1, 0, 1]);
  });

  it('one has a nonce whose time is over', async () => {
    await record(one, { nonce: { key: 'n', expiresAt: at(-1) } });
    const found = await outcomes(times(30, () => ({ nonce: aNonce('n') })));
    expect(found.filter((taken) => taken === null)).toHaveLength(1);
    expect(await counts()).toEqual([2, 0, 1]);
  });

  it('one has the claim that they share, whatever its place, and the others have none', async () => {
    const requests = times(20, (index) => ({
      claims: index % 4 < 2 ? ['shared', `own${index}`] : [`own${index}`, 'shared'],
      nonce: aNonce(`n${index}`),
    }));
    const found = await outcomes(requests);
    const winner = found.indexOf(null);
    expect(found.filter((taken) => taken === null)).toHaveLength(1);
    expect(found.filter((taken) => taken === 'claims')).toHaveLength(19);
    expect(await idsIn('conversionClaims')).toEqual(['shared', `own${winner}`].sort());
    expect(await idsIn('conversionNonces')).toEqual([`n${winner}`]);
  });

  it('two cases that claim a conversion each have it', async () => {
    const found = await outcomes([{ claims: ['v:case1'] }, { claims: ['v:case2'] }]);
    expect(found).toEqual([null, null]);
    expect(await counts()).toEqual([2, 2, 0]);
  });
});

describe('a process that dies', () => {
  const steps = ['nonce', 'claims', 'record'] as const;

  /** Makes a write of the store fail, on its way out or after it was done. */
  function breakAt({ store }: Process, step: (typeof steps)[number], isDone: boolean): () => void {
    const [records, claims, nonces] = store.models.map(({ collection }) => collection);
    const [collection, method] = {
      nonce: [nonces!, 'updateOne'] as const,
      claims: [claims!, 'insertMany'] as const,
      record: [records!, 'insertOne'] as const,
    }[step];
    const whole = collection[method].bind(collection) as (...args: unknown[]) => Promise<unknown>;
    const broken = async (...args: unknown[]) => {
      if (isDone) await whole(...args);
      throw new Error(`died at the ${step}`);
    };
    Object.assign(collection, { [method]: broken });
    return () => Object.assign(collection, { [method]: whole });
  }

  it.each(steps.flatMap((step) => [false, true].map((isDone) => [step, isDone] as const)))(
    'at the %s, done: %p, leaves neither claim nor nonce nor record',
    async (step, isDone) => {
      const request = { claims: ['a', 'b'], nonce: aNonce('n') };
      const mend = breakAt(one, step, isDone);
      await expect(record(one, request)).rejects.toThrow(`died at the ${step}`);
      mend();
      expect(await counts()).toEqual([0, 0, 0]);
      expect(await record(processes[1]!, request)).toBeNull();
      expect(await counts()).toEqual([1, 2, 1]);
    },
  );

  it('before it has committed leaves nothing', async () => {
    const request = { claims: ['a'], nonce: aNonce('n') };
    const { db, store } = processes[1]!;
    const session = await db.startSession();
    session.startTransaction();
    expect(await store.insert(aRecord(), request, session)).toBeNull();
    expect(await counts()).toEqual([0, 0, 0]);
    await session.endSession();
    expect(await record(one, request)).toBeNull();
    expect(await counts()).toEqual([1, 1, 1]);
  });
});
