import { expect, it } from '@jest/globals';
import { scopeNames } from '../../../src/identity/oauth/scopes';
import { listFiles, read } from '../../docs/documents';

const resolvers = listFiles('src', /\.resolver\.ts$/).map(read);

it('every scope is asked for by a query or mutation, but for those of which the contract says so', () => {
  const unused = scopeNames.filter(
    (scope) => !resolvers.some((text) => text.includes(`@Authorized('${scope}')`)),
  );
  const said = [...read('docs/contract.md').matchAll(/`([\w.]+)` \(nothing asks for it yet\)/g)];
  expect(unused).toEqual(said.map(([, scope]) => scope));
});

it.each(scopeNames)('docs/http-api.md and docs/contract.md name the scope %s', (scope) => {
  expect(read('docs/http-api.md')).toContain(`\`${scope}\``);
  expect(read('docs/contract.md')).toContain(`\`${scope}\``);
});
