import { afterEach, describe, expect, it } from '@jest/globals';
import { waitingEarningsOf, holdPayments } from '../../../../src/money/payments/payment.service';
import { eachDue } from '../../../../src/money/payments/due/due-order.service';
import { dueTermsOf } from '../../../../src/money/payments/due/final-hours.service';
import type { PaymentContext } from '../../../../src/money/payments/payment.context';
import { approveWithdrawal } from '../../../../src/money/withdrawals/withdrawal.service';
import { withWithdrawals } from '../../withdrawals/withdrawal-world';
import { addressOfUser } from '../ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../paying-world';

let world: PayingWorld;
afterEach(() => world.close());

const daySeconds = 86_400;
const dayMs = daySeconds * 1000;
/** Blocks that end meanwhile close only when one is closed. */
const passSeconds = (seconds: number) => (world.ledger.clock.seconds += seconds);
const passDays = (days: number) => passSeconds(days * daySeconds);

/** Of its own, so that who is due is in no payment yet. */
async function order(ctx: PaymentContext = world.ctx): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { due } of eachDue(ctx, dueTermsOf(ctx, await ctx.settlements.get())))
    ids.push(...due.map(({ accountId }) => accountId));
  return ids;
}

async function settleAll(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await world.settle();
    world.ledger.closeBlock();
  }
}

const paidTo = async (accountId: string) =>
  (await world.payments())
    .filter((one) => one.accountId === accountId)
    .reduce((sum, { amount }) => sum + amount, 0n) / coin;

/** As if somebody had noted it before. */
async function noteWaiting(accountId: string, days: number): Promise<void> {
  const { ctx } = world;
  await ctx.payees.noteDue([accountId], new Date(ctx.now().getTime() - days * dayMs));
}

/** Coins for the account that pays, of others that have 10 each. */
async function topUp(givers: readonly number[], amount: string): Promise<void> {
  for (const giver of givers)
    await world.ledger.callAs(giver, 'send_one', { address: addressOfUser(1), amount });
  world.ledger.closeBlock();
}

describe('a payee who is too much for what is left', () => {
  it('is overtaken for 7 days; then others wait till the coins for it are there', async () => {
    world = await startPayingWorld({ funds: 10n });
    const { addPublisher, earn, ctx } = world;
    const [large, small] = [await addPublisher(2), await addPublisher(3)];
    await earn(large, 20n);
    await noteWaiting(large, 7 - 300 / daySeconds);
    await earn(small, 3n);
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 3n]);
    passSeconds(300);
    await earn(small, 3n);
    await settleAll();
    await topUp([4], '5');
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 3n]);
    expect((await ctx.settlements.get()).problem).toMatch(/too little for what has waited 7 days/);
    const waiting = await waitingEarningsOf(ctx, [large, small]);
    for (const id of [large, small]) expect(waiting.get(id)?.unpaidReason).toBe('no_server_funds');
    await topUp([5, 6], '9');
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([20n, 6n]);
    expect((await ctx.settlements.get()).problem).toBeNull();
  });

  it('has waited from when it was due: neither what it was below the minimum nor what it was held counts', async () => {
    world = await startPayingWorld({ funds: 10n });
    const { addPublisher, earn, ctx } = world;
    const [large, small] = [await addPublisher(2), await addPublisher(3)];
    await earn(large, '1');
    await settleAll();
    passDays(8);
    await earn(large, 20n);
    await earn(small, 3n);
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 3n]);
    passDays(6);
    await holdPayments(ctx, { accountId: large, reason: 'by hand' });
    await settleAll();
    await holdPayments(ctx, { accountId: large, reason: null });
    passDays(6);
    await earn(small, 3n);
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 6n]);
    passDays(7);
    await earn(small, 1n);
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 6n]);
  });

  it('lets others go on once an operator holds it', async () => {
    world = await startPayingWorld({ funds: 10n });
    const { addPublisher, earn, ctx } = world;
    const [large, small] = [await addPublisher(2), await addPublisher(3)];
    await earn(large, 20n);
    await noteWaiting(large, 7);
    await settleAll();
    await earn(small, 3n);
    await settleAll();
    expect(await paidTo(small)).toBe(0n);
    await holdPayments(ctx, { accountId: large, reason: 'by hand' });
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 3n]);
  });

  it('is paid first on a new day, where withdrawals have used up the limits of days', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '10' } });
    const { addPublisher, earn, ctx } = world;
    const own = withWithdrawals(world);
    const large = await addPublisher(2);
    const saver = await own.addSaver(4, 100n);
    await earn(large, 9n);
    await noteWaiting(large, 6);
    const seen: bigint[][] = [];
    for (let day = 0; day < 2; day += 1) {
      await approveWithdrawal(ctx, (await own.request(saver, 5n)).id);
      for (let turn = 0; turn < 2; turn += 1) await world.settle();
      seen.push([await paidTo(large), await paidTo(saver)]);
      passDays(1);
    }
    expect(seen).toEqual([
      [0n, 5n],
      [9n, 5n],
    ]);
  });

  it('says to others why they wait, where the limit of the day is what it waits for', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '10' } });
    const { addPublisher, earn, ctx } = world;
    const [first, large, small] = [
      await addPublisher(2),
      await addPublisher(3),
      await addPublisher(4),
    ];
    await earn(first, 5n);
    await settleAll();
    await earn(large, 9n);
    await noteWaiting(large, 7);
    await settleAll();
    await earn(small, 1n);
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 0n]);
    expect((await waitingEarningsOf(ctx, [small])).get(small)).toMatchObject({
      unpaidReason: 'daily_limit',
      reason: expect.stringMatching(/what has waited longer is paid first/),
    });
    passDays(1);
    await world.settle();
    expect([await paidTo(large), await paidTo(small)]).toEqual([9n, 1n]);
  });

  it('holds nobody up where it is more than the limit of any day', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '10' } });
    const { addPublisher, earn, ctx } = world;
    const [large, small] = [await addPublisher(2), await addPublisher(3)];
    await earn(large, 11n);
    await noteWaiting(large, 30);
    await earn(small, 5n);
    await settleAll();
    expect([await paidTo(large), await paidTo(small)]).toEqual([0n, 5n]);
    expect((await ctx.settlements.get()).problem).toMatch(/limit of the day is reached/);
  });
});

