import { afterEach, describe, expect, it } from '@jest/globals';
import { addressOfUser } from './ledger-world';
import { holdPayments } from '../../../src/money/payments/payment.service';
import { resumeSettlement } from '../../../src/money/payments/settlement.service';
import { captureLog } from '../../support/captured-log';
import { coin, type PayingWorld, startPayingWorld, type WorldOptions } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

async function start(options?: WorldOptions): Promise<PayingWorld> {
  world = await startPayingWorld(options);
  return world;
}

/** Nothing is paid that was not earned, and all that was is somewhere. */
async function assertConserved({ ledger, ctx }: PayingWorld): Promise<void> {
  const confirmed = (await world.payments()).filter(({ state }) => state === 'confirmed');
  const booked = new Map<string, bigint>();
  for (const { address, amount } of confirmed)
    booked.set(address, (booked.get(address) ?? 0n) + amount);
  expect(booked).toEqual(ledger.paid());
  const total = confirmed.reduce((sum, { amount }) => sum + amount, 0n);
  const open = (await world.payments()).filter(({ state }) => /^(prepared|sent)$/.test(state));
  expect(await world.outsideAndClearing()).toEqual({
    outside: total,
    clearing: open.reduce((sum, { amount }) => sum + amount, 0n),
  });
  expect(ctx.ledger).not.toBeNull();
}

describe('payments to publishers', () => {
  it('are prepared, sent and, once the block has closed, confirmed', async () => {
    const { ledger, settle, addPublisher, earn, payments, earningsOf } = await start();
    const alice = await addPublisher(2);
    const bob = await addPublisher(3);
    await earn(alice, 5n);
    await earn(bob, 7n);
    await settle();
    expect(await payments()).toHaveLength(2);
    expect(await world.statesOf()).toEqual(['sent', 'sent']);
    const sentAt = (await payments())[0]!.sentAt;
    expect(sentAt).toBeInstanceOf(Date);
    expect(await earningsOf(alice)).toBe(0n);
    await settle();
    expect(await world.statesOf()).toEqual(['sent', 'sent']);
    ledger.closeBlock();
    await settle();
    const found = (await payments()).find(({ accountId }) => accountId === alice);
    expect(found).toMatchObject({
      ...{ address: addressOfUser(2), amount: 5n * coin, state: 'confirmed', reason: null, sentAt },
      transactionId: expect.stringMatching(/^0001:[0-9A-F]{8}:[0-9A-F]{4}$/),
    });
    expect(ledger.paid()).toEqual(
      new Map([
        [addressOfUser(2), 5n * coin],
        [addressOfUser(3), 7n * coin],
      ]),
    );
    await assertConserved(world);
  });

  it('tells in the log at debug what each step has decided', async () => {
    const { ctx, settle, addPublisher, earn } = await start();
    const { log, entriesOf } = captureLog('debug');
    const own = Object.assign(Object.create(ctx) as typeof ctx, { log });
    await earn(await addPublisher(2), 5n);
    await settle(own);
    expect(entriesOf('settlement looked for what is to be sent')).toMatchObject([
      { level: 20, step: 0, messageId: 1, isPrepared: true },
      { level: 20, step: 2, messageId: 2, isPrepared: false },
    ]);
    expect(entriesOf('settlement sent a batch')).toMatchObject([{ step: 1, isSent: true }]);
    expect(entriesOf('settlement looked at the ledger')).toMatchObject([
      { step: 0, open: 0, passed: 0 },
      { step: 1, open: 1, passed: 0 },
      { step: 2, open: 1, passed: 1 },
    ]);
  });

  it('reads the state that settlers share once a turn, however many steps it takes', async () => {
    const { ctx, settle, addPublisher, earn, ledger, statesOf } = await start();
    let reads = 0;
    const get: typeof ctx.settlements.get = () => {
      reads += 1;
      return ctx.settlements.get();
    };
    const own = { ...ctx, settlements: { ...ctx.settlements, get } };
    await earn(await addPublisher(2), 5n);
    await settle(own);
    expect([reads, await statesOf()]).toEqual([1, ['sent']]);
    ledger.closeBlock();
    await settle(own);
    expect([reads, await statesOf()]).toEqual([2, ['confirmed']]);
  });

  it('asks nobody without a wallet', async () => {
    const { ctx, settle, addPublisher, earn, payments } = await start();
    await earn(await addPublisher(2), 5n);
    await settle({ ...ctx, ledger: null });
    expect(await payments()).toEqual([]);
  });

  it('wait below the minimum for 30 days, and are made then', async () => {
    const { ledger, settle, addPublisher, earn, payments } = await start();
    const alice = await addPublisher(2);
    await earn(alice, '99999999999');
    await settle();
    ledger.clock.seconds += 30 * 86_400 - 1;
    await settle();
    expect(await payments()).toEqual([]);
    ledger.clock.seconds += 1;
    await settle();
    expect(await payments()).toHaveLength(1);
  });

  it('are not made where the network would take all of it', async () => {
    const { settle, addPublisher, earn, payments } = await start({
      env: { ADGATE_MIN_PAYOUT: '0' },
    });
    await earn(await addPublisher(2), '10000');
    await settle();
    expect(await payments()).toEqual([]);
    await earn(await addPublisher(3), '10001');
    await settle();
    expect(await payments()).toHaveLength(1);
  });

  it('go no further than the limit of a day', async () => {
    const { ledger, settle, addPublisher, earn } = await start({
      env: { ADGATE_DAILY_PAYOUT_LIMIT: '10' },
    });
    for (const user of [2, 3, 4]) await earn(await addPublisher(user), 4n);
    await settle();
    expect(await world.statesOf()).toHaveLength(2);
    expect((await world.ctx.settlements.get()).problem).toMatch(/limit of the day/);
    ledger.clock.seconds += 86_400;
    await settle();
    expect(await world.statesOf()).toHaveLength(3);
  });

  it('go no further than that where the clock is set back to the day before', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start({
      env: { ADGATE_DAILY_PAYOUT_LIMIT: '10' },
    });
    for (const user of [2, 3, 4]) await earn(await addPublisher(user), 4n);
    const intoDay = Math.floor(ctx.now().getTime() / 1_000) % 86_400;
    ledger.clock.seconds += 86_400 - intoDay + 5;
    await settle();
    expect(await world.statesOf()).toHaveLength(2);
    for (const seconds of [-10, 10]) {
      ledger.clock.seconds += seconds;
      await settle();
      expect(await world.statesOf()).toHaveLength(2);
    }
    ledger.clock.seconds += 86_400;
    await settle();
    expect(await world.statesOf()).toHaveLength(3);
  });

  it('are not prepared while settlement is paused, and those that are go on', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    ledger.mishaps.push('refuse');
    await settle();
    await ctx.settlements.set({ pausedReason: 'looks wrong', pausedAt: ctx.now() });
    await earn(alice, 6n);
    await settle();
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed']);
    expect(await world.earningsOf(alice)).toBe(6n * coin);
    await assertConserved(world);
  });

  it('wait for funds where there are too few, the smaller ones first', async () => {
    const { ledger, settle, addPublisher, earn } = await start({ funds: 10n });
    await earn(await addPublisher(2), 20n);
    await earn(await addPublisher(3), 4n);
    await settle();
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed']);
    expect((await world.ctx.settlements.get()).problem).toMatch(/too little/);
    await assertConserved(world);
  });
});

