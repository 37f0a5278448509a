import { describe, expect, it } from '@jest/globals';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import { startTestNode } from '../dev-node/support';
import { startRelay } from '../support';
import { startWallet, type CallOutcome } from './support';

const payment = { address: '0001-00000002-BB2D', amount: '1' };

/** A development node with a ledger, the wallet of an account of it, and a relay. */
async function startAll() {
  const node = await startTestNode();
  const nodes = [parseAllowedNode(`127.0.0.1:${node.port}/private`)];
  const now = () => node.clock.seconds * 1000;
  const wallet = await startWallet(nodes, { address: '0001-00000001-8B4E', secret: 'alice', now });
  const relay = await startRelay(nodes, { now });
  return {
    wallet,
    relay,
    /** Publishes what is queued. */
    publish() {
      node.clock.seconds += 10;
      node.ledger.tick();
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await wallet[Symbol.asyncDispose]();
      await node[Symbol.asyncDispose]();
    },
  };
}

const txOf = ({ result }: CallOutcome) =>
  (result as { readonly tx: Readonly<Record<string, string>> }).tx;

describe('bytes that have been applied', () => {
  it('are told by the wallet, with their id, once the log and the message prove it', async () => {
    await using all = await startAll();
    const { data, signature, id } = txOf(await all.wallet.call('send_one', payment));
    all.publish();
    // Later transactions hide nothing.
    await all.wallet.call('send_one', payment);
    expect(await all.wallet.call('send_again', { data, signature })).toEqual({
      error: {
        code: -32000,
        message: `already applied as ${id}`,
        data: { code: 15, info: `already applied as ${id}`, id },
      },
    });
  });

  it('are refused with the way to check while nothing proves it', async () => {
    await using all = await startAll();
    const { data, signature } = txOf(await all.wallet.call('send_one', payment));
    const refused = {
      error: {
        code: -32000,
        message: 'Wrong signature',
        data: { code: 15, info: expect.stringContaining('read account 0001-00000001-8B4E') },
      },
    };
    expect(await all.wallet.call('send_again', { data, signature })).toEqual(refused);
    all.publish();
    expect(await all.relay.sendAgain({ data, signature })).toEqual(refused);
  });

  it('are not taken for others with the same number', async () => {
    await using all = await startAll();
    const { data, signature } = txOf(
      await all.wallet.call('send_one', { ...payment, amount: '2', '_dry-run': true }),
    );
    await all.wallet.call('send_one', payment);
    all.publish();
    expect(await all.wallet.call('send_again', { data, signature })).toMatchObject({
      error: { code: -32000, message: 'Wrong signature' },
    });
  });
});

describe('a transaction whose msid, hash and time are given', () => {
  it('is of unknown outcome when it may have been applied already', async () => {
    await using all = await startAll();
    const { account_msid, account_hashin, time, data } = txOf(
      await all.wallet.call('send_one', payment),
    );
    const state = { msid: Number(account_msid), hash: account_hashin, time: Number(time) };
    expect(await all.wallet.call('send_one', { ...payment, ...state })).toMatchObject({
      error: {
        code: -32011,
        message: expect.stringContaining('send_again'),
        data: { data, info: expect.stringContaining('read account 0001-00000001-8B4E') },
      },
    });
  });

  it('is refused when the account has not come to its number', async () => {
    await using all = await startAll();
    const state = { msid: 5, hash: 'AB'.repeat(32) };
    expect(await all.wallet.call('send_one', { ...payment, ...state })).toMatchObject({
      error: { code: -32000, data: { code: 15 } },
    });
  });
});
