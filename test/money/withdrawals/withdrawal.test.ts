import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { holdHour, releaseHour } from '../../../src/money/held-hours/held-hour.service';
import { holdPayments } from '../../../src/money/payments/payment.service';
import { moveEarningsToFunds } from '../../../src/money/pockets/pocket.service';
import {
  approveWithdrawal,
  cancelWithdrawal,
  expireWithdrawals,
  listHeldReasons,
  rejectWithdrawal,
} from '../../../src/money/withdrawals/withdrawal.service';
import type { Withdrawal } from '../../../src/money/withdrawals/withdrawal';
import { quoteWithdrawal } from '../../../src/money/withdrawals/request-withdrawal.service';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import { runCommandLine } from '../../support/command-line';
import { aSite } from '../../support/verifier';
import { addressOfUser } from '../payments/ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../payments/paying-world';
import { withWithdrawals } from './withdrawal-world';

let world: PayingWorld;
let own: ReturnType<typeof withWithdrawals>;
beforeEach(async () => {
  world = await startPayingWorld();
  own = withWithdrawals(world);
});
afterEach(() => world.close());

async function settleToTheEnd(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await world.settle();
    world.ledger.closeBlock();
  }
}

async function assertBooks(): Promise<void> {
  const checks = await checkBooks(world.ctx);
  const found = Object.fromEntries(checks.map(({ name, problem }) => [name, problem]));
  expect(found).toMatchObject({ entries: null, balances: null, clearing: null, ledger: null });
}

