import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hourOf, nextHourOf } from '../../../src/hour';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { mergePublisher } from '../../../src/money/claims/merge-publisher.service';
import {
  holdHour,
  listHeldHours,
  releaseHour,
} from '../../../src/money/held-hours/held-hour.service';
import { listEarnedParts, listWaitingEarnings } from '../../../src/money/payments/payment.service';
import { moveEarningsToFunds } from '../../../src/money/pockets/pocket.service';
import { assertPresent } from '../../../src/present';
import { aSite } from '../../support/verifier';
import { coin, type PayingWorld, startPayingWorld } from '../payments/paying-world';

const [siteId, otherId] = ['51'.repeat(16), '52'.repeat(16)] as const;
const reason = 'ten times the usual views';

let world: PayingWorld;
let alice: string;
let hour: Date;
beforeEach(async () => {
  world = await startPayingWorld();
  alice = await world.addPublisher(2);
  for (const id of [siteId, otherId])
    await world.ctx.sites.insertOrFind(aSite({ id, publisherId: alice }));
  hour = hourOf(world.ctx.now());
  await world.earn(alice, 5n, { siteId, hour });
  await world.earn(alice, 2n, { siteId: otherId, hour });
  goTo(60);
});
afterEach(() => world.close());

/** Sets the clock to some minutes after the end of the hour. */
function goTo(minutes: number): void {
  const seconds = nextHourOf(hour).getTime() / 1000 + minutes * 60;
  world.ledger.passTime(seconds - world.ledger.clock.seconds);
}

/** Turns with a block after each; then all payments, in their order, by what they are of. */
async function settle() {
  for (let turn = 0; turn < 2; turn += 1) {
    await world.settle();
    world.ledger.closeBlock();
  }
  const made = (await world.payments()).toSorted((a, b) => +a.preparedAt - +b.preparedAt);
  return Promise.all(
    made.map(async (payment) => ({
      coins: payment.amount / coin,
      earned: (await listEarnedParts(world.ctx, payment)).map((part) => [
        part.siteId,
        part.amount / coin,
      ]),
    })),
  );
}

const hold = () => holdHour(world.ctx, { siteId, hour, reason });
const waiting = async () => (await listWaitingEarnings(world.ctx, { first: 9, afterId: null }))[0];

describe('an hour of a site that is held', () => {
  const others = { coins: 2n, earned: [[otherId, 2n]] };

  it('is left by payments, with all that is booked of it later, until it is released', async () => {
    const held = await hold();
    expect(held).toMatchObject({ accountId: alice, amount: 5n * coin, reason });
    expect(await settle()).toEqual([others]);
    await world.earn(alice, 3n, { siteId, hour });
    await world.earn(alice, 1n, { siteId: otherId, hour });
    expect(await settle()).toEqual([others, { coins: 1n, earned: [[otherId, 1n]] }]);
    const part = { siteId, hour, amount: 8n * coin, until: held.until, reason };
    expect(await waiting()).toMatchObject({
      ...{ payable: 0n, unpaidReason: 'under_review', underReview: [part] },
      reason: `8 of it are under review, until ${held.until.toISOString()} at the latest`,
    });
    expect(await listHeldHours(world.ctx)).toMatchObject([part]);
    await releaseHour(world.ctx, { siteId, hour });
    expect((await settle()).at(-1)).toEqual({ coins: 8n, earned: [[siteId, 8n]] });
    expect(await listHeldHours(world.ctx)).toEqual([]);
    const problems = (await checkBooks(world.ctx)).filter(({ problem }) => problem !== null);
    // No events are charged here.
    expect(problems.map(({ name }) => name)).toEqual(['charges']);
  });

  it('is paid after 7 days, and is not held anew', async () => {
    await hold();
    await settle();
    goTo(7 * 24 * 60 + 59);
    expect(await settle()).toEqual([others]);
    goTo(7 * 24 * 60 + 70);
    await expect(hold()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await settle()).at(-1)).toEqual({ coins: 5n, earned: [[siteId, 5n]] });
  });

  it('waits with others that are held, until the last of them', async () => {
    await hold();
    goTo(2 * 24 * 60);
    const { until } = await holdHour(world.ctx, { siteId: otherId, hour, reason });
    expect(await waiting()).toMatchObject({
      ...{ unpaidReason: 'under_review', unpaid: { until } },
      reason: `7 of it are under review, until ${until.toISOString()} at the latest`,
    });
  });

  it('is under review to the last millisecond of its 7 days', async () => {
    const { heldAt, until } = await hold();
    expect(until.getTime() - heldAt.getTime()).toBe(7 * 86_400_000);
    const atEnd = { ...world.ctx, now: () => until };
    const before = { ...world.ctx, now: () => new Date(until.getTime() - 1) };
    expect(await listHeldHours(atEnd)).toEqual([]);
    expect(await listHeldHours(before)).toMatchObject([{ siteId, hour }]);
    const release = (ctx: typeof atEnd) => releaseHour(ctx, { siteId, hour });
    await expect(release(atEnd)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await release(before)).toMatchObject({ siteId, until: before.now() });
  });

  it('does not go to the funds', async () => {
    await hold();
    const move = (coins: bigint) =>
      moveEarningsToFunds(world.ctx, { accountId: alice, amount: coins * coin });
    await expect(move(3n)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await move(2n);
  });

  it('is held of whoever takes the publisher over', async () => {
    await hold();
    const heir = await world.addPublisher(3);
    const accounts = world.db.collection<{ _id: string }>('accounts');
    await accounts.updateOne({ _id: alice }, { $set: { mergedIntoId: heir } });
    await mergePublisher(
      world.ctx,
      assertPresent(await world.ctx.accounts.findById(alice), 'it was made'),
    );
    expect(await settle()).toMatchObject([{ coins: 2n }]);
    expect(await listHeldHours(world.ctx)).toMatchObject([{ accountId: heir, siteId }]);
    await releaseHour(world.ctx, { siteId, hour });
    expect(await settle()).toMatchObject([{ coins: 2n }, { coins: 5n }]);
  });
});

describe('holding', () => {
  it.each([
    ['an hour that runs', () => ({ hour: nextHourOf(hour) }), 'VALIDATION_FAILED'],
    [
      'an hour that has earned nothing',
      () => ({ hour: new Date(hour.getTime() - 3_600_000) }),
      'VALIDATION_FAILED',
    ],
    ['an unknown site', () => ({ siteId: '53'.repeat(16) }), 'NOT_FOUND'],
    ['without a reason', () => ({ reason: ' ' }), 'VALIDATION_FAILED'],
  ])('is refused for %s', async (_what, change, code) => {
    await expect(holdHour(world.ctx, { siteId, hour, reason, ...change() })).rejects.toMatchObject({
      code,
    });
    expect(await settle()).toMatchObject([{ coins: 7n }]);
  });

  it('comes too late for what a payment has', async () => {
    await settle();
    await expect(hold()).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(releaseHour(world.ctx, { siteId, hour })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
