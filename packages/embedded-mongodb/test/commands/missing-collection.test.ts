import { describe, expect, it } from '@jest/globals';
import { codeOf } from '../support/contract';
import { sharedClient } from '../support/client';

const { db } = sharedClient();

describe('a command on a collection that does not exist is checked as on any other', () => {
  it.each<[object, number]>([
    [{ find: 'none', filter: { a: { $foo: 1 } } }, 2],
    [{ find: 'none', filter: { $foo: 1 } }, 2],
    [{ find: 'none', sort: { a: 'up' } }, 2],
    [{ find: 'none', projection: { a: 1, b: 0 } }, 31254],
    [{ count: 'none', query: { a: { $foo: 1 } } }, 2],
    [{ distinct: 'none', key: 'a', query: { a: { $foo: 1 } } }, 2],
    [{ aggregate: 'none', cursor: {}, pipeline: [{ $match: { a: { $foo: 1 } } }] }, 2],
    [{ aggregate: 'none', cursor: {}, pipeline: [{ $sort: { a: 'up' } }] }, 2],
    [{ aggregate: 'none', cursor: {}, pipeline: [{ $foo: 1 }] }, 40324],
    [{ explain: { find: 'none', filter: { a: { $foo: 1 } } } }, 2],
    [{ findAndModify: 'none', query: { a: { $foo: 1 } }, update: { $set: { a: 1 } } }, 2],
    [{ findAndModify: 'none', query: {}, update: { $foo: { a: 1 } } }, 9],
    [{ findAndModify: 'none', query: { a: { $foo: 1 } }, remove: true }, 2],
  ])('%j is refused with %i', async (command, code) => {
    expect(await codeOf(db().command(command))).toBe(code);
  });

  it.each<[object, number]>([
    [{ update: 'none', updates: [{ q: {}, u: { $foo: { a: 1 } } }] }, 9],
    [{ update: 'none', updates: [{ q: { a: { $foo: 1 } }, u: { $set: { a: 1 } } }] }, 2],
    [{ update: 'none', updates: [{ q: {}, u: [{ $foo: 1 }], multi: true }] }, 72],
    [{ delete: 'none', deletes: [{ q: { a: { $foo: 1 } }, limit: 1 }] }, 2],
    [{ delete: 'none', deletes: [{ q: { a: { $foo: 1 } }, limit: 0 }] }, 2],
  ])('%j has a write error %i', async (command, code) => {
    const { writeErrors } = await db().command(command);
    expect(writeErrors).toMatchObject([{ index: 0, code }]);
  });

  it.each<[object, object]>([
    [{ find: 'none', filter: { a: 1 } }, { cursor: { firstBatch: [] } }],
    [{ count: 'none', query: { a: 1 } }, { n: 0 }],
    [{ distinct: 'none', key: 'a' }, { values: [] }],
    [
      { update: 'none', updates: [{ q: {}, u: { $set: { a: 1 } } }] },
      { n: 0, nModified: 0 },
    ],
    [{ delete: 'none', deletes: [{ q: {}, limit: 0 }] }, { n: 0 }],
    [
      { aggregate: 'none', cursor: {}, pipeline: [{ $match: { a: 1 } }, { $count: 'n' }] },
      { cursor: { firstBatch: [] } },
    ],
  ])('%j finds nothing', async (command, answer) => {
    expect(await db().command(command)).toMatchObject(answer);
    expect(await db().listCollections().toArray()).toEqual([]);
  });
});
