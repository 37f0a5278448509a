import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Files of these folders that are shared by the registered ones. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'dev-node/misbehaviour': [
    'chance',
    'commands',
    'delivery',
    'kind',
    'log-lines',
    'misbehaving-ledger',
    'moved-transactions',
    'read-view',
    'spell',
    'unmade-messages',
  ],
  'ledger/requests': [],
  'wallet/methods': ['blocks', 'method', 'read-members', 'read-method', 'transaction-method'],
};

it.each(Object.entries(shared))('every file of sidecar/%s is registered', (folder, others) => {
  const path = join(__dirname, '../../sidecar', folder);
  const files = readdirSync(path).map((file) => file.replace(/\.ts$/, ''));
  const index = readFileSync(join(path, 'index.ts'), 'utf8');
  const registered = [...index.matchAll(/from '\.\/([a-z-]+)'/g)].map(([, file]) => file!);
  const expected = files.filter((file) => file !== 'index' && !others.includes(file));
  expect(registered.filter((file) => !others.includes(file)).sort()).toEqual(expected.sort());
});
