import { afterEach, describe, expect, it } from '@jest/globals';
import { settlePayments } from '../../../src/money/payments/settle.service';
import {
  approveWithdrawal,
  cancelWithdrawal,
} from '../../../src/money/withdrawals/withdrawal.service';
import { addressOfUser } from '../payments/ledger-world';
import { coin, dyingContext, type PayingWorld, startPayingWorld } from '../payments/paying-world';
import { withWithdrawals } from './withdrawal-world';

let world: PayingWorld;
afterEach(() => world.close());

async function settleToTheEnd(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await world.settle();
    world.ledger.closeBlock();
  }
}

/** Runs a turn that dies at one of its steps; false when it has come to its end before. */
async function dieAt(step: number): Promise<boolean> {
  const { ctx } = dyingContext(world.ctx, step);
  const { signal } = new AbortController();
  try {
    await settlePayments(ctx, { fence: world.nextFence(), signal });
    return false;
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'killed by the test') throw error;
    return true;
  }
}

describe('a settler that is killed at any step', () => {
  it('pays each withdrawal once, or makes it funds again', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const own = withWithdrawals(world);
    const good = await own.addSaver(2, 1_000n);
    const bad = await own.addSaver(4711, 1_000n);
    let asked = 0n;
    let killed = 0;
    for (let step = 1; ; step += 1) {
      world.letPaymentsAge();
      await world.ctx.payees.change(bad, { refusedAddress: null, refusal: null });
      for (const each of [good, bad])
        await approveWithdrawal(world.ctx, (await own.request(each, 2n)).id);
      asked += 2n;
      const died = await dieAt(step);
      await settleToTheEnd();
      expect([step, world.ledger.paid()]).toEqual([
        step,
        new Map([[addressOfUser(2), asked * coin]]),
      ]);
      expect([await own.fundsOf(good), await own.fundsOf(bad)]).toEqual([
        (1_000n - asked) * coin,
        1_000n * coin,
      ]);
      const { clearing } = await world.outsideAndClearing();
      expect([await own.clearing(), clearing]).toEqual([0n, 0n]);
      if (!died) break;
      killed += 1;
    }
    expect(killed).toBeGreaterThan(20);
  });
});

describe('an owner who takes a withdrawal back while it is paid', () => {
  it('has it as funds or paid, never both', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const own = withWithdrawals(world);
    const alice = await own.addSaver(2, 100n);
    for (let round = 0; round < 4; round += 1) {
      const { id } = await own.request(alice, 2n);
      await approveWithdrawal(world.ctx, id);
      await Promise.allSettled([
        world.settle(),
        cancelWithdrawal(world.ctx, { id, accountId: alice }),
      ]);
      await settleToTheEnd();
      const paid = world.ledger.paid().get(addressOfUser(2)) ?? 0n;
      expect([round, paid + (await own.fundsOf(alice))]).toEqual([round, 100n * coin]);
      expect([await own.clearing(), (await world.outsideAndClearing()).clearing]).toEqual([0n, 0n]);
    }
  });
});
