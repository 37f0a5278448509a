import { expect, it } from '@jest/globals';
import { startNodeServer } from '../../../../sidecar/dev-node/server';
import { getAccount } from '../../../../sidecar/ledger/requests/get-account';
import { parseSecret } from '../../../../sidecar/ledger/signing';
import { alice } from '../alice';
import { connectTo, hello, wireOf } from '../support';
import { aliceAtMisbehaving } from './support';

/** Version and error of the greeting, then length, error and two records. */
const wholeBytes = 5 + 8 + 256;

async function startMisbehaving(seed: number) {
  const { ledger, clock } = aliceAtMisbehaving({ seed, limits: { slowMs: 300 } });
  const server = await startNodeServer(0, {
    execute: (requests) => ledger.execute(requests),
    deliver: ledger.deliver,
  });
  const data = getAccount.encode({ sender: alice, target: alice, time: clock.seconds });
  const wire = hello + wireOf({ data, signature: parseSecret('alice').sign(data) });
  return {
    misbehave: ledger.misbehave,
    /** Asks on a connection of its own. @returns bytes that came, and when the last of them did */
    async ask() {
      const client = await connectTo(server.port);
      const from = performance.now();
      client.say(wire);
      const heard = await client.heard(wholeBytes);
      client.socket.destroy();
      return { bytes: heard.length / 2, ms: performance.now() - from };
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      ledger.close();
    },
  };
}

it('ends connections within some answers, then answers as before', async () => {
  const lengths = new Set<number>();
  for (let seed = 1; seed <= 5; seed += 1) {
    await using node = await startMisbehaving(seed);
    expect((await node.ask()).bytes).toBe(wholeBytes);
    node.misbehave('cut-answers');
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push((await node.ask()).bytes);
    expect(answers[0]).toBeLessThan(wholeBytes);
    expect(answers.at(-1)).toBe(wholeBytes);
    lengths.add(answers[0] ?? 0);
  }
  expect(lengths.size).toBeGreaterThan(1);
});

it('takes its time for some answers', async () => {
  await using node = await startMisbehaving(1);
  for (let count = 0; count < 20; count += 1) node.misbehave('slow-answers');
  const answers = [];
  for (let count = 0; count < 5; count += 1) answers.push(await node.ask());
  expect(answers.map(({ bytes }) => bytes)).toEqual(Array.from(answers, () => wholeBytes));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeGreaterThan(100);
});
