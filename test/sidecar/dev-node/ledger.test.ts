import { describe, expect, it } from '@jest/globals';
import { pairHash } from '../../../sidecar/ledger/hash-tree';
import { getAccount } from '../../../sidecar/ledger/requests/get-account';
import { getBlock } from '../../../sidecar/ledger/requests/get-block';
import { getBlocks } from '../../../sidecar/ledger/requests/get-blocks';
import { getTransaction } from '../../../sidecar/ledger/requests/get-transaction';
import { transactionMessage } from '../../../sidecar/ledger/signature';
import { createAccount } from '../../../sidecar/ledger/transactions/create-account/layout';
import { sendOne } from '../../../sidecar/ledger/transactions/send-one/layout';
import { alice, aliceAt } from './alice';
import { aLedger, keys } from './support';

const firstTransaction = { node: 1, nodeMessageId: 1, position: 2 };

describe('a ledger on its clock', () => {
  it('makes an account at once, which the network knows some seconds later', () => {
    const { send, readAccount, pass } = aliceAt(aLedger());
    const made = send(createAccount, { node: 1, user: 0, publicKey: keys[2]!.publicKey });
    expect(made).toMatchObject({ newUser: 3, nodeMessageId: 1, position: 2 });
    expect(readAccount({ node: 1, user: 3 })).toBe(8);
    pass(6);
    expect(readAccount({ node: 1, user: 3 })).toMatchObject({
      account: { balance: 20_000_000n },
      networkAccount: { balance: 20_000_000n },
    });
  });

  it('proves a transaction once its block is closed', () => {
    const { send, read, pass, clock } = aliceAt(aLedger());
    const payment = { recipient: { node: 1, user: 2 }, amount: 5n, message: new Uint8Array(32) };
    for (let count = 0; count < 5; count += 1) send(sendOne, payment);
    pass(6);
    const ask = () => read(getTransaction, { ...firstTransaction, time: clock.seconds });
    expect(ask()).toBe(42);
    pass(512);
    const found = ask();
    if (typeof found === 'number') throw new Error(`refused with ${found}`);
    const block = read(getBlock, { block: found.block, time: clock.seconds });
    const [leaf, ...path] = found.hashes;
    expect(path.reduce(pairHash, leaf!)).toEqual((block as { nowHash: Uint8Array }).nowHash);
    const beyond = { ...firstTransaction, position: 99, time: clock.seconds };
    expect(read(getTransaction, beyond)).toBe(43);
  });

  it('credits an account of another node at the end of the block', () => {
    const { send, readAccount, pass } = aliceAt(aLedger());
    const far = { node: 2, user: 0 };
    send(sendOne, { recipient: far, amount: 7n, message: new Uint8Array(32) });
    pass(6);
    expect(readAccount(far)).toMatchObject({ networkAccount: { balance: 0n } });
    pass(512);
    expect(readAccount(far)).toMatchObject({ networkAccount: { balance: 7n } });
  });

  it('gives back what an account on another node would have cost', () => {
    const { send, readAccount, pass } = aliceAt(aLedger());
    send(createAccount, { node: 2, user: 0, publicKey: keys[2]!.publicKey });
    const spent = 10n ** 14n - 220_000_000n;
    expect(readAccount()).toMatchObject({ account: { balance: spent } });
    pass(6);
    pass(512);
    expect(readAccount()).toMatchObject({
      account: { balance: spent + 20_000_000n },
      networkAccount: { balance: spent + 20_000_000n },
    });
  });

  it('refuses a transaction that was taken already: the account’s hash has moved on', () => {
    const { run, clock } = aLedger();
    const read = getAccount.encode({ sender: alice, target: alice, time: clock.seconds });
    const { payload } = run({ data: read, signature: keys[1]!.sign(read) });
    const { hash } = getAccount.decodeResponse(getAccount.decode(read), payload).account;
    const data = sendOne.encode({
      sender: alice,
      messageId: 1,
      time: clock.seconds,
      recipient: { node: 1, user: 2 },
      amount: 1n,
      message: new Uint8Array(32),
    });
    const request = { data, signature: keys[1]!.sign(transactionMessage(hash, data)) };
    expect([run(request).code, run(request).code]).toEqual([0, 15]);
  });

  it('makes up for years that it was off within bounds', () => {
    const { read, pass, clock } = aliceAt(aLedger());
    pass(10 * 365 * 86_400);
    const newest = clock.seconds - (clock.seconds % 512) - 512;
    expect(read(getBlock, { block: newest, time: clock.seconds })).toMatchObject({ time: newest });
    const first = newest - 99 * 512;
    const found = read(getBlocks, { time: clock.seconds, from: first, to: newest });
    if (typeof found === 'number') throw new Error(`refused with ${found}`);
    expect(found.headers).toHaveLength(100);
    for (const [index, header] of found.headers.slice(1).entries()) {
      expect(header.oldHash).toEqual(found.headers[index]!.nowHash);
    }
  });
});
