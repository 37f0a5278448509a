import { describe, expect, it } from '@jest/globals';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import { quickLimits, startRelay } from '../support';
import { startAccountNode } from './account-node';
import { startWallet, testAccount, type CallOutcome } from './support';

const payment = { address: '0001-00000003-AB0C', amount: '1' };
const hash = 'AB'.repeat(32);

interface PreparedResult {
  readonly tx: Readonly<Record<string, string>>;
  readonly account?: Readonly<Record<string, string>>;
}

function resultOf({ result, error }: CallOutcome): PreparedResult {
  expect(error).toBeUndefined();
  return result as PreparedResult;
}

describe('offline signing', () => {
  it('opens no connection when msid and hash are given', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    const params = { ...payment, '_dry-run': true, msid: 7, hash };
    const { tx } = resultOf(await wallet.call('send_one', params));
    expect(tx).toMatchObject({ account_msid: '7', account_hashin: hash, fee: '0.00050000000' });
    expect(tx).not.toHaveProperty('id');
    expect(node.connections()).toBe(0);
  });

  it('signs the same bytes for the same input', async () => {
    await using wallet = await startWallet([parseAllowedNode('node.example')]);
    const params = { ...payment, '_dry-run': true, msid: 7, hash, time: 1_700_000_000 };
    expect(await wallet.call('send_one', params)).toEqual(await wallet.call('send_one', params));
  });

  it('chains the next transaction to the one before', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    const first = resultOf(await wallet.call('send_one', { ...payment, '_dry-run': true }));
    const second = resultOf(
      await wallet.call('broadcast', {
        message: '00',
        '_dry-run': true,
        msid: Number(first.tx.account_msid) + 1,
        hash: first.tx.account_hashout,
      }),
    );
    for (const { tx } of [first, second]) {
      const sent = await wallet.call('send_again', { data: tx.data, signature: tx.signature });
      const { account } = resultOf(sent);
      expect([account!.hash, account!.msid]).toEqual([
        tx.account_hashout,
        String(Number(tx.account_msid) + 1),
      ]);
      expect(resultOf(sent).tx).toMatchObject({ data: tx.data, signature: tx.signature });
    }
    expect(node.applied.map(({ messageId }) => messageId)).toEqual([1, 2]);
  });
});

describe('a dry run', () => {
  it('goes by the account as it is now, though another has sent for it meanwhile', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    await using relay = await startRelay([node.node]);
    for (const number of ['1', '2', '3']) {
      const { tx } = resultOf(await wallet.call('send_one', { ...payment, '_dry-run': true }));
      expect(tx.account_msid).toBe(number);
      const sent = await relay.sendAgain({ data: tx.data, signature: tx.signature });
      expect(sent).toHaveProperty('result');
    }
    expect(node.applied.map(({ messageId }) => messageId)).toEqual([1, 2, 3]);
  });
});

describe('one writer', () => {
  it('gives concurrent sends consecutive numbers', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    const amounts = Array.from(
      { length: 50 },
      (_, index) => `0.${String(index + 1).padStart(3, '0')}`,
    );
    const results = await Promise.all(
      amounts.map((amount) => wallet.call('send_one', { ...payment, amount })),
    );
    const numbers = results.map((outcome) => Number(resultOf(outcome).tx.account_msid));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(amounts.map((_, index) => index + 1));
    expect(node.applied).toHaveLength(50);
    expect(new Set(node.applied.map(({ data }) => data)).size).toBe(50);
  });

  it('asks for the state once and then goes by what the node answers', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    for (let count = 0; count < 5; count += 1) resultOf(await wallet.call('send_one', payment));
    expect([node.reads(), node.applied.length]).toEqual([1, 5]);
  });

  it('keeps the state after a refusal that has changed nothing', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    resultOf(await wallet.call('send_one', payment));
    node.verdicts.push(9);
    expect(await wallet.call('send_one', payment)).toMatchObject({
      error: { code: -32000, message: 'Too low balance', data: { code: 9 } },
    });
    resultOf(await wallet.call('send_one', payment));
    expect([node.reads(), node.applied.length]).toEqual([1, 2]);
  });

  it('reads again and signs anew when somebody else has used the key', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    resultOf(await wallet.call('send_one', payment));
    node.advance();
    const { tx } = resultOf(await wallet.call('send_one', payment));
    expect(tx.account_msid).toBe('3');
    expect([node.reads(), node.applied.length]).toEqual([2, 2]);
  });

  it('does not pay again when the refused transaction turns out to be applied', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    resultOf(await wallet.call('send_one', payment));
    node.verdicts.push('accept, but say wrong signature');
    const { error } = await wallet.call('send_one', payment);
    expect(error).toMatchObject({ code: -32011, data: { account_msid: '2' } });
    expect(node.applied).toHaveLength(2);
  });

  it('does not sign anew when the account stands where it did', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    resultOf(await wallet.call('send_one', payment));
    node.verdicts.push(15);
    expect(await wallet.call('send_one', payment)).toMatchObject({
      error: { code: -32000, data: { code: 15 } },
    });
    expect(node.applied).toHaveLength(1);
  });

  it('does not replace a number or a hash that the caller gave', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    expect(await wallet.call('send_one', { ...payment, msid: 5, hash })).toMatchObject({
      error: { code: -32000, data: { code: 15 } },
    });
    // One look at whether the account has come to that number.
    expect([node.reads(), node.applied.length]).toEqual([1, 0]);
  });
});

