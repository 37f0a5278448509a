import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { CommandError } from '../../../src/cli/command';
import type { Db } from '../../../src/cli/db/database';
import { insertRawDocuments } from '../../../src/cli/db/raw-documents';
import { freshDatabase } from '../../support/database';
import { contentsOf, withDb } from '../support';

const { signal } = new AbortController();
const documents = [mongoose.mongo.BSON.serialize({ _id: 1 })];

/** A database that refuses one document. */
function refusing(error: object): Db {
  const command = () => Promise.resolve({ ok: 1, n: 0, writeErrors: [{ index: 0, ...error }] });
  return { command } as unknown as Db;
}

const insert = (error: object) =>
  insertRawDocuments({ db: refusing(error), collection: 'accounts', signal }, documents);

describe('the private file of the driver', () => {
  it('sends documents byte for byte', async () => {
    const members = new Map([...['_id', 'b', '10', '9'].entries()].map(([at, name]) => [name, at]));
    const bytes = mongoose.mongo.BSON.serialize(members);
    const stored = await withDb(await freshDatabase(), async (db) => {
      await insertRawDocuments({ db, collection: 'raw', signal }, [bytes]);
      return contentsOf(db);
    });
    expect(stored['raw']!.documents).toEqual([Buffer.from(bytes).toString('hex')]);
  });
});

describe('a document that is there already', () => {
  it.each([
    ['by the key', { keyPattern: { _id: 1 }, errmsg: 'E11000 duplicate key error' }],
    [
      'by the index alone',
      {
        errmsg:
          'E11000 duplicate key error collection: ads.accounts index: _id_ dup key: { _id: 1 }',
      },
    ],
    [
      'as old servers say it',
      { errmsg: 'E11000 duplicate key error index: ads.accounts.$_id_ dup key: { : 1 }' },
    ],
    [
      'as DocumentDB says it',
      { errmsg: "Duplicate key violation on the requested collection: Index '_id_'" },
    ],
    ['by its value alone', { errmsg: 'E11000 duplicate key error: dup key: { "_id": 1 }' }],
  ])('is kept, whatever words the engine has: %s', async (_case, error) => {
    expect(await insert({ code: 11_000, ...error })).toEqual({ imported: 0, kept: 1 });
  });

  it.each([
    ['by the key', { keyPattern: { email: 1 }, errmsg: 'dup key: { _id: 1 }' }],
    [
      'by the index alone',
      { errmsg: 'E11000 duplicate key error index: email_1 dup key: { email: "{ _id: _id_ }" }' },
    ],
    [
      'as DocumentDB says it',
      { errmsg: "Duplicate key violation on the requested collection: Index 'email_1'" },
    ],
  ])('is refused when another unique field is: %s', async (_case, error) => {
    await expect(insert({ code: 11_000, ...error })).rejects.toThrow(CommandError);
  });
});
