import { afterEach, describe, expect, it } from '@jest/globals';
import { ChainBrokenError } from '../../../src/money/payments/chain/chain.service';
import { TurnLostError } from '../../../src/money/payments/settlement.store';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { settlePayments } from '../../../src/money/payments/settle.service';
import { addressOfUser } from './ledger-world';
import { addEarners, assertPaidOnce, earnAll, settleToTheEnd } from './earners';
import { dyingContext, type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

/** Runs a turn that dies at one of its steps; false when it has come to its end before. */
async function dieAt(step: number): Promise<boolean> {
  const dying = dyingContext(world.ctx, step);
  try {
    await settlePayments(dying.ctx, {
      fence: world.nextFence(),
      signal: new AbortController().signal,
    });
    return false;
  } catch (error) {
    if (error instanceof ChainBrokenError) return dying.steps() >= step;
    if (!(error instanceof Error) || error.message !== 'killed by the test') throw error;
    return true;
  }
}

describe('a settler that is killed', () => {
  it('at every step of the first, of the confirming and of the next turn pays once and loses nothing', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const earners = await addEarners(world, [2, 3, 4711]);
    let killed = 0;
    for (let step = 1; ; step += 1) {
      world.letPaymentsAge();
      await earnAll(world, earners, 2n);
      const died = await dieAt(step);
      await settleToTheEnd(world);
      await assertPaidOnce(world, earners);
      if (!died) break;
      killed += 1;
    }
    // So many steps it has at least: look, prepare, store, mark, send, look.
    expect(killed).toBeGreaterThan(20);
  });

  it('again and again at ever later steps, without any whole turn between, ends paid', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const earners = await addEarners(world, [2, 3]);
    await earnAll(world, earners, 3n);
    for (let step = 1; step <= 60; step += 1) {
      world.ledger.mishaps.splice(0, 9, step % 3 === 0 ? 'cut-answer' : 'double');
      await dieAt(step);
      if (step % 7 === 0) world.ledger.closeBlock();
    }
    world.ledger.mishaps.length = 0;
    await settleToTheEnd(world);
    await assertPaidOnce(world, earners);
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
  });
});

describe('two settlers', () => {
  it('that both believe to have the lease pay once', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const earners = await addEarners(world, [2, 3, 4]);
    for (let round = 0; round < 8; round += 1) {
      await earnAll(world, earners, 2n);
      const ended = await Promise.allSettled([world.settle(), world.settle(), world.settle()]);
      for (const each of ended) {
        if (each.status === 'fulfilled') continue;
        const isExpected =
          each.reason instanceof TurnLostError || each.reason instanceof LedgerFailure;
        expect([each.reason, isExpected]).toEqual([each.reason, true]);
      }
    }
    await settleToTheEnd(world);
    await assertPaidOnce(world, earners);
  });

  it('of whom one was halted before its bytes were stored: they are not', async () => {
    world = await startPayingWorld();
    const earners = await addEarners(world, [2]);
    await earnAll(world, earners, 2n);
    const { ctx } = world;
    const halted = {
      ...ctx,
      ledger: {
        ...ctx.ledger!,
        async prepareTransfer(
          ...order: Parameters<NonNullable<typeof ctx.ledger>['prepareTransfer']>
        ) {
          const prepared = await ctx.ledger!.prepareTransfer(...order);
          await world.settle();
          return prepared;
        },
      },
    };
    await expect(world.settle(halted)).rejects.toThrow(TurnLostError);
    await settleToTheEnd(world);
    await assertPaidOnce(world, earners);
    expect(await world.statesOf()).toEqual(['confirmed']);
  });
});

describe('a key that is used elsewhere between any two steps', () => {
  it('makes nothing paid twice', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const earners = await addEarners(world, [2, 3]);
    for (let step = 2; step <= 40; step += 4) {
      await earnAll(world, earners, 2n);
      await dieAt(step);
      await world.ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
      await settleToTheEnd(world);
      await assertPaidOnce(world, earners);
    }
  });
});
