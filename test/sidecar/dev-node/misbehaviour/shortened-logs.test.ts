import { expect, it } from '@jest/globals';
import { alice } from '../alice';
import { aliceAtMisbehaving, bob } from './support';

/** Lines of 64 bytes: logs of 8 lines lose 2 at a time, older than a block. */
const limits = { logBytes: 8 * 64, logStepBytes: 2 * 64, logAgeBlocks: 1 };

it('takes old lines from the beginning of long logs, a step at a time', () => {
  const { pay, pass, misbehave, linesOf } = aliceAtMisbehaving({ limits });
  for (let amount = 1n; amount <= 7n; amount += 1n) pay(amount);
  pass(2 * 512);
  expect(misbehave('shortened-logs')).toBe(false);
  for (let amount = 8n; amount <= 10n; amount += 1n) pay(amount);
  expect(misbehave('shortened-logs')).toBe(true);
  // 10 lines: after 2 steps fewer than 8 are left.
  const sums = (lines: readonly string[]) => lines.map((line) => Number(line.split(' ')[1]));
  expect(sums(linesOf(alice))).toEqual([-5, -6, -7, -8, -9, -10]);
  expect(sums(linesOf(bob))).toEqual([5, 6, 7, 8, 9, 10]);
  expect(misbehave('shortened-logs')).toBe(false);
});

it('leaves steps that have a line which is not old', () => {
  const { pay, pass, misbehave, linesOf } = aliceAtMisbehaving({ limits });
  for (let amount = 1n; amount <= 3n; amount += 1n) pay(amount);
  pass(2 * 512);
  for (let amount = 4n; amount <= 12n; amount += 1n) pay(amount);
  expect(misbehave('shortened-logs')).toBe(true);
  expect(linesOf(alice)).toHaveLength(10);
});

it('has the thresholds of real nodes unless told otherwise', () => {
  const { pay, pass, misbehave, linesOf } = aliceAtMisbehaving();
  for (let count = 0; count < 2048; count += 1) pay(1n);
  pass(16_384 * 512);
  expect(misbehave('shortened-logs')).toBe(false);
  pass(1);
  expect(misbehave('shortened-logs')).toBe(true);
  expect(linesOf(alice)).toHaveLength(2048 - 64);
});
