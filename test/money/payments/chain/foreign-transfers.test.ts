import { afterEach, describe, expect, it } from '@jest/globals';
import type { LedgerClient } from '../../../../src/platform/ledger/ledger-client';
import { addressOfUser } from '../ledger-world';
import { holdPayments } from '../../../../src/money/payments/payment.service';
import {
  pauseSettlement,
  reportSettlement,
  resumeSettlement,
} from '../../../../src/money/payments/settlement.service';
import { coin, type PayingWorld, startPayingWorld } from '../paying-world';

let world: PayingWorld;
afterEach(() => world.close());

const byOtherMeans = /used by other means/;

describe('an old database beside a newer ledger', () => {
  it('stops before it pays at an address that was given up since', async () => {
    world = await startPayingWorld();
    const { ctx, ledger, settle, addPublisher, earn } = world;
    await settle();
    const alice = await addPublisher(2);
    await earn(alice, 5n);
    await earn(await addPublisher(3), 50n);
    // Of a later life: it has paid Alice at an address that is nobody's here.
    await ledger.call('send_many', { wires: { [addressOfUser(8)]: '5' } });
    await expect(settle()).rejects.toThrow(byOtherMeans);
    await settle();
    expect(await world.payments()).toEqual([]);
    expect((await ctx.settlements.get()).pausedReason).toMatch(/as payments are made/);
  });

  it('does not pay again whom a transfer has paid that stands in the place of its own', async () => {
    world = await startPayingWorld();
    const { ctx, ledger, settle, addPublisher, earn } = world;
    const [alice, bob] = [await addPublisher(2), await addPublisher(3)];
    await earn(alice, 5n);
    await earn(bob, 7n);
    ledger.mishaps.push('refuse');
    await settle();
    // As the same payments are signed again without a payee that the ledger has refused.
    await ledger.call('send_many', { wires: { [addressOfUser(2)]: '5' } });
    await expect(settle()).rejects.toThrow(byOtherMeans);
    for (let turn = 0; turn < 3; turn += 1) {
      ledger.closeBlock();
      await settle();
    }
    expect(ledger.paid()).toEqual(
      new Map([
        [addressOfUser(2), 5n * coin],
        [addressOfUser(3), 7n * coin],
      ]),
    );
    expect(await world.earningsOf(alice)).toBe(5n * coin);
    expect((await ctx.payees.listByIds([alice])).get(alice)?.heldReason).toMatch(
      /has paid it by 0001:/,
    );
    await holdPayments(ctx, { accountId: alice, reason: null });
    await settle();
    expect(await world.earningsOf(alice)).toBe(0n);
  });
});

describe('an id of the log that a crash of the node has left', () => {
  it('is of nobody where a closed block has its number by another id', async () => {
    world = await startPayingWorld();
    const { ctx, ledger, settle, addPublisher, earn } = world;
    const [alice, bob] = [await addPublisher(2), await addPublisher(3)];
    await earn(alice, 5n);
    await earn(bob, 7n);
    // The next turn sees this, and the transfer behind it, at once.
    ledger.mishaps.push('cut-answer');
    await settle();
    await ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    ledger.passTime(60);
    const honest = ctx.ledger!;
    const node: LedgerClient = {
      ...honest,
      async *readLog(from) {
        for await (const page of honest.readLog(from)) {
          // As the batch was logged first: with other payees than the block has.
          const stale = page.sent
            .filter(({ isToMany }) => isToMany)
            .map((entry) => ({
              ...entry,
              ...{ transactionId: '0001:70000001:0001', amount: -9n * coin },
            }));
          yield { ...page, sent: [...stale, ...page.sent] };
        }
      },
    };
    await expect(settle({ ...ctx, ledger: node })).rejects.toThrow(byOtherMeans);
    expect((await ctx.settlements.get()).pausedReason).toBeNull();
    const payees = [...(await ctx.payees.listByIds([alice, bob])).values()];
    expect(payees.map(({ heldReason }) => heldReason)).toEqual([null, null]);
  });
});

describe('settlement that is resumed', () => {
  /** It was paused by an operator, and somebody else has paid its only payee before the next turn. */
  async function paidMeanwhile(): Promise<PayingWorld> {
    world = await startPayingWorld();
    await world.settle();
    await world.earn(await world.addPublisher(2), 5n);
    await pauseSettlement(world.ctx, 'maintenance');
    await world.ledger.call('send_one', { address: addressOfUser(2), amount: '5' });
    return world;
  }

  it('sees what others have sent meanwhile', async () => {
    const { ctx, settle, ledger } = await paidMeanwhile();
    await resumeSettlement(ctx, { fromLedger: false });
    await expect(settle()).rejects.toThrow(byOtherMeans);
    ledger.closeBlock();
    await settle();
    expect(await world.payments()).toEqual([]);
    expect((await reportSettlement(ctx)).pausedReason).toMatch(/has paid payees of ours/);
  });

  it('goes on from where the ledger is for an operator who says so', async () => {
    const { ctx, settle } = await paidMeanwhile();
    await resumeSettlement(ctx, { fromLedger: true });
    await settle();
    expect(await world.statesOf()).toEqual(['sent']);
  });
});

describe('a payment that comes back', () => {
  /** Makes a payment that is sent and refused, and a transaction of somebody else in its place. */
  async function loseItsPlace({ ledger, settle }: PayingWorld): Promise<void> {
    ledger.mishaps.push('refuse');
    await settle();
    await ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    await expect(settle()).rejects.toThrow(byOtherMeans);
    ledger.closeBlock();
    await settle();
  }

  it('has waited for as long as before', async () => {
    world = await startPayingWorld();
    const { ctx, ledger, settle, addPublisher, earn } = world;
    const alice = await addPublisher(2);
    await earn(alice, '99999999999');
    await settle();
    const since = ctx.now();
    ledger.passTime(31 * 86_400);
    await loseItsPlace(world);
    expect(await world.statesOf()).toEqual(['returned', 'sent']);
    expect((await world.payments()).map(({ earnedFrom }) => earnedFrom)).toEqual([since, since]);
  });

  it('keeps its place among those that are due', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '6' } });
    const { ctx, ledger, settle, addPublisher, earn } = world;
    await earn(await addPublisher(2), 5n);
    await settle();
    const late = await addPublisher(3);
    await earn(late, 5n);
    ledger.closeBlock();
    await settle();
    await settle();
    const since = ctx.now();
    ledger.passTime(86_400);
    await loseItsPlace(world);
    expect((await ctx.payees.listByIds([late])).get(late)!.dueSince).toEqual(since);
  });
});
