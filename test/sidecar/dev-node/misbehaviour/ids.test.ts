import { describe, expect, it } from '@jest/globals';
import { alice } from '../alice';
import { aliceAtMisbehaving, bob } from './support';

/** Publishes what is queued, long before the block closes. */
const message = 6;
const block = 512;

describe('a node that was killed and started again', () => {
  it('keeps in its logs the ids of a message that it never made, before the real ones', () => {
    const { pay, pass, misbehave, linesOf, transactionOf } = aliceAtMisbehaving();
    expect([pay(5n), pay(6n)]).toEqual(['1:2', '1:3']);
    expect(misbehave('stale-ids')).toBe(true);
    expect(linesOf(alice)).toEqual(['1:2 -5', '1:3 -6', '2:1 -5', '2:2 -6']);
    expect(linesOf(bob)).toEqual(['1:2 5', '1:3 6', '2:1 5', '2:2 6']);
    pass(message);
    expect(['1:2', '2:1'].map(transactionOf)).toEqual([42, 42]);
    pass(block);
    expect(['1:2', '1:3', '2:1', '2:2'].map(transactionOf)).toEqual([44, 44, 'sends 5', 'sends 6']);
  });

  it('packs the last messages of the block with what is queued, under the older number', () => {
    const { pay, pass, misbehave, linesOf, transactionOf } = aliceAtMisbehaving();
    const first = pay(5n);
    pass(message);
    const second = pay(6n);
    expect([first, second]).toEqual(['1:2', '2:1']);
    expect(misbehave('repacked-messages')).toBe(true);
    expect(linesOf(alice)).toEqual(['1:2 -5', '2:1 -6', '1:3 -6']);
    pass(message);
    expect(['1:2', '1:3', '2:1'].map(transactionOf)).toEqual([42, 42, 42]);
    pass(block);
    expect(['1:2', '1:3', '2:1'].map(transactionOf)).toEqual(['sends 5', 'sends 6', 44]);
  });

  it('gives the number that was not made to the next transaction', () => {
    const { pay, pass, misbehave, linesOf, transactionOf } = aliceAtMisbehaving();
    pay(5n);
    pass(message);
    pay(6n);
    misbehave('repacked-messages');
    pass(message);
    expect(pay(7n)).toBe('2:1');
    expect(linesOf(bob)).toEqual(['1:2 5', '2:1 6', '1:3 6', '2:1 7']);
    pass(message);
    pass(block);
    expect(transactionOf('2:1')).toBe('sends 7');
  });

  it('packs a transaction again whose place another one was to have before', () => {
    const { pay, pass, misbehave, linesOf, transactionOf } = aliceAtMisbehaving();
    pay(5n);
    pass(message);
    pay(6n);
    misbehave('repacked-messages');
    pass(message);
    pay(7n);
    misbehave('repacked-messages');
    expect(linesOf(alice)).toEqual(['1:2 -5', '2:1 -6', '1:3 -6', '2:1 -7', '1:4 -7']);
    pass(message);
    pass(block);
    expect(transactionOf('1:4')).toBe('sends 7');
  });

  it('gives the number to a message of its own, if asked for', () => {
    const { pay, pass, misbehave, transactionOf } = aliceAtMisbehaving();
    expect(misbehave('others-numbers')).toBe(false);
    pay(5n);
    pass(message);
    pay(6n);
    misbehave('repacked-messages');
    expect(misbehave('others-numbers')).toBe(false);
    pass(message);
    expect(misbehave('others-numbers')).toBe(true);
    pass(block);
    expect(transactionOf('2:1')).toBe('type 1');
    expect(transactionOf('2:2')).toBe(43);
  });

  it('leaves nothing of the node’s own in a message that it takes apart: the number is free', () => {
    // By this seed both messages are taken apart.
    const { pay, pass, misbehave, transactionOf } = aliceAtMisbehaving({ seed: 5 });
    pay(5n);
    pass(message);
    pay(6n);
    misbehave('repacked-messages');
    pass(message);
    misbehave('others-numbers');
    pay(7n);
    misbehave('repacked-messages');
    pass(message);
    expect(pay(8n)).toBe('2:1');
    pass(message);
    pass(block);
    expect(transactionOf('2:1')).toBe('sends 8');
  });

  it('has applied each transaction once all the same', () => {
    const { pay, pass, misbehave, balanceOf } = aliceAtMisbehaving();
    const before = balanceOf(bob);
    pay(5n);
    pass(message);
    pay(6n);
    misbehave('repacked-messages');
    misbehave('stale-ids');
    pass(block);
    expect(balanceOf(bob) - before).toBe(11n);
  });

  it('leaves everything as it is where there is nothing to pack', () => {
    const { misbehave, linesOf } = aliceAtMisbehaving();
    expect([misbehave('stale-ids'), misbehave('repacked-messages')]).toEqual([false, false]);
    expect(linesOf(alice)).toEqual([]);
  });
});

describe('a node with faults in its logs and reads', () => {
  it('has the lines of the newest transaction 9 or 18 times', () => {
    const { pay, misbehave, linesOf } = aliceAtMisbehaving();
    expect(misbehave('repeated-lines')).toBe(false);
    pay(5n);
    pay(6n);
    expect(misbehave('repeated-lines')).toBe(true);
    const [first, ...others] = linesOf(alice);
    expect(first).toBe('1:2 -5');
    expect(new Set(others)).toEqual(new Set(['1:3 -6']));
    expect([9, 18]).toContain(others.length);
    expect(linesOf(bob)).toHaveLength(1 + others.length);
  });

  it('refuses to tell of a transaction for a while, with 42 and 44, whatever the seed', () => {
    const refusals = new Set<unknown>();
    for (let seed = 1; seed <= 10; seed += 1) {
      const { pay, pass, misbehave, transactionOf } = aliceAtMisbehaving({ seed });
      const id = pay(5n);
      pass(message);
      pass(block);
      misbehave('refused-reads');
      const answers = Array.from({ length: 5 }, () => transactionOf(id));
      expect(answers.at(-1)).toBe('sends 5');
      expect(answers[0]).not.toBe('sends 5');
      for (const answer of answers.slice(0, answers.indexOf('sends 5'))) refusals.add(answer);
    }
    expect(refusals).toEqual(new Set([42, 44]));
  });
});