describe('what is due where there is too little', () => {
  it('comes as withdrawals, who has waited longest, others; and who has waited for 7 days before later withdrawals', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '1000' } });
    const { addPublisher, earn, ctx } = world;
    const own = withWithdrawals(world);
    const [late, early] = [await addPublisher(2), await addPublisher(3)].toSorted() as [
      string,
      string,
    ];
    const [first, second] = [await own.addSaver(4, 10n), await own.addSaver(5, 10n)];
    await earn(early, 5n);
    await ctx.payees.noteDue([early], ctx.now());
    passDays(1);
    await earn(late, 5n);
    await ctx.payees.noteDue([late], ctx.now());
    await approveWithdrawal(ctx, (await own.request(first, 5n)).id);
    const other = await addPublisher(6);
    await earn(other, 5n);
    expect(await order()).toEqual([first, early, late, other]);
    passDays(6);
    await approveWithdrawal(ctx, (await own.request(second, 5n)).id);
    expect(await order()).toEqual([early, first, second, late, other]);
    passDays(1);
    expect(await order()).toEqual([early, first, late, second, other]);
  });

  it('is read without a note: the settler notes who waits', async () => {
    world = await startPayingWorld({ funds: 1n });
    const { addPublisher, earn, ctx } = world;
    const poor = await addPublisher(2);
    const due = await addPublisher(3);
    await earn(poor, '1');
    await earn(due, 5n);
    await ctx.settlements.set({ problem: 'there was too little' });
    const notesOf = async (id: string) => {
      const { unpaidSince, dueSince } = (await ctx.payees.listByIds([id])).get(id)!;
      return [unpaidSince, dueSince];
    };
    expect(await order()).toEqual([due]);
    expect([await notesOf(poor), await notesOf(due)]).toEqual([
      [null, null],
      [null, null],
    ]);
    await world.settle();
    expect([await notesOf(poor), await notesOf(due)]).toEqual([
      [ctx.now(), null],
      [ctx.now(), ctx.now()],
    ]);
  });

  it('is looked at once', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '1000' } });
    const { addPublisher, earn, ctx } = world;
    const [waiting, other] = [await addPublisher(2), await addPublisher(3)];
    for (const id of [waiting, other]) await earn(id, 5n);
    await ctx.payees.noteDue([waiting], ctx.now());
    const read: string[] = [];
    const watched = {
      ...ctx,
      accounts: {
        ...ctx.accounts,
        listPayable: (ids: readonly string[]) => {
          read.push(...ids);
          return ctx.accounts.listPayable(ids);
        },
      },
    };
    expect([await order(watched), read]).toEqual([
      [waiting, other],
      [waiting, other],
    ]);
  });
});
