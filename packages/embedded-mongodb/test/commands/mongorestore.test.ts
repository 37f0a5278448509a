import { describe, expect, it } from '@jest/globals';
import { codeOf } from '../support/contract';
import { sharedClient } from '../support/client';

const { db } = sharedClient();
const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' };

describe('what mongorestore sends', () => {
  it('makes a collection with its index on _id', async () => {
    expect(await db().command({ create: 'things', idIndex })).toMatchObject({ ok: 1 });
    expect(await db().collection('things').listIndexes().toArray()).toEqual([idIndex]);
  });

  it.each([
    { v: 2, key: { _id: 1 }, name: '_id_', collation: { locale: 'de' } },
    { v: 2, key: { a: 1 }, name: 'a_1' },
    { v: 1, key: { _id: 1 }, name: '_id_' },
  ])('is refused another index on _id: %j', async (other) => {
    expect(await codeOf(db().command({ create: 'others', idIndex: other }))).toBe(115);
  });

  it('makes indexes, without the options that nobody knows', async () => {
    const index = { v: 2, key: { a: 1 }, name: 'a_1', ns: 'old.things' };
    const command = { createIndexes: 'restored', indexes: [index] };
    expect(await codeOf(db().command(command))).toBe(197);
    expect(await db().command({ ...command, ignoreUnknownIndexOptions: true })).toMatchObject({
      numIndexesAfter: 2,
    });
    const [, made] = await db().collection('restored').listIndexes().toArray();
    expect(made).toEqual({ v: 2, key: { a: 1 }, name: 'a_1' });
  });
});