describe('a payment whose answer says nothing', () => {
  it.each([
    ['the answer is cut', 'cut-answer'],
    ['the request is cut', 'cut-before'],
    ['it is delivered twice', 'double'],
    ['the relay is busy', 'refuse'],
  ] as const)('is made once when %s', async (_case, mishap) => {
    const { ledger, settle, addPublisher, earn } = await start();
    await earn(await addPublisher(2), 5n);
    ledger.mishaps.push(mishap);
    await settle();
    await settle();
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed']);
    await assertConserved(world);
  });

  it('is sent again with the same bytes while the node takes none', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    await earn(await addPublisher(2), 5n);
    ledger.mode.isReadOnly = true;
    await settle();
    const [before] = await ctx.paymentBatches.listOpen();
    expect(before).toMatchObject({ state: 'sent', problem: expect.stringMatching(/error 10\)/) });
    await settle();
    ledger.mode.isReadOnly = false;
    ledger.closeBlock();
    await settle();
    expect((await ctx.paymentBatches.listOpen()).map(({ data }) => data)).toEqual([before!.data]);
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed']);
    await assertConserved(world);
  });
});

describe('a payee that the ledger does not know', () => {
  it('is left out by new bytes of the same place, and gets its earnings back', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    const nobody = await addPublisher(4711);
    await earn(nobody, 3n);
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    await settle();
    const open = await ctx.paymentBatches.listOpen();
    expect(open.map(({ isAbandoned }) => isAbandoned).sort()).toEqual([false, true]);
    expect(open[0]!.position).toEqual(open[1]!.position);
    // The old bytes may still be taken until the block has closed.
    expect(await world.earningsOf(nobody)).toBe(0n);
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed', 'returned']);
    expect(await world.earningsOf(nobody)).toBe(3n * coin);
    await settle();
    expect(await world.statesOf()).toHaveLength(2);
    await assertConserved(world);
  });

  it('does not hold up others when it was alone', async () => {
    const { ledger, settle, addPublisher, earn } = await start();
    const nobody = await addPublisher(4711);
    await earn(nobody, 3n);
    await settle();
    await earn(await addPublisher(2), 5n);
    await settle();
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed', 'returned']);
    expect(await world.earningsOf(nobody)).toBe(3n * coin);
    await assertConserved(world);
  });
});

