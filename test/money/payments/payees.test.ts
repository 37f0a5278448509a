import { afterEach, describe, expect, it } from '@jest/globals';
import { suspendAccount } from '../../../src/identity/accounts/account-management.service';
import { setPayoutAddressFor } from '../../../src/identity/accounts/payout-address.service';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { holdPayments, waitingEarningsOf } from '../../../src/money/payments/payment.service';
import type { Payee } from '../../../src/money/payments/due/payee.store';
import { eventually } from '../../support/eventually';
import { addressOfUser } from './ledger-world';
import { coin, type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

const daySeconds = 86_400;

type StopPaying = (ctx: PayingWorld['ctx'], accountId: string) => Promise<unknown>;

describe('two accounts that are paid at one address', () => {
  it('are each paid what they have earned, and the ledger has it under both', async () => {
    world = await startPayingWorld();
    const { ctx, ledger, settle, addPublisher, earn, payments, earningsOf } = world;
    const [alice, bob] = [await addPublisher(2), await addPublisher(2)];
    await earn(alice, 5n);
    await earn(bob, 7n);
    for (let turn = 0; turn < 3; turn += 1) {
      await settle();
      ledger.closeBlock();
    }
    const paid = (await payments()).map(({ accountId, amount, state }) => [
      accountId,
      amount / coin,
      state,
    ]);
    const expected = [
      [alice, 5n, 'confirmed'],
      [bob, 7n, 'confirmed'],
    ];
    expect(paid.sort()).toEqual(expected.sort());
    expect(new Set((await payments()).map(({ transactionId }) => transactionId)).size).toBe(2);
    expect(ledger.paid()).toEqual(new Map([[addressOfUser(2), 12n * coin]]));
    expect([await earningsOf(alice), await earningsOf(bob)]).toEqual([0n, 0n]);
    const checks = (await checkBooks(ctx)).map(({ name, problem }) => [name, problem]);
    expect(Object.fromEntries(checks)).toMatchObject({
      balances: null,
      clearing: null,
      ledger: null,
    });
  });
});

describe('an account whose address was changed', () => {
  it('is paid a day later, at the new one', async () => {
    world = await startPayingWorld();
    const { ctx, ledger, settle, addPublisher, earn, payments } = world;
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    await ctx.accounts.setPayoutAddress(alice, {
      from: `ads:${addressOfUser(2)}`,
      to: `ads:${addressOfUser(3)}`,
      changedAt: ctx.now(),
    });
    await settle();
    ledger.clock.seconds += daySeconds - 1;
    await settle();
    expect(await payments()).toEqual([]);
    ledger.clock.seconds += 1;
    await settle();
    expect(await payments()).toMatchObject([{ address: addressOfUser(3), amount: 5n * coin }]);
  });

  it('is not paid at the old one by a turn that has begun before', async () => {
    world = await startPayingWorld();
    const { ctx, settle, addPublisher, earn, payments, earningsOf } = world;
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    const late = {
      ...ctx,
      ledger: {
        ...ctx.ledger!,
        async prepareTransfer(
          ...order: Parameters<NonNullable<typeof ctx.ledger>['prepareTransfer']>
        ) {
          await ctx.accounts.setPayoutAddress(alice, {
            from: `ads:${addressOfUser(2)}`,
            to: `ads:${addressOfUser(3)}`,
            changedAt: ctx.now(),
          });
          return ctx.ledger!.prepareTransfer(...order);
        },
      },
    };
    await expect(settle(late)).rejects.toThrow(/has another address meanwhile/);
    expect([await payments(), await earningsOf(alice)]).toEqual([[], 5n * coin]);
  });
});

describe('an account that an operator stops while its payment is signed', () => {
  it.each<[string, StopPaying]>([
    ['held', (ctx, accountId) => holdPayments(ctx, { accountId, reason: 'under review' })],
    ['suspended', (ctx, accountId) => ctx.accounts.update(accountId, { suspendedReason: 'fraud' })],
  ])('is %s, and not paid', async (word, stop) => {
    world = await startPayingWorld();
    const { ctx, settle, addPublisher, earn, payments, earningsOf } = world;
    const [alice, bob] = [await addPublisher(2), await addPublisher(3)];
    await earn(alice, 5n);
    await earn(bob, 6n);
    const late = {
      ...ctx,
      ledger: {
        ...ctx.ledger!,
        async prepareTransfer(
          ...order: Parameters<NonNullable<typeof ctx.ledger>['prepareTransfer']>
        ) {
          await stop(ctx, alice);
          return ctx.ledger!.prepareTransfer(...order);
        },
      },
    };
    await expect(settle(late)).rejects.toThrow(`account ${alice} was ${word} meanwhile`);
    expect([await payments(), await earningsOf(alice)]).toEqual([[], 5n * coin]);
    await settle();
    expect(await payments()).toMatchObject([{ accountId: bob, amount: 6n * coin }]);
  });
});

describe('an answer while a payment is stored, to who', () => {
  const elsewhere = `ads:${addressOfUser(3)}`;
  it.each<[string, StopPaying, (ctx: PayingWorld['ctx'], id: string) => Promise<unknown>]>([
    [
      'holds the account',
      (ctx, accountId) => holdPayments(ctx, { accountId, reason: 'under review' }),
      async ({ payees }, id) => (await payees.listByIds([id])).get(id)?.heldReason,
    ],
    [
      'suspends the account',
      (ctx, id) => suspendAccount(ctx, { id, reason: 'under review' }),
      async ({ accounts }, id) => (await accounts.findById(id))?.suspendedReason,
    ],
    [
      'gives it another address',
      (ctx, accountId) => setPayoutAddressFor(ctx, { accountId, address: elsewhere }),
      async ({ accounts }, id) =>
        (await accounts.findById(id))?.payoutAddress === elsewhere ? 'under review' : null,
    ],
  ])('%s, comes once that is prepared: nothing is prepared after it', async (_, stop, read) => {
    world = await startPayingWorld();
    const { ctx, settle, addPublisher, earn, payments } = world;
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    let whenAnswered: ReturnType<typeof payments> = Promise.resolve([]);
    const insert: typeof ctx.payments.insert = async (...given) => {
      whenAnswered = stop(ctx, alice).then(payments);
      await eventually(async () => {
        expect(await read(ctx, alice)).toBe('under review');
      });
      await ctx.payments.insert(...given);
    };
    await settle({ ...ctx, payments: { ...ctx.payments, insert } });
    expect(await whenAnswered).toMatchObject([{ accountId: alice }]);
    await earn(alice, 5n);
    await settle();
    expect(await payments()).toHaveLength(1);
  });
});

describe('earnings that wait', () => {
  it('are noted with their first look; what is paid at once is not', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '6' } });
    const { ctx, addPublisher, earn, ledger, settle } = world;
    const sinceOf = async (ids: readonly string[]) => {
      const found = await ctx.payees.listByIds(ids);
      return ids.map((id) => {
        const { unpaidSince, dueSince } = found.get(id)!;
        return [unpaidSince, dueSince];
      });
    };
    const [paid, small, late] = [
      await addPublisher(2),
      await addPublisher(3),
      await addPublisher(4),
    ];
    await earn(paid, 5n);
    await earn(small, '1');
    const first = ctx.now();
    await settle();
    expect(await sinceOf([paid, small])).toEqual([
      [null, null],
      [first, null],
    ]);
    await earn(late, 5n);
    await settle();
    const second = ctx.now();
    ledger.clock.seconds += 60;
    await settle();
    // Since the turn after the one that could not pay it.
    const third = new Date(second.getTime() + 60_000);
    expect(await sinceOf([late, small])).toEqual([
      [third, third],
      [first, null],
    ]);
    ledger.clock.seconds += daySeconds;
    await settle();
    expect(await sinceOf([late])).toEqual([[null, null]]);
  });

  it('are paid first that have waited longest, where there is too little for all', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '6' } });
    const { ctx, addPublisher, earn, ledger, settle, payments } = world;
    const ids = [await addPublisher(2), await addPublisher(3), await addPublisher(4)].sort();
    // The least id earns as much again each day, and does not keep the others from theirs.
    for (let day = 0; day < 3; day += 1) {
      for (const id of day === 0 ? ids : ids.slice(0, 1)) await earn(id, 5n);
      // The second turn notes whom the first could not pay.
      for (let turn = 0; turn < 2; turn += 1) await settle();
      ledger.clock.seconds += daySeconds;
    }
    const paid = (await payments()).map(({ accountId }) => accountId);
    expect(paid.sort()).toEqual(ids);
    expect(await ctx.payees.listWaiting(null, 10)).toMatchObject([{ accountId: ids[0] }]);
  });

  it('are listed page by page, those of one moment too', async () => {
    world = await startPayingWorld();
    const { payees } = world.ctx;
    const [early, late] = [new Date('2026-01-01'), new Date('2026-01-02')];
    await payees.noteDue(['c', 'a'], late);
    await payees.noteDue(['b', 'd'], early);
    await payees.noteUnpaid(['e'], early);
    const seen: string[] = [];
    for (let after: Payee | null = null; ; ) {
      const page: readonly Payee[] = await payees.listWaiting(after, 1);
      if (page.length === 0) break;
      seen.push(...page.map(({ accountId }) => accountId));
      after = page.at(-1)!;
    }
    expect(seen).toEqual(['b', 'd', 'a', 'c']);
  });

  const reasonOf = async (accountId: string) =>
    (await waitingEarningsOf(world.ctx, [accountId])).get(accountId)?.unpaidReason;

  const unpaidOf = async (accountId: string) =>
    (await waitingEarningsOf(world.ctx, [accountId])).get(accountId)?.unpaid;

  it('say why in a word, whether it is the account or the server', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '6' } });
    const { ctx, addPublisher, earn, settle } = world;
    const [alice, bob] = [await addPublisher(2), await addPublisher('bsc:' + '1'.repeat(30))];
    expect(await reasonOf(alice)).toBeUndefined();
    await earn(alice, '1');
    await earn(bob, 5n);
    expect([await reasonOf(alice), await reasonOf(bob)]).toEqual([
      'below_minimum',
      'foreign_network',
    ]);
    expect((await unpaidOf(alice))?.amount).toBeGreaterThan(0n);
    await earn(alice, 5n);
    expect(await reasonOf(alice)).toBeNull();
    await ctx.settlements.set({ pausedReason: 'secret', pausedAt: ctx.now() });
    expect(await reasonOf(alice)).toBe('settlement_paused');
    await ctx.settlements.set({ pausedReason: null, pausedAt: null });
    await settle();
    await earn(alice, 5n);
    expect(await reasonOf(alice)).toBe('daily_limit');
    // The facts for a client's own words: 5 coins and a bit of 6 are paid.
    expect(await unpaidOf(alice)).toMatchObject({ code: 'daily_limit', amount: 99_999_999_999n });
    await earn(alice, 2n);
    expect((await waitingEarningsOf(ctx, [alice])).get(alice)?.reason).toMatch(
      /more than the server pays in a day/,
    );
  });
});
