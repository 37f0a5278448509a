import { expect } from '@jest/globals';
import { ChainBrokenError } from '../../../src/money/payments/chain/chain.service';
import { addressOfUser } from './ledger-world';
import { coin, type PayingWorld } from './paying-world';

const mostOrders = 10_000;

/** A publisher that is paid at a user's address of the ledger. */
export interface Earner {
  readonly user: number;
  readonly accountId: string;
  /** Unit: 10^-11 coins; all that was ever booked for it. */
  earned: bigint;
}

export async function addEarners(
  world: PayingWorld,
  users: readonly number[],
): Promise<readonly Earner[]> {
  const added: Earner[] = [];
  for (const user of users)
    added.push({ user, accountId: await world.addPublisher(user), earned: 0n });
  return added;
}

export async function earnAll(
  world: PayingWorld,
  earners: readonly Earner[],
  coins: bigint,
): Promise<void> {
  for (const earner of earners) {
    await world.earn(earner.accountId, coins);
    earner.earned += coins * coin;
  }
}

/** Turns until nothing is open: each with a block. */
export async function settleToTheEnd(world: PayingWorld, turns = 6): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await world.settle().catch((error: unknown) => {
      if (!(error instanceof ChainBrokenError)) throw error;
    });
    world.ledger.closeBlock();
  }
}

/** The ledger has paid to each what it has earned, or it is earnings still; and the books say the same. */
export async function assertPaidOnce(
  world: PayingWorld,
  earners: readonly Earner[],
): Promise<void> {
  const paid = world.ledger.paid();
  for (const { user, accountId, earned } of earners) {
    const left = await world.earningsOf(accountId);
    expect([user, (paid.get(addressOfUser(user)) ?? 0n) + left]).toEqual([user, earned]);
  }
  const total = [...paid.values()].reduce((sum, amount) => sum + amount, 0n);
  const orders = await world.ctx.transferOrders.listAll('', mostOrders);
  const arrived = orders.filter(({ state }) => state === 'confirmed');
  const outside = arrived.reduce((sum, { amount }) => sum + amount, total);
  expect(await world.outsideAndClearing()).toEqual({ outside, clearing: 0n });
}
