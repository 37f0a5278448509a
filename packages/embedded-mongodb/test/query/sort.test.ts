import { describe, expect, it } from '@jest/globals';
import type { Value } from '../../src/bson/values';
import { compileSort } from '../../src/query/sort';
import { doc } from '../support/documents';

describe('compileSort', () => {
  const sorted = (spec: object, values: readonly unknown[]): (Value | undefined)[] =>
    values
      .map((a) => doc({ a }))
      .sort(compileSort(doc(spec)).compare)
      .map((document) => document.get('a'));

  it.each<[object, unknown[], unknown[]]>([
    [{ a: 1 }, [3, 1, 2], [1, 2, 3]],
    [{ a: -1 }, [3, 1, 2], [3, 2, 1]],
    [{ a: 1 }, ['b', 1, null, true], [null, 1, 'b', true]],
    [{ a: 1 }, [[5, 2], 3, [1, 9]], [[1, 9], [5, 2], 3]],
    [{ a: -1 }, [[5, 2], 3, [1, 9]], [[1, 9], [5, 2], 3]],
    [{ a: 1 }, [null, 1, []], [[], null, 1]],
  ])('by %j puts %j in the order %j', (spec, values, expected) => {
    expect(sorted(spec, values)).toEqual(expected);
  });

  it('takes missing for null, and goes on to the next key', () => {
    const docs = [{ a: 1, b: 2 }, { b: 1 }, { a: null, b: 0 }].map((one) => doc(one));
    const order = docs.sort(compileSort(doc({ a: 1, b: -1 })).compare).map((one) => one.get('b'));
    expect(order).toEqual([1, 0, 2]);
  });

  it('sorts by a field of the documents in an array', () => {
    const docs = [
      { n: 1, a: [{ b: 5 }, { b: 7 }] },
      { n: 2, a: { b: 6 } },
    ].map((one) => doc(one));
    const by = (order: number): unknown[] =>
      docs.toSorted(compileSort(doc({ 'a.b': order })).compare).map((one) => one.get('n'));
    expect([by(1), by(-1)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it.each([[{ a: 2 }], [{ a: 'asc' }], [{ a: { $meta: 'textScore' } }], [{ $a: 1 }], [{ '': 1 }]])(
    'refuses %j',
    (spec) => {
      expect(() => compileSort(doc(spec))).toThrow(expect.objectContaining({ code: 2 }));
    },
  );
});
