import { describe, expect, it } from '@jest/globals';
import { getBlock } from '../../../../sidecar/ledger/requests/get-block';
import { getBlocks } from '../../../../sidecar/ledger/requests/get-blocks';
import { getBroadcast } from '../../../../sidecar/ledger/requests/get-broadcast';
import { getMessageList } from '../../../../sidecar/ledger/requests/get-message-list';
import { getSignatures } from '../../../../sidecar/ledger/requests/get-signatures';
import { getTransaction } from '../../../../sidecar/ledger/requests/get-transaction';
import { createAccount } from '../../../../sidecar/ledger/transactions/create-account/layout';
import { sendOne } from '../../../../sidecar/ledger/transactions/send-one/layout';
import { aliceAtMisbehaving, bob, wholeOf } from './support';

/** Publishes what is queued, long before the block closes. */
const message = 6;
const seconds = 512;

describe('a block that is late', () => {
  it('is closed, and not ready', () => {
    const { pay, pass, misbehave, transactionOf, read, clock } = aliceAtMisbehaving();
    const time = () => clock.seconds;
    const block = time() - (time() % seconds);
    const id = pay(5n);
    pass(message);
    expect(misbehave('late-blocks')).toBe(true);
    expect(misbehave('late-blocks')).toBe(false);
    pass(block + seconds - time());
    expect(transactionOf(id)).toBe(42);
    expect(read(getBlock, { block, time: time() })).toBe(29);
    expect(read(getMessageList, { block, time: time() })).toBe(24);
    expect(read(getSignatures, { block, time: time() })).toBe(30);
    expect(read(getBroadcast, { block, time: time() })).toBe(22);
    expect(read(getBlocks, { from: block, to: 0, time: time() })).toMatchObject({ headers: [] });
    // The chance of this ledger makes it late by two blocks at most.
    pass(2 * seconds);
    expect(transactionOf(id)).toBe('sends 5');
    expect(read(getBlock, { block, time: time() })).toMatchObject({ time: block });
  });

  it('does not keep the node from taking transactions into the open one', () => {
    const { pay, pass, misbehave, transactionOf } = aliceAtMisbehaving();
    misbehave('late-blocks');
    pass(seconds);
    const id = pay(5n);
    pass(message);
    pass(4 * seconds);
    expect(transactionOf(id)).toBe('sends 5');
  });
});

describe('a block that is replaced', () => {
  it('loses its messages to the open one', () => {
    const { pay, pass, misbehave, transactionOf, read, clock, balanceOf } = aliceAtMisbehaving();
    const before = balanceOf(bob);
    const block = clock.seconds - (clock.seconds % seconds);
    const readBlock = () => wholeOf(read(getBlock, { block, time: clock.seconds }));
    const id = pay(5n);
    pass(message);
    pass(seconds);
    const first = readBlock();
    expect([first.messageCount, transactionOf(id)]).toEqual([1, 'sends 5']);
    expect(misbehave('replaced-blocks')).toBe(true);
    const second = readBlock();
    expect(second.messageCount).toBe(0);
    expect(second.nowHash).not.toEqual(first.nowHash);
    expect(transactionOf(id)).toBe(42);
    pass(seconds);
    expect(transactionOf(id)).toBe('sends 5');
    expect(balanceOf(bob) - before).toBe(5n);
  });

  it('has the chain and the proofs follow', () => {
    const { pay, pass, misbehave, read, clock } = aliceAtMisbehaving({
      limits: { replacedBlocks: 2 },
    });
    const from = clock.seconds - (clock.seconds % seconds);
    pay(5n);
    pass(message);
    pass(seconds);
    pay(6n);
    pass(message);
    pass(seconds);
    misbehave('replaced-blocks');
    pass(seconds);
    const { headers } = wholeOf(read(getBlocks, { from, to: 0, time: clock.seconds }));
    expect(headers).toHaveLength(3);
    for (const [index, { nowHash }] of headers.slice(0, -1).entries())
      expect(headers[index + 1]?.oldHash).toEqual(nowHash);
    const place = { node: 1, nodeMessageId: 2, position: 1 };
    const proof = wholeOf(read(getTransaction, { ...place, time: clock.seconds }));
    expect(proof.block).toBe(from + 2 * seconds);
  });

  it('credits an account of another node once', () => {
    const { send, pass, misbehave, readAccount } = aliceAtMisbehaving();
    const far = { node: 2, user: 0 };
    const networkBalance = () => wholeOf(readAccount(far)).networkAccount.balance;
    send(sendOne, { recipient: far, amount: 7n, message: new Uint8Array(32) });
    pass(message);
    pass(seconds);
    expect(networkBalance()).toBe(7n);
    expect(misbehave('replaced-blocks')).toBe(true);
    expect(networkBalance()).toBe(0n);
    pass(seconds);
    expect(networkBalance()).toBe(7n);
  });

  it('stays where what the network did at its end cannot be undone, and where it is empty', () => {
    const { send, pass, misbehave } = aliceAtMisbehaving();
    expect(misbehave('replaced-blocks')).toBe(false);
    // The first block has what the node says of itself.
    pass(2 * seconds);
    expect(misbehave('replaced-blocks')).toBe(false);
    send(createAccount, { node: 2, user: 0, publicKey: new Uint8Array(32) });
    pass(message);
    pass(seconds);
    expect(misbehave('replaced-blocks')).toBe(false);
  });
});
