import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { misbehaviourNames } from '../../../../sidecar/dev-node/misbehaviour/index';
import { openStorage } from '../../../../sidecar/dev-node/storage';
import { alice } from '../alice';
import { aliceAtMisbehaving, bob } from './support';

/** Reads alice's log after some blocks with payments, by a seed. */
function logAfterBlocks(seed: number, kinds = misbehaviourNames): readonly string[] {
  const { pay, pass, linesOf, balanceOf } = aliceAtMisbehaving({ seed, kinds });
  const before = balanceOf(bob);
  for (let count = 0; count < 40; count += 1) {
    pay(1n);
    pass(64);
  }
  expect(balanceOf(bob) - before).toBe(40n);
  return linesOf(alice);
}

it('misbehaves as its seed tells', () => {
  const plain = logAfterBlocks(1, []);
  expect(plain).toHaveLength(40);
  const [first, again, other] = [1, 1, 2].map((seed) => logAfterBlocks(seed));
  expect(first).not.toEqual(plain);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

/** A ledger that behaved until it was closed with a payment in its queue, then opened again. */
function logAfterRestart(folder: string, seed: number): readonly string[] {
  const first = aliceAtMisbehaving({}, { db: openStorage(folder) });
  first.pay(1n);
  first.ledger.close();
  const second = aliceAtMisbehaving({ seed, kinds: ['stale-ids'] }, { db: openStorage(folder) });
  const lines = second.linesOf(alice);
  second.ledger.close();
  return lines;
}

it('misbehaves when it is opened again, with some seeds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-misbehaviour-'));
  try {
    const logs = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      logAfterRestart(join(folder, String(seed)), seed).join(', '),
    );
    expect(new Set(logs)).toEqual(new Set(['1:2 -1', '1:2 -1, 2:1 -1']));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
