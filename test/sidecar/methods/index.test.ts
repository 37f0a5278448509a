import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { relayMethods } from '../../../sidecar/methods/index';

/** What methods have in common, here and in the wallet. */
const shared = ['node-choice.ts', 'read-fields.ts', 'transaction-result.ts'];

it('the relay has send_again, every file a method, and nothing else', () => {
  const methods = relayMethods({
    now: Date.now,
    nodes: [],
    submit: () => Promise.reject(new Error('must not be used')),
  });
  const files = readdirSync(join(__dirname, '../../../sidecar/methods'));
  expect([...methods.keys()]).toEqual(['send_again']);
  expect(files.sort()).toEqual(['index.ts', 'send-again.ts', ...shared].sort());
});
