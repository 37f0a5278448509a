import { afterEach, describe, expect, it } from '@jest/globals';
import { hourOf, nextHourOf } from '../../../../src/hour';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { findFinalityProblem } from '../../../../src/money/payments/due/final-hours.service';
import {
  listEarnedParts,
  listWaitingEarnings,
} from '../../../../src/money/payments/payment.service';
import { setRate } from '../../../../src/money/rates/rate.service';
import { coin, type PayingWorld, startPayingWorld, type WorldOptions } from '../paying-world';

const siteId = '51'.repeat(16);
const otherSiteId = '52'.repeat(16);

let world: PayingWorld;
afterEach(() => world.close());

async function start(options?: WorldOptions): Promise<PayingWorld> {
  world = await startPayingWorld(options);
  return world;
}

/** Sets the clock to some minutes after the end of an hour. */
function goTo({ ledger }: PayingWorld, hour: Date, minutes: number): void {
  const seconds = nextHourOf(hour).getTime() / 1000 + minutes * 60;
  ledger.passTime(seconds - ledger.clock.seconds);
}

/** Payments as they were made: their amounts, and what they say that they are of. */
async function paidFor({ ctx, payments }: PayingWorld) {
  const made = (await payments()).toSorted((a, b) => +a.preparedAt - +b.preparedAt);
  return Promise.all(
    made.map(async (payment) => ({
      coins: payment.amount / coin,
      earned: (await listEarnedParts(ctx, payment)).map((part) => [
        part.siteId,
        part.hour,
        part.amount / coin,
      ]),
    })),
  );
}

/** Turns, a block after each. */
async function settleAll({ settle, ledger }: PayingWorld): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await settle();
    ledger.closeBlock();
  }
}

/** An event of an advertiser that has no verdict. */
async function addPending({ db, ctx }: PayingWorld, occurredAt: Date) {
  const events = db.collection<{ _id: string }>('events');
  const event = { offeredAt: occurredAt, occurredAt, partition: 3, verifyAt: ctx.now() };
  await events.insertOne({ _id: 'impression:late', ...event });
  return () => events.updateOne({}, { $unset: { partition: true, verifyAt: true } });
}

const problemOfBalances = async (ctx: PayingWorld['ctx']) =>
  (await checkBooks(ctx)).find(({ name }) => name === 'balances')?.problem;

