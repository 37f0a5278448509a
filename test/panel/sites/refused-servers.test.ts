import { expect, it } from '@jest/globals';
import { allServers, refusedServers, withToggled } from '../../../panel/sites/refused-servers';

const requires = [{ key: 'type', values: ['image'] }];
const gifs = { key: 'mime', values: ['image/gif'] };
const [one, other] = ['0001-00000004-DBEB', '0001-00000005-CBCA'];

it('refuses servers and takes them again, and leaves the rest of the filter as it is', () => {
  const before = { requires, excludes: [gifs] };
  expect(refusedServers({ filtering: before })).toEqual([]);
  const some = withToggled(withToggled(before, one), other);
  expect(some).toEqual({ requires, excludes: [gifs, { key: 'peer', values: [one, other] }] });
  const all = withToggled(some, allServers);
  expect(refusedServers({ filtering: all })).toEqual([one, other, '*']);
  expect(withToggled(withToggled(withToggled(all, allServers), one), other)).toEqual(before);
});
