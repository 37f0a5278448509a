import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { grants } from '../../../../src/identity/oauth/grants/index';

it('every grant file is in the registry, under its own name', () => {
  const shared = ['grant.ts', 'index.ts'];
  const files = readdirSync('src/identity/oauth/grants').filter((file) => !shared.includes(file));
  expect([...grants.keys()].map((name) => `${name.replaceAll('_', '-')}.ts`).sort()).toEqual(
    files.sort(),
  );
});