describe('earnings of an hour', () => {
  it('are paid ADGATE_EARNINGS_DELAY hours after its end', async () => {
    const { ctx, addPublisher, earn } = await start({ env: { ADGATE_EARNINGS_DELAY: '24' } });
    const alice = await addPublisher(2);
    const hour = hourOf(ctx.now());
    await earn(alice, 10n, { siteId, hour });
    goTo(world, hour, 24 * 60 - 1);
    await settleAll(world);
    expect(await paidFor(world)).toEqual([]);
    expect(await listWaitingEarnings(ctx, { first: 9, afterId: null })).toMatchObject([
      { payable: 0n, unpaidReason: 'hour_not_final' },
    ]);
    goTo(world, hour, 24 * 60);
    await settleAll(world);
    expect(await paidFor(world)).toEqual([{ coins: 10n, earned: [[siteId, hour, 10n]] }]);
  });

  it('are paid 10 minutes after its last offer has run out, and those of the next one are not', async () => {
    const { ctx, settle, addPublisher, earn, payments } = await start();
    const alice = await addPublisher(2);
    const hour = hourOf(ctx.now());
    await earn(alice, 5n, { siteId, hour });
    await settle();
    goTo(world, hour, 39);
    await earn(alice, 7n, { siteId, hour: nextHourOf(hour) });
    await settle();
    expect(await payments()).toEqual([]);
    expect(await listWaitingEarnings(ctx, { first: 9, afterId: null })).toMatchObject([
      { amount: 12n * coin, payable: 0n, unpaidReason: 'hour_not_final', isHeld: false },
    ]);
    goTo(world, hour, 40);
    await earn(alice, 2n, { siteId: otherSiteId, hour });
    await settleAll(world);
    goTo(world, nextHourOf(hour), 40);
    await settleAll(world);
    expect(await paidFor(world)).toEqual([
      {
        coins: 7n,
        earned: [
          [siteId, hour, 5n],
          [otherSiteId, hour, 2n],
        ],
      },
      { coins: 7n, earned: [[siteId, nextHourOf(hour), 7n]] },
    ]);
    const found = (await checkBooks(ctx)).filter(({ problem }) => problem !== null);
    // No events are charged here.
    expect(found.map(({ name }) => name)).toEqual(['charges']);
  });

  it('wait while an event of it, or of an hour before, has no verdict', async () => {
    const { ctx, settle, addPublisher, earn, payments } = await start();
    const alice = await addPublisher(2);
    const hour = hourOf(ctx.now());
    const judge = await addPending(world, hour);
    await earn(alice, 5n, { siteId, hour });
    goTo(world, hour, 300);
    await settle();
    expect(await payments()).toEqual([]);
    expect((await ctx.settlements.get()).finalUntil).toEqual(hour);
    // The operator is told why: hours that waited get the rate that is set next.
    expect(await findFinalityProblem(ctx)).toMatch(/wait for an exchange rate/);
    await setRate(ctx, { rate: coin });
    expect(await findFinalityProblem(ctx)).toMatch(/have no verdict/);
    await judge();
    await settle();
    expect(await findFinalityProblem(ctx)).toBeNull();
    expect(await payments()).toHaveLength(1);
  });

  it('that are booked late are paid with the next turn: the hour stays final', async () => {
    const { ctx, settle, addPublisher, earn } = await start();
    const alice = await addPublisher(2);
    const hour = hourOf(ctx.now());
    await earn(alice, 5n, { siteId, hour });
    goTo(world, hour, 40);
    await settleAll(world);
    await addPending(world, hour);
    await earn(alice, 3n, { siteId, hour });
    await earn(alice, 4n, { siteId, hour: nextHourOf(hour) });
    await settle();
    expect(await paidFor(world)).toEqual([
      { coins: 5n, earned: [[siteId, hour, 5n]] },
      { coins: 3n, earned: [[siteId, hour, 3n]] },
    ]);
  });

  it('are paid at once where part-hours are', async () => {
    const { ctx, settle, addPublisher, earn } = await start({
      env: { ADGATE_PAY_PART_HOURS: '1' },
    });
    const hour = hourOf(ctx.now());
    await earn(await addPublisher(2), 5n, { siteId, hour });
    await settle();
    expect(await paidFor(world)).toEqual([{ coins: 5n, earned: [[siteId, hour, 5n]] }]);
  });

  it('are kept apart for two days, and held to the entries by the check', async () => {
    const { ctx, db, settle, addPublisher, earn } = await start();
    const alice = await addPublisher('bsc:0x00');
    const hour = hourOf(ctx.now());
    for (let back = 0; back < 60; back += 1)
      await earn(alice, 1n, { siteId, hour: new Date(hour.getTime() - back * 3_600_000) });
    await settle();
    const balances = db.collection<{ _id: string; hours: object }>('balances');
    const stored = await balances.findOne({ _id: `earnings:${alice}` });
    expect(Object.keys(stored!.hours)).toEqual([String(hour.getTime() / 3_600_000)]);
    const field = `hours.${hour.getTime() / 3_600_000}`;
    await balances.updateOne({ _id: `earnings:${alice}` }, { $set: { [field]: 7n } });
    expect(await problemOfBalances(ctx)).toMatch(
      /keeps 0\.00000000007 of the hour .*, its lines sum to 1$/,
    );
    await balances.updateOne({ _id: `earnings:${alice}` }, { $unset: { [field]: true } });
    expect(await problemOfBalances(ctx)).toMatch(
      /^earnings:.* keeps nothing of the hour .*, its lines sum to 1$/,
    );
  });

  it('that are final may be forgotten in the hour behind them', async () => {
    const { ctx, db, settle, addPublisher, earn } = await start();
    const alice = await addPublisher('bsc:0x00');
    const hour = hourOf(ctx.now());
    for (let back = 0; back < 60; back += 1)
      await earn(alice, 1n, { siteId, hour: new Date(hour.getTime() - back * 3_600_000) });
    goTo(world, hour, 45);
    await settle();
    const balances = db.collection<{ _id: string; hours: object }>('balances');
    expect((await balances.findOne({ _id: `earnings:${alice}` }))?.hours).toEqual({});
    expect(await problemOfBalances(ctx)).toBeNull();
    await earn(alice, 2n, { siteId, hour });
    expect(await problemOfBalances(ctx)).toBeNull();
  });
});
