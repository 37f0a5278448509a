import { afterEach, describe, expect, it } from '@jest/globals';
import { ChainBrokenError } from '../../../src/money/payments/chain.service';
import { TurnLostError } from '../../../src/money/payments/settlement.store';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { settlePayments } from '../../../src/money/payments/settle.service';
import { addressOfUser } from './ledger-world';
import { coin, dyingContext, type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

/** Turns until nothing is open: each with a block. */
async function settleToTheEnd(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) {
    await world.settle().catch((error: unknown) => {
      if (!(error instanceof ChainBrokenError)) throw error;
    });
    world.ledger.closeBlock();
  }
}

interface Earner {
  readonly user: number;
  readonly accountId: string;
  earned: bigint;
}

async function addEarners(users: readonly number[]): Promise<readonly Earner[]> {
  const added: Earner[] = [];
  for (const user of users)
    added.push({ user, accountId: await world.addPublisher(user), earned: 0n });
  return added;
}

async function earnAll(earners: readonly Earner[], coins: bigint): Promise<void> {
  for (const earner of earners) {
    await world.earn(earner.accountId, coins);
    earner.earned += coins * coin;
  }
}

/** The ledger has paid to each what it has earned, or it is earnings still; and the books say the same. */
async function assertPaidOnce(earners: readonly Earner[]): Promise<void> {
  const paid = await world.ledger.paid();
  for (const { user, accountId, earned } of earners) {
    const left = await world.earningsOf(accountId);
    expect([user, (paid.get(addressOfUser(user)) ?? 0n) + left]).toEqual([user, earned]);
  }
  const total = [...paid.values()].reduce((sum, amount) => sum + amount, 0n);
  expect(await world.outsideAndClearing()).toEqual({ outside: total, clearing: 0n });
}

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
    const earners = await addEarners([2, 3, 4711]);
    let killed = 0;
    for (let step = 1; ; step += 1) {
      await earnAll(earners, 2n);
      const died = await dieAt(step);
      await settleToTheEnd();
      await assertPaidOnce(earners);
      if (!died) break;
      killed += 1;
    }
    // So many steps it has at least: look, prepare, store, mark, send, look.
    expect(killed).toBeGreaterThan(20);
  });

  it('again and again at ever later steps, without any whole turn between, ends paid', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const earners = await addEarners([2, 3]);
    await earnAll(earners, 3n);
    for (let step = 1; step <= 60; step += 1) {
      world.ledger.mishaps.splice(0, 9, step % 3 === 0 ? 'cut-answer' : 'double');
      await dieAt(step);
      if (step % 7 === 0) world.ledger.closeBlock();
    }
    world.ledger.mishaps.length = 0;
    await settleToTheEnd();
    await assertPaidOnce(earners);
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
  });
});

describe('two settlers', () => {
  it('that both believe to have the lease pay once', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const earners = await addEarners([2, 3, 4]);
    for (let round = 0; round < 8; round += 1) {
      await earnAll(earners, 2n);
      const ended = await Promise.allSettled([world.settle(), world.settle(), world.settle()]);
      for (const each of ended) {
        if (each.status === 'fulfilled') continue;
        const isExpected =
          each.reason instanceof TurnLostError || each.reason instanceof LedgerFailure;
        expect([each.reason, isExpected]).toEqual([each.reason, true]);
      }
    }
    await settleToTheEnd();
    await assertPaidOnce(earners);
  });

  it('of whom one was halted before its bytes were stored: they are not', async () => {
    world = await startPayingWorld();
    const earners = await addEarners([2]);
    await earnAll(earners, 2n);
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
    await settleToTheEnd();
    await assertPaidOnce(earners);
    expect(await world.statesOf()).toEqual(['confirmed']);
  });
});

describe('a key that is used elsewhere between any two steps', () => {
  it('makes nothing paid twice', async () => {
    world = await startPayingWorld({ funds: 100_000n });
    const earners = await addEarners([2, 3]);
    for (let step = 2; step <= 40; step += 4) {
      await earnAll(earners, 2n);
      await dieAt(step);
      await world.ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
      await settleToTheEnd();
      await assertPaidOnce(earners);
    }
  });
});
