import { expect, it } from '@jest/globals';
import { unauditedMutations } from '../../../../src/api/graphql/audit-mutations';
import { createSchema } from '../../../../src/api/graphql/schema';
import { pages } from '../../../../src/api/pages/index';
import { en } from '../../../../panel/texts/en';

/** A request of a browser that has a session, and that a person sends. */
const request = {
  ...{ method: 'GET', publicUrl: 'http://127.0.0.1:1', target: '/', language: 'en' as const },
  headers: {
    ...{ authorization: 'Bearer x', cookie: `adgate-session=${'s'.repeat(43)}` },
    'sec-fetch-site': 'none',
  },
  ...{ allowsRegistration: false, params: {}, query: {}, form: {} },
};

it('has words for each change that the audit log may tell of, and for no other', () => {
  const mutations = Object.keys(createSchema().getMutationType()?.getFields() ?? {});
  const named = [
    ...mutations.filter((name) => !unauditedMutations.has(name)),
    ...pages.flatMap(({ changes }) => changes?.(request) ?? []),
  ];
  expect(named).toContain('logOut');
  expect(Object.keys(en.changes).toSorted()).toEqual([...new Set(named)].toSorted());
});
