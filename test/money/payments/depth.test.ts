import { afterEach, describe, expect, it } from '@jest/globals';
import { claimAddress } from '../../../src/money/claims/claim.service';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { reportSettlement } from '../../../src/money/payments/settlement.service';
import { addressOfUser } from './ledger-world';
import { type PayingWorld, startPayingWorld } from './paying-world';

/** As long as a block of the test's ledger. */
const blockSeconds = 8;

let world: PayingWorld;
afterEach(() => world.close());

/** A transaction that counts once the ledger shows it. */
interface Counted {
  readonly send: () => Promise<unknown>;
  /** Asks the ledger. */
  readonly read: () => Promise<unknown>;
  readonly counts: () => Promise<boolean>;
}

const readLog = () => bookNewDeposits(world.ctx, new AbortController().signal);
const sendFromUser5 = (coins: { readonly amount: string; readonly message?: string }) =>
  world.ledger.callAs(5, 'send_one', { address: addressOfUser(1), ...coins });

/** By what it is for. */
const transactions: Readonly<Record<string, () => Promise<Counted>>> = {
  async payments() {
    const payee = await world.addPublisher(2);
    return {
      async send() {
        await world.earn(payee, 5n);
        await world.settle();
      },
      read: () => world.settle(),
      counts: async () => (await world.statesOf()).includes('confirmed'),
    };
  },
  deposits: () =>
    Promise.resolve({
      send: () => sendFromUser5({ amount: '1' }),
      read: readLog,
      async counts() {
        const filter = { accountId: null, isUnassigned: false };
        const found = await world.ctx.deposits.listAll(filter, { first: 10 });
        return found.some(({ reversedAt }) => reversedAt === null);
      },
    }),
  async claims() {
    const accountId = await world.addPublisher(2);
    return {
      async send() {
        const address = addressOfUser(5);
        const { code } = await claimAddress(world.ctx, { accountId, address });
        await sendFromUser5({ amount: '0', message: code.padStart(64, '0') });
      },
      read: readLog,
      async counts() {
        const claims = await world.ctx.addressClaims.listOwned(accountId);
        return claims.some(({ provenAt, replacedAt }) => provenAt !== null && replacedAt === null);
      },
    };
  },
};

describe.each(Object.entries(transactions))('the ledger’s word for %s', (kind, prepare) => {
  it.each([
    [2, {}],
    [1, { ADGATE_CONFIRM_BLOCKS: '1' }],
    [4, { ADGATE_CONFIRM_BLOCKS: '4' }],
  ])('counts once its block is %d deep', async (depth, env) => {
    world = await startPayingWorld({ env });
    const { send, read, counts } = await prepare();
    await send();
    for (let closed = 0; closed < depth; closed += 1) {
      await read();
      expect(await counts()).toBe(false);
      world.ledger.passTime(blockSeconds);
    }
    await read();
    expect(await counts()).toBe(true);
  });

  it('counts no more once its block is replaced, with a notice, until another one has that depth', async () => {
    world = await startPayingWorld({ limits: { replacedBlocks: 2 } });
    const { send, read, counts } = await prepare();
    const problems = async () =>
      (await reportSettlement(world.ctx)).problems.map(({ kind: problem }) => problem);
    // The gateway looks once a minute: here four seconds after the block is replaced.
    await read();
    world.ledger.passTime(5 * blockSeconds);
    await send();
    world.ledger.passTime(blockSeconds);
    world.ledger.passTime(blockSeconds);
    await read();
    expect([await counts(), await problems()]).toEqual([true, []]);
    // Of one block or two: the newest one is empty.
    for (let tries = 1; !world.ledger.misbehave('replaced-blocks'); tries += 1)
      expect(tries).toBeLessThan(20);
    world.ledger.passTime(4);
    await read();
    expect([await counts(), await problems()]).toEqual([false, [`${kind}_replaced`]]);
    world.ledger.passTime(blockSeconds);
    await read();
    expect(await counts()).toBe(false);
    world.ledger.passTime(blockSeconds);
    await read();
    expect(await counts()).toBe(true);
    world.ledger.passTime(60);
    await read();
    expect([await counts(), await problems()]).toEqual([true, []]);
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