describe('an answer of the node', () => {
  it.each([
    ['another hash', { hash: new Uint8Array(32).fill(7) }],
    ['another number', { messageId: 77 }],
  ])('with %s than the transaction leads to is no acceptance', async (_case, changed) => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    node.distortReceipt(changed);
    expect(await wallet.call('send_one', payment)).toMatchObject({
      error: { code: -32011, data: { account_msid: '1' } },
    });
    expect(node.applied).toHaveLength(1);
  });
});

describe('an unknown outcome', () => {
  it('makes the next send read the account, whatever was read before it was sent', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    node.verdicts.push('accept, then hang up');
    // The read waits for nothing, so that the payment waits behind it.
    const [, paid] = await Promise.all([wallet.call('get_me'), wallet.call('send_one', payment)]);
    expect(paid.error).toMatchObject({ code: -32011 });
    const reads = node.reads();
    const { tx } = resultOf(await wallet.call('send_one', { ...payment, amount: '2' }));
    expect([tx.account_msid, node.reads()]).toEqual(['2', reads + 1]);
  });

  it('gives the caller the bytes to send again', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    node.verdicts.push('hang up');
    const { error } = await wallet.call('send_one', payment);
    expect(error).toMatchObject({
      code: -32011,
      data: { address: testAccount.address, msid: '1', account_msid: '1' },
    });
    const { data, signature } = error!.data as Record<string, string>;
    const { tx } = resultOf(await wallet.call('send_again', { data, signature }));
    expect(tx.id).toBe('0001:00000005:0001');
    expect(node.applied).toHaveLength(1);
  });

  it('is paid once when it had been applied: the same bytes are refused', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    node.verdicts.push('accept, then hang up');
    const { error } = await wallet.call('send_one', payment);
    const { data, signature, account_hashout } = error!.data as Record<string, string>;
    expect(await wallet.call('send_again', { data, signature })).toMatchObject({
      error: { code: -32000, data: { code: 15 } },
    });
    const me = resultOf(await wallet.call('get_me'));
    expect(me.account).toMatchObject({ msid: '2', hash: account_hashout });
    expect(node.applied).toHaveLength(1);
  });

  it.each([
    ['applied', 'accept, then hang up', '2'],
    ['not applied', 'hang up', '1'],
  ] as const)('makes the next send read the account: %s', async (_case, verdict, number) => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    node.verdicts.push(verdict);
    await wallet.call('send_one', payment);
    const { tx } = resultOf(await wallet.call('send_one', { ...payment, amount: '2' }));
    expect([tx.account_msid, node.reads()]).toEqual([number, 2]);
  });

  it('lets at most one of two transactions with the same number through', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    node.verdicts.push('hang up');
    const { error } = await wallet.call('send_one', payment);
    const { data, signature } = error!.data as Record<string, string>;
    resultOf(await wallet.call('send_one', { ...payment, amount: '2' }));
    expect(await wallet.call('send_again', { data, signature })).toMatchObject({
      error: { code: -32000, data: { code: 15 } },
    });
    expect(node.applied).toHaveLength(1);
  });
});

describe('waiting', () => {
  it('100 copies of one prepared transaction are applied once', async () => {
    await using node = await startAccountNode();
    await using wallet = await startWallet([node.node]);
    const { tx } = resultOf(await wallet.call('send_one', { ...payment, '_dry-run': true }));
    const params = { data: tx.data, signature: tx.signature };
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => wallet.call('send_again', params)),
    );
    expect(node.applied).toHaveLength(1);
    const accepted = outcomes.filter(({ result }) => result !== undefined);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { error } of outcomes) if (error) expect(error).toMatchObject({ code: -32000 });
  });

  it('reports a node that cannot be reached, and sends later', async () => {
    await using node = await startAccountNode();
    let isDown = true;
    await using wallet = await startWallet(
      [parseAllowedNode(`node.example:${node.port}/private`)],
      {
        resolveHost: () =>
          isDown ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(['127.0.0.1']),
        limits: { ...quickLimits, maxFrameBytes: 1000 },
      },
    );
    expect(await wallet.call('send_one', payment)).toMatchObject({ error: { code: -32010 } });
    isDown = false;
    resultOf(await wallet.call('send_one', payment));
    expect(node.applied).toHaveLength(1);
  });
});
