import { expect, it } from '@jest/globals';
import { relayMethods } from '../../../sidecar/relay/methods';

it('the relay has send_again and nothing else', () => {
  const methods = relayMethods({
    now: Date.now,
    nodes: [],
    submit: () => Promise.reject(new Error('must not be used')),
  });
  expect([...methods.keys()]).toEqual(['send_again']);
});
