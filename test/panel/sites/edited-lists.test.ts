import { expect, it } from '@jest/globals';
import { editedLists } from '../../../panel/sites/edited-lists';

type Lists = Parameters<typeof editedLists>[0]['before'];

const clause = (key: string, ...values: readonly string[]) => ({ key, values });
const excluding = (...excludes: Lists['filtering']['excludes']): Lists => ({
  ...{ blockedDomains: [], blockedCategories: [], filtering: { requires: [], excludes } },
});
const blocking = (...blockedDomains: readonly string[]): Lists => ({
  ...excluding(),
  blockedDomains,
});

it.each([
  ['adds to what others have added', ['one', 'two', 'new'], ['new', 'theirs']],
  ['removes, and keeps what others have added', ['one'], ['theirs']],
  ['leaves an entry that was typed twice', ['new', 'new'], ['new', 'new', 'theirs']],
])('%s', (_what, typed, edited) => {
  const lists = { before: blocking('one', 'two'), now: blocking('theirs') };
  expect(editedLists({ ...lists, typed: blocking(...typed) })).toEqual(blocking(...edited));
});

it('puts changes of a filter upon the one of now, clause by clause', () => {
  const before = excluding(clause('type', 'video'), clause('a:b', 'x'));
  const typed = excluding(clause('type', 'video'), clause('a:b', 'x', 'y'));
  // Others have taken the last type out, and have blocked all servers.
  const now = excluding(clause('a:b', 'x'), clause('peer', '*'));
  const edited = excluding(clause('a:b', 'x', 'y'), clause('peer', '*'));
  expect(editedLists({ before, typed, now })).toEqual(edited);
});

it('leaves a clause that was typed without values: the server says that they are missing', () => {
  const typed = excluding(clause('a:b'));
  expect(editedLists({ before: excluding(), typed, now: excluding() })).toEqual(typed);
});
