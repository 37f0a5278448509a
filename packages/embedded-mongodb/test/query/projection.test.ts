import { describe, expect, it } from '@jest/globals';
import type { Doc } from '../../src/bson/values';
import { compileProject, keptMembers } from '../../src/query/projection';
import { doc } from '../support/documents';

const now = new Date('2026-03-01T12:00:00Z');

function project(spec: object, document: object): Doc {
  return compileProject(doc(spec), { now })(doc(document));
}

describe('compileProject', () => {
  it.each<[object, object, object]>([
    [{ a: 1 }, { b: 2, _id: 1, a: 1 }, { _id: 1, a: 1 }],
    [{ a: true, _id: 0 }, { _id: 1, a: 1, b: 2 }, { a: 1 }],
    [
      { b: 1, a: 1 },
      { _id: 1, a: 1, b: 2 },
      { _id: 1, a: 1, b: 2 },
    ],
    [{ a: 0 }, { _id: 1, a: 1, b: 2 }, { _id: 1, b: 2 }],
    [{ _id: 0 }, { _id: 1, a: 1 }, { a: 1 }],
    [{ _id: 1 }, { _id: 1, a: 1 }, { _id: 1 }],
    [
      { _id: 1, a: 0 },
      { _id: 1, a: 1, b: 1 },
      { _id: 1, b: 1 },
    ],
    [{ 'a.b': 1 }, { _id: 1, a: { b: 1, c: 2 } }, { _id: 1, a: { b: 1 } }],
    [{ a: { b: 1 } }, { _id: 1, a: { b: 1, c: 2 } }, { _id: 1, a: { b: 1 } }],
    [
      { 'a.b': 1 },
      { _id: 1, a: [{ b: 1, c: 2 }, 5, { c: 3 }, [{ b: 4 }]] },
      { _id: 1, a: [{ b: 1 }, {}, [{ b: 4 }]] },
    ],
    [{ 'a.b': 1 }, { _id: 1, a: 5 }, { _id: 1 }],
    [{ 'a.b': 0 }, { _id: 1, a: [{ b: 1, c: 2 }, 5] }, { _id: 1, a: [{ c: 2 }, 5] }],
    [{ x: { $add: ['$a', 1] } }, { _id: 1, a: 1 }, { _id: 1, x: 2 }],
    [
      { x: '$a.b', y: 'text' },
      { _id: 1, a: { b: 3 } },
      { _id: 1, x: 3, y: 'text' },
    ],
    [{ 'a.x': '$b' }, { _id: 1, a: { c: 1 }, b: 2 }, { _id: 1, a: { x: 2 } }],
  ])('%j of %j is %j', (spec, document, expected) => {
    const result = project(spec, document);
    expect(result).toEqual(doc(expected));
    expect([...result.keys()]).toEqual([...doc(expected).keys()]);
  });

  it.each<[object, number]>([
    [{ a: 1, b: 0 }, 31254],
    [{ a: 0, b: 1 }, 31253],
    [{ a: 0, b: '$x' }, 31252],
    [{ a: 1, 'a.b': 1 }, 31249],
    [{ 'a.b': 1, a: 1 }, 31250],
    [{ a: {} }, 51270],
    [{ 'a..b': 1 }, 15998],
    [{ $a: 1 }, 16410],
    [{}, 51272],
    [{ a: { $slice: 1 } }, 168],
    [{ a: { $elemMatch: { b: 1 } } }, 168],
    [{ a: { $meta: 'textScore' } }, 168],
    [{ 'a.$': 1 }, 16410],
  ])('refuses %j with %i', (spec, code) => {
    expect(() => project(spec, { a: [1] })).toThrow(expect.objectContaining({ code }));
  });
});

describe('keptMembers', () => {
  it.each<[object, readonly string[] | null]>([
    [{ a: 1 }, ['_id', 'a']],
    [{ _id: true, a: 1n, b: 0.5 }, ['_id', 'a', 'b']],
    [{ a: 1, _id: 0 }, ['a']],
    [{ _id: 1 }, ['_id']],
    [{ ['__proto__']: 1 }, ['_id', '__proto__']],
    [{ 'a.b': 1, 'a.c': 1 }, ['_id', 'a.b', 'a.c']],
  ])('of %j are %j', (spec, names) => {
    expect(keptMembers(doc(spec))).toEqual(names);
  });

  it.each([
    [{ _id: 0 }],
    [{ a: 0 }],
    [{ _id: 1, a: 0 }],
    [{ 'a.b': 0 }],
    [{ a: null }],
    [{ _id: null, a: 1 }],
    [{ '_id.a': 1 }],
    [{ a: { b: 1 } }],
    [{ a: '$b' }],
    [{ _id: '$b', a: 1 }],
  ])('are not all that %j does', (spec) => {
    expect(keptMembers(doc(spec))).toBeNull();
  });
});
