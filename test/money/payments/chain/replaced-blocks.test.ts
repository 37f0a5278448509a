import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { reportSettlement } from '../../../../src/money/payments/settlement.service';
import type { LedgerClient } from '../../../../src/platform/ledger/ledger-client';
import { LedgerFailure } from '../../../../src/platform/ledger/ledger-failure';
import { coin, type PayingWorld, startPayingWorld } from '../paying-world';

let world: PayingWorld;
let alice: string;
beforeEach(async () => {
  world = await startPayingWorld();
  alice = await world.addPublisher(2);
  await world.earn(alice, 5n);
  await world.settle();
  world.ledger.closeBlock();
  await world.settle();
  expect(await world.statesOf()).toEqual(['confirmed']);
});
afterEach(() => world.close());

/** The node as it is while its network has other blocks. */
const settleWith = (changes: Partial<LedgerClient>) =>
  world.settle({ ...world.ctx, ledger: { ...world.ctx.ledger!, ...changes } });
const lost: Partial<LedgerClient> = { lookUp: () => Promise.resolve({ state: 'open' }) };

async function problemsOf(
  changes: Partial<LedgerClient> = {},
): Promise<readonly (string | null)[]> {
  const ctx = { ...world.ctx, ledger: { ...world.ctx.ledger!, ...changes } };
  const checks = (await checkBooks(ctx)).filter(({ name }) => name !== 'charges');
  return checks.map(({ problem }) => problem).filter((one) => one !== null);
}

describe('a confirmed payment whose block was replaced', () => {
  it('is sent again, and confirmed once when a block has it anew, however often', async () => {
    for (const _time of [1, 2]) {
      world.ledger.passTime(60);
      expect(await problemsOf(lost)).toEqual([]);
      await settleWith(lost);
      const [payment] = await world.payments();
      expect(payment).toMatchObject({
        ...{ state: 'sent', transactionId: null, confirmedAt: null },
        reason: expect.stringMatching(/^the block that had it as 0001:\S+ was replaced$/),
      });
      expect((await reportSettlement(world.ctx)).problems).toMatchObject([
        {
          kind: 'payments_replaced',
          text: expect.stringMatching(/sent again: 1, the first by message id \d+ of 0001-/),
        },
      ]);
      expect(await world.outsideAndClearing()).toEqual({ outside: 0n, clearing: 5n * coin });
      expect(await problemsOf(lost)).toEqual([]);
      await world.settle();
      expect(await world.statesOf()).toEqual(['confirmed']);
      expect((await world.payments())[0]!.reason).toBeNull();
      expect(await world.outsideAndClearing()).toEqual({ outside: 5n * coin, clearing: 0n });
    }
    world.ledger.passTime(60);
    await world.settle();
    expect((await reportSettlement(world.ctx)).problems).toEqual([]);
    expect(await problemsOf()).toEqual([]);
    expect(world.ledger.paid().size).toBe(1);
  });

  it('is sent again where nobody has looked for days since', async () => {
    await settleWith({});
    world.ledger.passTime(3 * 86_400);
    await settleWith(lost);
    expect(await world.statesOf()).toEqual(['sent']);
    await world.settle();
    expect(await world.statesOf()).toEqual(['confirmed']);
  });

  it('is sent again as the same bytes where the chain is back before it', async () => {
    const { ledger: honest, paymentBatches } = world.ctx;
    const [batch] = await paymentBatches.listAll('', 10);
    const sent: unknown[] = [];
    world.ledger.passTime(60);
    await settleWith({
      ...lost,
      readOwnAccount: async () => {
        const account = await honest!.readOwnAccount();
        return sent.length === 0 ? { ...account, ...batch!.position } : account;
      },
      prepareTransfer: () => Promise.reject(new Error('nothing is signed anew')),
      sendAgain: ({ data, signature }) => {
        sent.push([data, signature]);
        return Promise.resolve();
      },
    });
    expect(sent).toEqual([[batch!.data, batch!.signature]]);
    expect(await world.statesOf()).toEqual(['sent']);
    expect(await world.outsideAndClearing()).toEqual({ outside: 0n, clearing: 5n * coin });
    await world.settle();
    expect(await world.statesOf()).toEqual(['confirmed']);
    expect(await world.outsideAndClearing()).toEqual({ outside: 5n * coin, clearing: 0n });
    expect((await paymentBatches.listAll('', 10)).map(({ id }) => id)).toEqual([batch!.id]);
    expect(await problemsOf()).toEqual([]);
    expect(world.ledger.paid().size).toBe(1);
  });

  it('leaves one returned that its first bytes had, too', async () => {
    const unknown = await world.addPublisher(4711);
    await world.earn(unknown, 3n);
    await world.earn(alice, 2n);
    await world.settle();
    world.ledger.closeBlock();
    await world.settle();
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed', 'returned']);
    world.ledger.passTime(60);
    await settleWith(lost);
    expect(await world.statesOf()).toEqual(['returned', 'sent', 'sent']);
  });

  it('is returned when another transaction took its place', async () => {
    world.ledger.passTime(60);
    const honest = world.ctx.ledger!;
    const lookUp: LedgerClient['lookUp'] = async (id) => {
      const word = await honest.lookUp(id);
      if (word.state !== 'closed') return word;
      const other = { data: '00', signature: '00' };
      return { ...word, transaction: { ...word.transaction, ...other } };
    };
    expect(await problemsOf()).toEqual([]);
    // True until the next turn takes it back: the ledger has another one under its very id.
    expect(await problemsOf({ lookUp })).toEqual([expect.stringMatching(/^payment .* is not in/)]);
    await settleWith({ lookUp });
    expect(await problemsOf({ lookUp })).toEqual([]);
    world.ledger.passTime(2 * 16 * 512);
    expect(await problemsOf({ lookUp })).toEqual([]);
    expect((await world.payments())[0]!.state).toBe('returned');
    expect(await world.outsideAndClearing()).toMatchObject({ outside: 0n });
  });
});

describe('a confirmed payment', () => {
  it('stays so while its node is behind, and has not closed its block', async () => {
    world.ledger.passTime(60);
    await settleWith({ ...lost, isClosed: () => Promise.resolve(false) });
    expect(await world.statesOf()).toEqual(['confirmed']);
  });

  it('is looked at once a minute, for 16 blocks of the public network', async () => {
    let looks = 0;
    const honest = world.ctx.ledger!;
    const look = async (seconds: number) => {
      world.ledger.clock.seconds += seconds;
      const lookUp: LedgerClient['lookUp'] = (id) => {
        looks += 1;
        return honest.lookUp(id);
      };
      await settleWith({ lookUp });
      return looks;
    };
    expect([await look(60), await look(5), await look(55)]).toEqual([1, 1, 2]);
    expect([await look(8192 - 120), await look(60)]).toEqual([3, 3]);
  });

  it('holds nobody else up where the node does not answer for it, and is looked at in the next turn', async () => {
    const [first] = await world.payments();
    await world.earn(alice, 3n);
    world.ledger.passTime(3_600);
    const asked: string[] = [];
    const lookUp: LedgerClient['lookUp'] = (id) => {
      asked.push(id);
      return id === first?.transactionId
        ? Promise.reject(new LedgerFailure('unreachable', 'the node closed the connection', {}))
        : world.ctx.ledger!.lookUp(id);
    };
    await settleWith({ lookUp });
    world.ledger.closeBlock();
    await settleWith({ lookUp });
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
    expect(asked.filter((id) => id === first?.transactionId)).toHaveLength(2);
  });
});
