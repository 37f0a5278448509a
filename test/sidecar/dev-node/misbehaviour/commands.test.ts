import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { obeyCommands } from '../../../../sidecar/dev-node/misbehaviour/commands';
import { alice } from '../alice';
import { aliceAtMisbehaving } from './support';

it('does what the lines of the input name', async () => {
  const { pay, misbehave, linesOf } = aliceAtMisbehaving();
  const input = new PassThrough();
  const said: string[] = [];
  obeyCommands(input, { misbehave, say: (message) => void said.push(message) });
  pay(1n);
  input.end('stale-ids\n\nothers-numbers\nkindness\n');
  await once(input, 'close');
  expect(said).toEqual([
    'misbehaved: stale-ids',
    'there was nothing to do for others-numbers',
    expect.stringMatching(/^"kindness" is not one of stale-ids, /),
  ]);
  expect(linesOf(alice)).toEqual(['1:2 -1', '2:1 -1']);
});
