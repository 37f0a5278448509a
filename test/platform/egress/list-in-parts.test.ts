import { describe, expect, it } from '@jest/globals';
import { JsonList, type ListInParts } from '../../../src/platform/egress/json-list';
import { buffersOf, toParts } from '../../../src/platform/egress/list-in-parts';

const numbers = (length: number) => Array.from({ length }, (_, at) => at);
const flat = (one: unknown) => ({ id: one, ads: [one] });

/** Reads a list with the lists within. */
const readAll = (list: ListInParts): unknown =>
  JSON.parse(
    JSON.stringify([...new JsonList(list)], (_name, value: unknown) =>
      value instanceof JsonList ? [...value] : value,
    ),
  );

describe('a list in parts', () => {
  it.each([
    ['of none', []],
    ['of short elements', numbers(5_000).map(flat)],
    ['of a long one', [{ ads: numbers(20_000), id: 1 }]],
    ['of a long one between others', [1, flat(2), { ads: numbers(2_000) }, null, flat(3)]],
    [
      'of one whose members are named like those of prototypes',
      [{ ads: numbers(2_000), ...(JSON.parse('{"__proto__":{"id":1}}') as object) }],
    ],
    ['of a long one without the list', [{ ads: { one: numbers(2_000) } }, numbers(2_000)]],
  ])('%s has all of its values', (_case, list) => {
    const parts = toParts(list, 'ads');
    expect(parts.length).toBe(list.length);
    expect(readAll(parts)).toEqual(list);
  });

  it('has a text in the place of a number that no JSON can say: not null, which says that there is none', () => {
    const list = JSON.parse('[{"price":1e999},{"price":-1e999},{"price":null}]') as unknown[];
    expect([...new JsonList(toParts(list, null))]).toEqual([
      ...[{ price: 'Infinity' }, { price: '-Infinity' }, { price: null }],
    ]);
  });

  it('has no large part, however long one element’s list is', () => {
    const ads = numbers(20_000).map((id) => ({ id, url: `https://demand.example/serve/${id}` }));
    const sizes = buffersOf(toParts([{ id: 1, ads }], 'ads')).map(({ byteLength }) => byteLength);
    expect(Math.max(...sizes)).toBeLessThan(60_000);
  });

  it.each([
    ['values', numbers(20_000)],
    ['characters', 'x'.repeat(256 * 20_000)],
    ['characters of a name', { ['x'.repeat(256 * 20_000)]: 1 }],
  ])('leaves out an element of too many %s, and no other', (_case, large) => {
    expect([...new JsonList(toParts([1, large, { large }, 2], null))]).toEqual([
      ...[1, undefined, undefined, 2],
    ]);
    const within = toParts([{ ads: [1, large, 2] }, { ads: [1], large }], 'ads');
    const [one, other] = new JsonList(within);
    expect(one).toMatchObject({ ads: expect.any(JsonList) });
    expect(other).toBeUndefined();
    expect(JSON.stringify(readAll(toParts([{ ads: [1, large, 2] }], 'ads')))).toBe(
      '[{"ads":[1,null,2]}]',
    );
  });
});
