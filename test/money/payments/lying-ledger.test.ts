import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { pauseSettlement, resumeSettlement } from '../../../src/money/payments/settlement.service';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import { addressOfUser } from './ledger-world';
import { coin, type PayingWorld, startPayingWorld } from './paying-world';

type Prepare = LedgerClient['prepareTransfer'];

let world: PayingWorld;
let alice: string;
let honest: LedgerClient;
beforeEach(async () => {
  world = await startPayingWorld();
  honest = world.ctx.ledger!;
  alice = await world.addPublisher(2);
});
afterEach(() => world.close());

const withLedger = (changes: Partial<LedgerClient>): ServiceContext => ({
  ...world.ctx,
  ledger: { ...honest, ...changes },
});

async function assertNothingPrepared(): Promise<void> {
  expect(await world.payments()).toEqual([]);
  expect(await world.ctx.paymentBatches.listOpen()).toEqual([]);
  expect(await world.earningsOf(alice)).toBe(5n * coin);
  expect(world.ledger.paid()).toEqual(new Map());
}

describe('what a wallet has signed', () => {
  beforeEach(() => world.earn(alice, 5n));

  const others: readonly (readonly [string, Prepare])[] = [
    [
      'pays more',
      (position, wires) =>
        honest.prepareTransfer(
          position,
          wires.map((wire) => ({ ...wire, amount: wire.amount + 1n })),
        ),
    ],
    [
      'pays another address',
      (position, wires) =>
        honest.prepareTransfer(
          position,
          wires.map((wire) => ({ ...wire, address: addressOfUser(9) })),
        ),
    ],
    [
      'pays somebody else, too',
      (position, wires) =>
        honest.prepareTransfer(position, [...wires, { address: addressOfUser(9), amount: coin }]),
    ],
    [
      'stands elsewhere in the chain',
      (position, wires) =>
        honest.prepareTransfer({ ...position, messageId: position.messageId + 1 }, wires),
    ],
  ];
  it.each(others)('is not stored where it %s', async (_case, prepareTransfer) => {
    await expect(world.settle(withLedger({ prepareTransfer }))).rejects.toThrow(
      /has signed another transaction/,
    );
    await assertNothingPrepared();
  });

  it('is not stored where it is told to lead to another hash', async () => {
    const prepareTransfer: Prepare = async (position, wires) => {
      const prepared = await honest.prepareTransfer(position, wires);
      return { ...prepared, next: { ...prepared.next, hash: position.hash } };
    };
    await expect(world.settle(withLedger({ prepareTransfer }))).rejects.toThrow(
      /tells another hash of the account/,
    );
    await assertNothingPrepared();
  });

  it('is not stored where settlement was paused meanwhile', async () => {
    const prepareTransfer: Prepare = async (position, wires) => {
      await pauseSettlement(world.ctx, 'odd');
      return honest.prepareTransfer(position, wires);
    };
    await expect(world.settle(withLedger({ prepareTransfer }))).rejects.toThrow(/paused meanwhile/);
    await assertNothingPrepared();
    await resumeSettlement(world.ctx, { fromLedger: false });
    await world.settle();
    expect(await world.statesOf()).toEqual(['sent']);
  });

  it('is not asked for of the wallet of another account', async () => {
    const readOwnAccount = async () => ({
      ...(await honest.readOwnAccount()),
      address: addressOfUser(5),
    });
    await expect(world.settle(withLedger({ readOwnAccount }))).rejects.toThrow(
      `the wallet signs for ${addressOfUser(5)}, this server pays from ${addressOfUser(1)}`,
    );
    await assertNothingPrepared();
    expect((await world.ctx.settlements.get()).position).toBeNull();
  });
});

describe('transfers by other means', () => {
  /** As the log is with the only one of them made to so many. */
  function toSoMany(count: number): ServiceContext {
    return withLedger({
      async *readLog(from) {
        for await (const page of honest.readLog(from))
          yield {
            ...page,
            sent: page.sent.flatMap((entry) =>
              Array.from({ length: count }, (_, at) => ({
                ...entry,
                address: addressOfUser(100 + at),
              })),
            ),
          };
      },
    });
  }

  it.each([
    [1000, null],
    [1001, expect.stringMatching(/^others have sent very much from the account/)],
  ])('to %d accounts', async (count, pausedReason) => {
    await world.settle();
    await world.ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    await expect(world.settle(toSoMany(count))).rejects.toThrow(/used by other means/);
    expect((await world.ctx.settlements.get()).pausedReason).toEqual(pausedReason);
  });
});

describe('transactions whose blocks stay open', () => {
  it('are 64 at most', async () => {
    for (let count = 0; count < 66; count += 1) {
      await world.earn(alice, 1n);
      await world.settle();
    }
    expect(await world.ctx.paymentBatches.listOpen()).toHaveLength(64);
    expect(await world.earningsOf(alice)).toBe(2n * coin);
    world.ledger.closeBlock();
    await world.settle();
    world.ledger.closeBlock();
    await world.settle();
    expect(world.ledger.paid()).toEqual(new Map([[addressOfUser(2), 66n * coin]]));
    expect(await world.earningsOf(alice)).toBe(0n);
  });
});