describe('an account that is used by other means', () => {
  it('kills what was prepared, which is prepared anew once the ledger is certain', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    await earn(await addPublisher(2), 5n);
    ledger.mishaps.push('refuse');
    await settle();
    await ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    await expect(settle()).rejects.toThrow(/used by other means/);
    await settle();
    expect(await world.statesOf()).toEqual(['sent']);
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['returned', 'sent']);
    ledger.closeBlock();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed', 'returned']);
    expect((await ctx.settlements.get()).pausedReason).toBeNull();
    await assertConserved(world);
  });

  it('stops everything when those were paid who are to get most: the database may be an old one', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    await settle();
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    await earn(await addPublisher(3), 5n);
    await ledger.call('send_one', { address: addressOfUser(2), amount: '5' });
    await expect(settle()).rejects.toThrow(/used by other means/);
    await settle();
    expect((await ctx.settlements.get()).pausedReason).toMatch(/has paid payees of ours/);
    expect(await world.statesOf()).toEqual([]);
    await resumeSettlement(ctx, { fromLedger: false });
    await settle();
    expect(await world.statesOf()).toEqual(['sent']);
    await holdPayments(ctx, { accountId: alice, reason: null });
    await settle();
    expect(await world.statesOf()).toEqual(['sent', 'sent']);
  });

  it('holds only him who has chosen an address that is paid by hand', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    await settle();
    const stranger = await addPublisher(9);
    await earn(stranger, 2n);
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    await ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    await expect(settle()).rejects.toThrow(/used by other means/);
    await settle();
    expect((await world.payments()).map(({ accountId }) => accountId)).toEqual([alice]);
    expect((await ctx.settlements.get()).pausedReason).toBeNull();
    expect((await ctx.payees.listByIds([stranger])).get(stranger)?.heldReason).toMatch(
      /somebody else has paid it/,
    );
  });

  it('is looked at by a clock that was an hour ahead, too', async () => {
    const { ctx, ledger, settle } = await start();
    const ahead = new Date(ctx.now().getTime() + 3_600_000);
    await settle({ ...ctx, now: () => ahead });
    await ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    await expect(settle()).rejects.toThrow(/used by other means/);
    await settle();
  });
});

describe('a node that is behind', () => {
  it('gets the same bytes again while their block is open, and nothing else', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    const before = await ctx.ledger!.readOwnAccount();
    await earn(await addPublisher(2), 5n);
    await settle();
    await earn(await addPublisher(3), 6n);
    const late = {
      ...ctx,
      ledger: { ...ctx.ledger!, readOwnAccount: () => Promise.resolve(before) },
    };
    await settle(late);
    expect(await world.statesOf()).toEqual(['sent']);
    await settle();
    ledger.closeBlock();
    await settle();
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
    await assertConserved(world);
  });

  it('is waited for once what it lacks was in a closed block', async () => {
    const { ctx, ledger, settle, addPublisher, earn } = await start();
    const before = await ctx.ledger!.readOwnAccount();
    await earn(await addPublisher(2), 5n);
    await settle();
    ledger.closeBlock();
    await settle();
    await earn(await addPublisher(3), 6n);
    const late = {
      ...ctx,
      ledger: { ...ctx.ledger!, readOwnAccount: () => Promise.resolve(before) },
    };
    const waits = /nothing is sent until it is there again/;
    await expect(settle(late)).rejects.toThrow(waits);
    expect(await world.statesOf()).toEqual(['confirmed']);
    await resumeSettlement(ctx, { fromLedger: false });
    await expect(settle(late)).rejects.toThrow(waits);
    await settle();
    expect(await world.statesOf()).toEqual(['confirmed', 'sent']);
  });
});

describe('who is not paid', () => {
  it.each([
    ['one of another network', 'eth:0x52908400098527886e0f7030069857d2e4169ee7'],
    ['the server’s own', `ads:${addressOfUser(1)}`],
  ])('has no address but %s', async (_case, payout) => {
    const { settle, addPublisher, earn } = await start();
    const alice = await addPublisher(payout);
    await earn(alice, 5n);
    await settle();
    expect(await world.statesOf()).toEqual([]);
    expect(await world.earningsOf(alice)).toBe(5n * coin);
  });

  it('is suspended, or held by the operator', async () => {
    const { ctx, settle, addPublisher, earn } = await start();
    const [alice, bob] = [await addPublisher(2), await addPublisher(3)];
    for (const each of [alice, bob]) await earn(each, 5n);
    await ctx.accounts.update(alice, { suspendedReason: 'fraud' });
    await ctx.payees.change(bob, { heldReason: 'papers are missing' });
    await settle();
    expect(await world.statesOf()).toEqual([]);
    await ctx.accounts.update(alice, { suspendedReason: null });
    await ctx.payees.change(bob, { heldReason: null });
    await settle();
    expect(await world.statesOf()).toEqual(['sent', 'sent']);
  });
});
