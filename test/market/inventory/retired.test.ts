import { expect, it } from '@jest/globals';
import { Retired } from '../../../src/market/inventory/retired';

it('keeps what went off sale last, the older half of which goes at once', () => {
  const retired = new Retired<number>(4);
  const keptOf = (ids: string) =>
    ids
      .split('')
      .filter((id) => retired.get(id) !== null)
      .join('');
  for (const [at, id] of 'abcd'.split('').entries()) retired.add(id, at);
  expect(keptOf('abcde')).toBe('abcd');
  retired.add('e', 4);
  expect(keptOf('abcde')).toBe('cde');
  expect(retired.get('c')).toBe(2);
});

it('forgets what is for sale again, however long ago it went', () => {
  const retired = new Retired<number>(4);
  for (const id of 'abc') retired.add(id, 1);
  retired.add('a', 2);
  expect(retired.get('a')).toBe(2);
  retired.delete('a');
  expect(retired.get('a')).toBeNull();
});
