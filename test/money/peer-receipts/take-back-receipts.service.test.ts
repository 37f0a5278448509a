import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Book, earningsOf } from '../../../src/money/books/book';
import { bookWithdrawal, moveEarningsToFunds } from '../../../src/money/pockets/pocket.service';
import { keepReceipt } from '../../../src/money/peer-receipts/receipt-word.service';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import type { ServiceContext } from '../../../src/api/context';
import type { AdEvent } from '../../../src/market/events/event';
import { address, lineOf, metaOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

const coin = 10n ** 11n;
let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
afterAll(() => world.close());

/** The block of some transactions has closed, and has them no more. */
const withoutBlocks = (...lost: readonly string[]): Partial<LedgerClient> => ({
  lookUp: (asked) =>
    lost.includes(asked) ? Promise.resolve({ state: 'open' }) : world.ctx.ledger!.lookUp(asked),
});

/** Another block has it, under another id. */
function repacked(lost: string, other: string, changes: { amount?: bigint } = {}) {
  const ledger = world.ctx.ledger!;
  const client: Partial<LedgerClient> = {
    async *readLog(from) {
      for await (const page of ledger.readLog(from)) {
        const received = page.received.map((entry) =>
          entry.transactionId === lost ? { ...entry, ...changes, transactionId: other } : entry,
        );
        yield { ...page, received };
      }
    },
    async lookUp(asked) {
      if (asked === lost) return { state: 'open' };
      const word = await ledger.lookUp(asked === other ? lost : asked);
      if (asked !== other || word.state !== 'closed') return word;
      const wires = word.transaction.wires.map((wire) => ({ ...wire, ...changes }));
      return { ...word, transaction: { ...word.transaction, wires } };
    },
  };
  return client;
}
const anotherIdOf = (transactionId: string) => transactionId.replace(/.{4}$/, '00FF');

/** A context that dies before its nth write: a death behind one is before the next. */
function dyingAtWrite(ctx: ServiceContext, nth: number): ServiceContext {
  let writes = 0;
  const step = () => {
    writes += 1;
    if (writes === nth) throw new Error('killed');
  };
  const dying = <Store extends object>(store: Store, names: readonly (keyof Store)[]): Store =>
    new Proxy(store, {
      get(owner, name, receiver): unknown {
        const member: unknown = Reflect.get(owner, name, receiver);
        if (typeof member !== 'function' || !names.some((one) => one === name)) return member;
        return async (...args: unknown[]): Promise<unknown> => {
          step();
          const result: unknown = await Reflect.apply(member, owner, args);
          return result;
        };
      },
    });
  return {
    ...ctx,
    async inTransaction(work) {
      step();
      return ctx.inTransaction(work);
    },
    deposits: dying(ctx.deposits, ['rewind', 'noteReadTo', 'noteLookedAgain']),
    awaitedTransfers: dying(ctx.awaitedTransfers, ['put', 'postpone']),
    settlements: dying(ctx.settlements, ['set']),
  };
}

const contextOf = (changes: Partial<LedgerClient>) => ({
  ...world.ctx,
  ledger: { ...world.ctx.ledger!, ...changes },
});
/** Looks again at what was shown, as the jobs do after a minute. */
async function pass(changes: Partial<LedgerClient> = {}) {
  world.wait(61);
  await world.run(contextOf(changes));
}
async function look(changes: Partial<LedgerClient> = {}) {
  await pass(changes);
  expect(await world.problems(contextOf(changes))).toEqual([]);
}

let shown: readonly AdEvent[];
let before: readonly bigint[];
let transactionId: string;
const books = (): readonly Book[] => [
  ...shown.map((one) => earningsOf(one.publisherId)),
  ...(['fees:supply:5', 'peers:rest', 'clearing:peers', 'outside:deposits'] as const),
];
/** The change of the books since the test began. */
const moved = async () => {
  const now = await world.balances(...books());
  return now.map((one, at) => one - before[at]!);
};
const booked = [990n, 1_980n, 30n, coin - 3_000n, 0n, -coin];
const nothing = [0n, 0n, 0n, 0n, 0n, 0n];
const receiptOf = async (id: string) => (await world.receipts()).find((one) => one.id === id)!;
const revenues = async () => {
  const [model] = world.ctx.events.models;
  const found = await model!
    .find({ _id: { $in: shown.map(({ id }) => id) } })
    .lean<{ _id: string; verdict: { revenue: bigint; supplyFee: bigint } }[]>();
  const byId = new Map(found.map(({ _id, verdict }) => [_id, verdict]));
  return shown.map(({ id }) => [byId.get(id)?.revenue, byId.get(id)?.supplyFee]);
};
const received = async () => {
  const credits = await world.ctx.peerCredits.list([address]);
  return credits.get(address)?.received;
};

let id: string;
beforeEach(async () => {
  shown = await world.show({}, {});
  before = await world.balances(...books());
  world.details.meta = metaOf(3_000, 2);
  world.details.lines = [lineOf(shown[0]!.caseId, 1_000), lineOf(shown[1]!.caseId, 2_000)];
  transactionId = await world.pay('1');
  const known = new Set((await world.receipts()).map((one) => one.id));
  await world.run();
  id = (await world.receipts()).find((one) => !known.has(one.id))!.id;
  expect(await moved()).toEqual(booked);
  world.asked.length = 0;
});

describe('a receipt whose block was replaced', () => {
  // First: each receipt of the world adds writes.
  it('is taken back, and comes again, once by a server that dies at any write', async () => {
    const other = anotherIdOf(transactionId);
    const dies = async (changes: Partial<LedgerClient>, nth: number) => {
      world.wait(61);
      const hasDied = await world.run(dyingAtWrite(contextOf(changes), nth)).then(
        () => false,
        () => true,
      );
      await pass(changes);
      return hasDied;
    };
    const nowhere = { ...repacked(transactionId, other), ...withoutBlocks(transactionId, other) };
    for (const back of [withoutBlocks(other), repacked(transactionId, other)])
      for (let nth = 1; ; nth += 1) {
        const hasDied = await dies(nowhere, nth);
        expect([nth, await moved()]).toEqual([nth, nothing]);
        const hasDiedBack = await dies(back, nth);
        expect([nth, await moved()]).toEqual([nth, booked]);
        if (hasDied || hasDiedBack) continue;
        expect(nth).toBeGreaterThan(8);
        break;
      }
    await look(withoutBlocks(other));
  });

  it('is taken back line by line, and booked once when a block has it again, however often', async () => {
    for (const time of [1, 2]) {
      await look(withoutBlocks(transactionId));
      expect(await moved()).toEqual(nothing);
      expect(await receiptOf(id)).toMatchObject({
        ...{ state: 'told', isReversed: true, reversals: time, endedAt: null },
        booked: { parts: 0, amount: 0n, credited: 0n },
      });
      expect(await revenues()).toEqual([
        [0n, 0n],
        [0n, 0n],
      ]);
      await look();
      expect(await moved()).toEqual(booked);
      expect(await receiptOf(id)).toMatchObject({ state: 'booked', isReversed: false });
      expect(await revenues()).toEqual([
        [990n, 10n],
        [1_980n, 20n],
      ]);
    }
    expect(world.asked).toEqual([]);
  });

  it('goes on under another id of the same transfer: nothing is asked or booked twice', async () => {
    const sum = await received();
    const other = anotherIdOf(transactionId);
    await look(withoutBlocks(transactionId));
    expect(await received()).toBe(sum! - coin);
    const changes = repacked(transactionId, other);
    for (const _time of [1, 2]) {
      await look(changes);
      expect(await moved()).toEqual(booked);
    }
    expect(await received()).toBe(sum);
    expect(await receiptOf(id)).toMatchObject({ transactionId: other, state: 'booked' });
    const ofIt = (await world.receipts()).filter((one) => one.transactionId === other);
    expect([ofIt.length, world.asked]).toEqual([1, []]);
    // And back: the first block is one of the chain again.
    for (const _time of [1, 2]) await look(withoutBlocks(other));
    expect(await moved()).toEqual(booked);
    expect(await receiptOf(id)).toMatchObject({ transactionId, state: 'booked' });
  });

  it('is booked once where its other id is seen before anybody has looked at the first one', async () => {
    const other = anotherIdOf(transactionId);
    const context = contextOf(repacked(transactionId, other));
    // A look of a moment ago: the next one is due in a minute.
    await world.run();
    world.wait(1);
    for (const _time of [1, 2, 3]) {
      await world.run(context);
      const now = await moved();
      expect([booked, nothing].some((one) => String(one) === String(now))).toBe(true);
      world.wait(61);
    }
    await world.run(context);
    expect(await moved()).toEqual(booked);
    expect(await receiptOf(id)).toMatchObject({ transactionId: other, state: 'booked' });
    expect(await world.problems(context)).toEqual([]);
  });

  it('is another one where the other transaction by its number is of another amount', async () => {
    const other = anotherIdOf(transactionId);
    await look(withoutBlocks(transactionId));
    world.details.meta = null;
    world.details.lines = [lineOf(shown[0]!.caseId, 1_000)];
    const changes = repacked(transactionId, other, { amount: 5_000n });
    await look(changes);
    expect(await moved()).toEqual([990n, 0n, 10n, 4_000n, 0n, -5_000n]);
    expect(await receiptOf(id)).toMatchObject({ isReversed: true, transactionId });
    // The first block is one of the chain again.
    for (const _time of [1, 2]) await look(withoutBlocks(other));
    expect(await moved()).toEqual(booked);
  });

  it('leaves a debt where a publisher was paid, which later earnings pay first', async () => {
    const { publisherId } = shown[0]!;
    await world.ctx.accounts.insert({
      ...{ id: publisherId, email: null, passwordHash: null, payoutAddress: null },
      roles: ['publisher'],
    });
    await moveEarningsToFunds(world.ctx, { accountId: publisherId, amount: 990n, reference: 'x' });
    await bookWithdrawal(world.ctx, { accountId: publisherId, amount: 990n });
    await look(withoutBlocks(transactionId));
    expect((await moved())[0]).toBe(-990n);
    const [unpaid] = await world.ctx.books.listEarningsOf([publisherId], {
      until: null,
      now: new Date(),
    });
    expect(unpaid).toMatchObject({ balance: -990n, payable: -990n });
    await look();
    expect((await moved())[0]).toBe(0n);
  });

  it('that an operator has kept is kept when it comes again', async () => {
    world.details.meta = null;
    world.details.lines = () => null;
    const kept = await world.pay('2');
    await world.run();
    const one = (await world.receipts()).find((receipt) => receipt.transactionId === kept)!;
    await keepReceipt(world.ctx, one.id);
    const whole = (await moved())[3];
    for (const _time of [1, 2]) {
      await look(withoutBlocks(kept));
      expect((await moved())[3]).toBe(whole! - 2n * coin);
      await look();
      expect((await moved())[3]).toBe(whole);
      expect(await receiptOf(one.id)).toMatchObject({ state: 'kept', isReversed: false });
    }
  });
});
