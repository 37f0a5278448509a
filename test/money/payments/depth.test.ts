import { afterEach, describe, expect, it } from '@jest/globals';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { addressOfUser } from './ledger-world';
import { type PayingWorld, startPayingWorld } from './paying-world';

/** As long as a block of the test's ledger. */
const blockSeconds = 8;

let world: PayingWorld;
afterEach(() => world.close());

describe.each([
  [1, {}, 2],
  [2, { ADGATE_CONFIRM_BLOCKS: '1' }, 1],
  [3, { ADGATE_CONFIRM_BLOCKS: '4' }, 4],
])('the ledger’s word (%d)', (_case, env, depth) => {
  it(`counts in a block with ${depth} closed ones from it on: for payments`, async () => {
    world = await startPayingWorld({ env });
    await world.earn(await world.addPublisher(2), 5n);
    await world.settle();
    for (let closed = 0; closed < depth; closed += 1) {
      await world.settle();
      expect(await world.statesOf()).toEqual(['sent']);
      world.ledger.passTime(blockSeconds);
    }
    await world.settle();
    expect(await world.statesOf()).toEqual(['confirmed']);
  });

  it(`counts in a block with ${depth} closed ones from it on: for deposits`, async () => {
    world = await startPayingWorld({ env });
    const read = async () => {
      await bookNewDeposits(world.ctx, new AbortController().signal);
      const filter = { accountId: null, isUnassigned: false };
      return (await world.ctx.deposits.listAll(filter, { first: 10 })).length;
    };
    await world.ledger.callAs(5, 'send_one', { address: addressOfUser(1), amount: '1' });
    for (let closed = 0; closed < depth; closed += 1) {
      expect(await read()).toBe(0);
      world.ledger.passTime(blockSeconds);
    }
    expect(await read()).toBe(1);
  });
});

it('has no depth in a block that is open, or that never was', async () => {
  world = await startPayingWorld();
  const ledger = world.ctx.ledger!;
  const start = world.ledger.clock.seconds - (world.ledger.clock.seconds % blockSeconds);
  const depthOf = async (seconds: number) => {
    const block = seconds.toString(16).toUpperCase();
    return (await world.ledger.call('get_block_depth', { block })).result['depth'] as string;
  };
  expect(await depthOf(start)).toBe('0');
  world.ledger.closeBlock();
  expect([await depthOf(start), await depthOf(start + blockSeconds)]).toEqual(['2', '1']);
  expect([await depthOf(start + 1), await depthOf(start + 100)]).toEqual(['0', '0']);
  expect(await ledger.isClosed(new Date(start * 1000))).toBe(true);
  expect(await ledger.isClosed(new Date((start + blockSeconds) * 1000))).toBe(false);
});