describe('a withdrawal', () => {
  it('is paid once it is approved, and leaves the funds when it is asked for', async () => {
    const alice = await own.addSaver(2, 10n);
    const { id, step, address } = await own.request(alice, 4n);
    expect([step, address]).toEqual(['unapproved', `ads:${addressOfUser(2)}`]);
    expect(await own.fundsOf(alice)).toBe(6n * coin);
    await settleToTheEnd();
    expect(await world.payments()).toEqual([]);
    await assertBooks();
    await approveWithdrawal(world.ctx, id);
    await settleToTheEnd();
    expect(await world.payments()).toMatchObject([
      { id, kind: 'withdrawal', accountId: alice, amount: 4n * coin, state: 'confirmed' },
    ]);
    expect(world.ledger.paid()).toEqual(new Map([[addressOfUser(2), 4n * coin]]));
    expect([await own.stepOf(id), await own.clearing()]).toEqual(['prepared', 0n]);
    await assertBooks();
  });

  it('is paid beside the earnings of the same account, each once', async () => {
    const alice = await own.addSaver(2, 10n);
    await world.earn(alice, 3n);
    const { id } = await own.request(alice, 4n);
    await approveWithdrawal(world.ctx, id);
    await settleToTheEnd();
    expect(world.ledger.paid()).toEqual(new Map([[addressOfUser(2), 7n * coin]]));
    expect((await world.payments()).map(({ kind }) => kind).sort()).toEqual([
      'earnings',
      'withdrawal',
    ]);
    await assertBooks();
  });

  it('becomes funds again where the ledger does not know the address', async () => {
    const alice = await own.addSaver(4711, 10n);
    const bob = await own.addSaver(3, 10n);
    for (const each of [alice, bob])
      await approveWithdrawal(world.ctx, (await own.request(each, 4n)).id);
    await settleToTheEnd();
    expect(await world.statesOf()).toEqual(['confirmed', 'returned']);
    expect([await own.fundsOf(alice), await own.fundsOf(bob)]).toEqual([10n * coin, 6n * coin]);
    expect(await world.earningsOf(alice)).toBe(0n);
    await assertBooks();
    const [returned] = (await world.payments()).filter(({ state }) => state === 'returned');
    const { printed } = await runCommandLine(['payment', 'retry', returned!.id], {
      env: { MONGODB_URI: world.mongodbUri },
    });
    expect(printed).toBe(
      `account ${alice} may withdraw to ${addressOfUser(4711)} again: 4 coins went back to its funds\n`,
    );
  });

  it('asks for nothing more under the same reference, and refuses it for another amount', async () => {
    const alice = await own.addSaver(2, 10n);
    const bob = await own.addSaver(3, 10n);
    const first = await own.request(alice, 4n, 'rent');
    expect((await own.request(alice, 4n, 'rent')).id).toBe(first.id);
    await expect(own.request(alice, 5n, 'rent')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await own.request(bob, 4n, 'rent')).id).not.toBe(first.id);
    expect(await own.fundsOf(alice)).toBe(6n * coin);
  });

  it('takes the same funds once, of however many that are asked for at once', async () => {
    const alice = await own.addSaver(2, 10n);
    const tried = await Promise.allSettled([1, 2, 3, 4].map(() => own.request(alice, 6n)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = await Promise.allSettled([1, 2, 3].map(() => own.request(alice, 3n, 'same')));
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect([await own.fundsOf(alice), await own.clearing()]).toEqual([coin, 9n * coin]);
    await assertBooks();
  });

  it.each([
    ['more than the funds', 11n * coin],
    ['less than the minimum', coin - 1n],
    ['nothing', 0n],
    ['less than nothing', -coin],
  ])('is refused for %s', async (_case, units) => {
    const alice = await own.addSaver(2, 10n);
    const request = own.request(alice, units / coin, `${units}`);
    await expect(request).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await own.clearing()).toBe(0n);
  });

  it('wants an address on the ledger', async () => {
    const alice = await world.addPublisher('eth:0x52908400098527886e0f7030069857d2e4169ee7');
    await expect(own.request(alice, 1n)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is one of ten at a time', async () => {
    const alice = await own.addSaver(2, 100n);
    for (let count = 0; count < 10; count += 1) await own.request(alice, 1n);
    await expect(own.request(alice, 1n)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await own.fundsOf(alice)).toBe(90n * coin);
  });
});

describe('an end of a withdrawal', () => {
  const ends = {
    cancelled: (id: string, accountId: string) => cancelWithdrawal(world.ctx, { id, accountId }),
    rejected: (id: string) => rejectWithdrawal(world.ctx, { id, reason: 'papers' }),
  };

  it.each(['cancelled', 'rejected'] as const)('%s makes it funds again, once', async (step) => {
    const alice = await own.addSaver(2, 10n);
    const { id } = await own.request(alice, 4n);
    await approveWithdrawal(world.ctx, id);
    const tried = await Promise.allSettled([1, 2, 3].map(() => ends[step](id, alice)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await own.stepOf(id), await own.fundsOf(alice)]).toEqual([step, 10n * coin]);
    await settleToTheEnd();
    expect(await world.payments()).toEqual([]);
    await expect(approveWithdrawal(world.ctx, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await assertBooks();
  });

  it('comes too late once it is prepared', async () => {
    const alice = await own.addSaver(2, 10n);
    const { id } = await own.request(alice, 4n);
    await approveWithdrawal(world.ctx, id);
    await world.settle();
    for (const end of Object.values(ends))
      await expect(end(id, alice)).rejects.toMatchObject({ code: 'CONFLICT' });
    await settleToTheEnd();
    expect(await world.statesOf()).toEqual(['confirmed']);
  });

  it('is not somebody else’s to make', async () => {
    const [alice, bob] = [await own.addSaver(2, 10n), await own.addSaver(3, 10n)];
    const { id } = await own.request(alice, 4n);
    await expect(ends.cancelled(id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('comes before a settler that has chosen it already: nothing is stored of that', async () => {
    const { ctx, settle } = world;
    const alice = await own.addSaver(2, 10n);
    const { id } = await own.request(alice, 4n);
    await approveWithdrawal(ctx, id);
    const late = {
      ...ctx,
      ledger: {
        ...ctx.ledger!,
        async prepareTransfer(
          ...order: Parameters<NonNullable<typeof ctx.ledger>['prepareTransfer']>
        ) {
          await ends.cancelled(id, alice);
          return ctx.ledger!.prepareTransfer(...order);
        },
      },
    };
    await expect(settle(late)).rejects.toThrow(/cancelled meanwhile/);
    await settleToTheEnd();
    expect([await world.payments(), await own.fundsOf(alice)]).toEqual([[], 10n * coin]);
    await assertBooks();
  });

  it('leaves alone what waits for the operator', async () => {
    const alice = await own.addSaver(2, 10n);
    const { id } = await own.request(alice, 4n);
    world.ledger.clock.seconds += 10 * 86_400;
    await expireWithdrawals(world.ctx, new AbortController().signal);
    expect(await own.stepOf(id)).toBe('unapproved');
  });
});

describe('funds that were earnings', () => {
  const hour = () => new Date(Math.floor(world.ledger.clock.seconds / 3_600) * 3_600_000);
  const move = (accountId: string, coins: bigint) =>
    moveEarningsToFunds(world.ctx, { accountId, amount: coins * coin, reference: null });
  const freeOf = async (accountId: string) =>
    (await quoteWithdrawal(world.ctx, (await world.ctx.accounts.findById(accountId))!)).free / coin;

  it('are withdrawn no earlier than they would be paid as earnings', async () => {
    await world.close();
    world = await startPayingWorld({ env: { ADGATE_EARNINGS_DELAY: '24' } });
    own = withWithdrawals(world);
    const alice = await own.addSaver(2, 2n);
    await world.earn(alice, 5n, { hour: hour() });
    await move(alice, 5n);
    expect([await own.fundsOf(alice), await freeOf(alice)]).toEqual([7n * coin, 2n]);
    await expect(own.request(alice, 3n)).rejects.toMatchObject({
      details: { amount: ['is more than the 2 coins that are free'] },
    });
    await own.request(alice, 2n);
    world.ledger.clock.seconds += 26 * 3_600;
    await world.settle();
    expect(await freeOf(alice)).toBe(5n);
    await own.request(alice, 5n);
  });

  it('stay as long as the earnings lack what was taken back of them', async () => {
    const alice = await own.addSaver(2, 1n);
    await world.earn(alice, 5n);
    await move(alice, 5n);
    expect(await freeOf(alice)).toBe(6n);
    // It was found out that others had earned it.
    await world.earn(alice, -4n);
    expect(await freeOf(alice)).toBe(2n);
    await expect(own.request(alice, 3n)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await world.earn(alice, 4n);
    await own.request(alice, 6n);
  });

  it('lack nothing of hours that were paid before ADGATE_EARNINGS_DELAY was raised', async () => {
    const alice = await own.addSaver(2, 1n);
    await world.earn(alice, 5n, { hour: hour() });
    world.ledger.clock.seconds += 2 * 3_600;
    await settleToTheEnd();
    expect(world.ledger.paid().get(addressOfUser(2))).toBe(5n * coin);
    await world.earn(alice, 3n, { hour: hour() });
    await move(alice, 2n);
    const { config } = world.ctx;
    const raised = { ...config, payouts: { ...config.payouts, delayHours: 168 } };
    world.ctx = { ...world.ctx, config: raised };
    // Of the 3 coins that are under the longer delay 2 were moved.
    expect([await own.fundsOf(alice), await freeOf(alice)]).toEqual([3n * coin, 1n]);
  });

  it('lack what was booked, or was under review, of such hours since they were paid', async () => {
    const { ctx, ledger } = world;
    const alice = await own.addSaver(2, 1n);
    const siteId = 'a'.repeat(32);
    await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: alice }));
    const paid = hour();
    await world.earn(alice, 5n, { hour: paid });
    await world.earn(alice, 4n, { hour: paid, siteId });
    ledger.clock.seconds += 2 * 3_600;
    await holdHour(ctx, { siteId, hour: paid, reason: 'a burst of clicks' });
    await settleToTheEnd();
    expect(ledger.paid().get(addressOfUser(2))).toBe(5n * coin);
    const { config } = ctx;
    world.ctx = { ...ctx, config: { ...config, payouts: { ...config.payouts, delayHours: 168 } } };
    // Clicks that were refused are accepted by a replay.
    ledger.clock.seconds += 60;
    await world.earn(alice, 3n, { hour: paid });
    await move(alice, 3n);
    expect(await freeOf(alice)).toBe(1n);
    await releaseHour(ctx, { siteId, hour: paid });
    await move(alice, 4n);
    expect([await own.fundsOf(alice), await freeOf(alice)]).toEqual([8n * coin, 1n]);
    ledger.clock.seconds += 170 * 3_600;
    await world.settle(world.ctx);
    expect(await freeOf(alice)).toBe(8n);
  });

  it('are not paid of what was taken back since the withdrawal was approved, until it is there again', async () => {
    const alice = await own.addSaver(2, 1n);
    const bob = await own.addSaver(3, 5n);
    await world.earn(alice, 5n);
    await move(alice, 5n);
    const { id } = await own.request(alice, 5n);
    for (const one of [id, (await own.request(bob, 5n)).id])
      await approveWithdrawal(world.ctx, one);
    await world.earn(alice, -4n);
    const reasonOf = async () => (await listHeldReasons(world.ctx, [id])).get(id)?.code;
    expect(await reasonOf()).toBe('earnings_owed');
    await settleToTheEnd();
    expect(world.ledger.paid()).toEqual(new Map([[addressOfUser(3), 5n * coin]]));
    await world.earn(alice, 3n);
    expect(await reasonOf()).toBeUndefined();
    await settleToTheEnd();
    expect(world.ledger.paid().get(addressOfUser(2))).toBe(5n * coin);
    await assertBooks();
  });

  it('are not paid of what is taken back while the payment is prepared', async () => {
    const alice = await own.addSaver(2, 1n);
    await world.earn(alice, 5n);
    await move(alice, 5n);
    await approveWithdrawal(world.ctx, (await own.request(alice, 5n)).id);
    const ledger = world.ctx.ledger!;
    const late: LedgerClient = {
      ...ledger,
      async prepareTransfer(...args) {
        await world.earn(alice, -4n);
        return ledger.prepareTransfer(...args);
      },
    };
    await expect(world.settle({ ...world.ctx, ledger: late })).rejects.toThrow(/taken back/);
    expect(await world.payments()).toEqual([]);
    await settleToTheEnd();
    expect(await world.payments()).toEqual([]);
  });
});

describe('a withdrawal that is held', () => {
  it('waits while the operator holds payments, or the account is suspended', async () => {
    const alice = await own.addSaver(2, 10n);
    const { id } = await own.request(alice, 4n);
    await approveWithdrawal(world.ctx, id);
    await holdPayments(world.ctx, { accountId: alice, reason: 'papers' });
    await world.settle();
    expect(await world.payments()).toEqual([]);
    await holdPayments(world.ctx, { accountId: alice, reason: null });
    await world.settle();
    expect(await world.statesOf()).toEqual(['sent']);
  });

  it('goes to no other address than it was asked for', async () => {
    const { ctx, ledger } = world;
    const alice = await own.addSaver(2, 10n);
    const { id } = await own.request(alice, 4n);
    await approveWithdrawal(ctx, id);
    const [from, to] = [`ads:${addressOfUser(2)}`, `ads:${addressOfUser(3)}`];
    await ctx.accounts.setPayoutAddress(alice, { from, to, changedAt: ctx.now() });
    ledger.clock.seconds += 2 * 86_400;
    await world.settle();
    expect(await world.payments()).toEqual([]);
    await cancelWithdrawal(ctx, { id, accountId: alice });
    expect(await own.fundsOf(alice)).toBe(10n * coin);
  });

  it('counts to the limit of the day', async () => {
    await world.close();
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '5' } });
    own = withWithdrawals(world);
    for (const user of [2, 3]) {
      const { id } = await own.request(await own.addSaver(user, 10n), 4n);
      await approveWithdrawal(world.ctx, id);
    }
    await world.settle();
    expect(await world.payments()).toHaveLength(1);
    world.ledger.clock.seconds += 86_400;
    await world.settle();
    expect(await world.payments()).toHaveLength(2);
  });
});

describe('withdrawals that are more than the limit of a day', () => {
  it('are paid as they were approved, page by page', async () => {
    await world.close();
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '4' } });
    own = withWithdrawals(world);
    const ids: string[] = [];
    for (const user of [2, 3, 4, 5])
      ids.push((await own.request(await own.addSaver(user, 10n), 4n)).id);
    // Against the order of ids; the last two at one moment.
    const order = ids.toSorted().reverse();
    for (const [at, id] of order.entries()) {
      if (at < 3) world.ledger.clock.seconds += 60;
      await approveWithdrawal(world.ctx, id);
    }
    const lastTwo = order.slice(2).toSorted();
    const expected = [...order.slice(0, 2), ...lastTwo];
    const listed: string[] = [];
    for (let after: Withdrawal | null = null; ; ) {
      const page: readonly Withdrawal[] = await world.ctx.withdrawals.listApproved(after, 1);
      if (page.length === 0) break;
      listed.push(...page.map(({ id }) => id));
      after = page.at(-1)!;
    }
    expect(listed).toEqual(expected);
    for (const paid of [1, 2, 3, 4]) {
      await world.settle();
      const found = (await world.payments()).map(({ id }) => id);
      expect(found.toSorted()).toEqual(expected.slice(0, paid).toSorted());
      world.ledger.clock.seconds += 86_400;
    }
  });
});

describe('a quote', () => {
  it('says what is free, what the network takes and what is held', async () => {
    const { ctx } = world;
    const alice = await own.addSaver(2, 10n);
    await own.request(alice, 4n);
    await holdPayments(ctx, { accountId: alice, reason: 'papers' });
    const account = (await ctx.accounts.findById(alice))!;
    expect(await quoteWithdrawal(ctx, account)).toEqual({
      free: 6n * coin,
      least: coin,
      networkFee: 10_000n,
      address: `ads:${addressOfUser(2)}`,
      heldReason: 'held by the operator: papers',
      unpaid: {
        code: 'held_by_operator',
        message: 'held by the operator: papers',
        words: 'papers',
      },
    });
  });
});
