import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AdEvent } from '../../../src/market/events/event';
import { earningsOf } from '../../../src/money/books/book';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { preparedEntry, returnedEntry } from '../../../src/money/payments/batch/payment-entries';
import { isFor } from '../../../src/money/remittances/remittance';
import { prepareRemittances } from '../../../src/money/remittances/prepare-remittances.service';
import { tieRemittances } from '../../../src/money/remittances/tie-remittances.service';
import { writeOffUntold } from '../../../src/money/remittances/write-off.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { anId } from '../../support/events';
import { aPayment } from '../../support/payments';
import { aPeer } from '../../support/peer-access';
import { startVerifier } from '../../support/verification';
import {
  aSite,
  eleven,
  type Market,
  minutesAfter,
  usd,
  type Verifier,
} from '../../support/verifier';

const address = '0001-00000005-CBCA';
/** Of a view for 0.01 USD: half a coin, less 1%. */
const revenue = 495n * 10n ** 8n;

let one: Verifier;
let accountId: string;
let market: Market;
beforeEach(async () => {
  one = await startVerifier({ env: { ADGATE_PEERS: 'approve', ADGATE_PAY_PART_HOURS: '1' } });
  const { ctx, clock } = one;
  clock.now = minutesAfter(eleven, -1);
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  const dailyLimit = 10n ** 17n;
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false, dailyLimit });
  accountId = await ensurePeerAccount(ctx, address);
  const siteId = anId();
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: accountId }));
  clock.now = minutesAfter(eleven, 20);
  market = { ...(await one.addMarket()), publisherId: accountId, siteId };
});

const aCase = (): Partial<AdEvent> => {
  const cid = anId();
  const peer = { address, cid, publisher: 'p', isShown: true, unmet: null, needsPage: false };
  return { exp: 1_800, caseId: `${cid.slice(0, 30)}00`, price: usd(1), peer };
};
async function earn(count: number): Promise<readonly AdEvent[]> {
  const events = await one.store(market, ...Array.from({ length: count }, aCase));
  await verifyAllDue(one.ctx);
  return events;
}
const lose = (events: readonly AdEvent[]) =>
  one.db
    .collection<{ _id: string }>('events')
    .deleteMany({ _id: { $in: events.map(({ id }) => id) } });
const prepare = () => prepareRemittances(one.ctx, new AbortController().signal);
const openOne = async () =>
  (await one.ctx.remittances.listOpen([accountId])).get(accountId) ?? null;
async function balances(): Promise<readonly bigint[]> {
  const books = [earningsOf(accountId), 'peers:rest'] as const;
  const found = await one.ctx.books.balancesOf(books);
  return books.map((book) => found.get(book) ?? 0n);
}

/** Pays what is ready, as a batch of the settler would, and has the ledger take none of it. */
async function payAndReturn(amount: bigint): Promise<void> {
  const { ctx, clock } = one;
  const payment = aPayment({ accountId, address, amount, preparedAt: clock.now });
  await ctx.inTransaction(async (session) => {
    await ctx.payments.insert([payment], session);
    await tieRemittances(ctx, [payment], session);
    await ctx.books.post([preparedEntry(payment, clock.now)], session);
  });
  await ctx.inTransaction(async (session) => {
    await ctx.payments.change([payment.id], ['prepared'], { state: 'returned' }, session);
    await ctx.books.post([returnedEntry(payment, clock.now)], session);
  });
}

describe('earnings of another server that are written off', () => {
  it('are those that no event tells any more, so that the rest is due', async () => {
    const [gone] = await earn(3);
    await lose(gone ? [gone] : []);
    await prepare();
    expect(await openOne()).toMatchObject({ state: 'ready', details: { sum: 2n * revenue } });

    const written = await writeOffUntold(one.ctx, address);
    expect(written).toEqual({ address, amount: revenue, left: 2n * revenue });
    expect(await balances()).toEqual([2n * revenue, revenue]);
    await prepare();
    const open = await openOne();
    expect(open && isFor(open, 2n * revenue)).toBe(true);
    const told = (await checkBooks(one.ctx)).find(({ name }) => name === 'balances');
    expect(told?.problem).toBeNull();
  });

  it('are told to operators before that, also where no event is left', async () => {
    await lose(await earn(2));
    await prepare();
    expect(await one.ctx.remittances.countLate()).toBe(0);
    one.clock.now = minutesAfter(one.clock.now, 5 * 24 * 60);
    await prepare();
    expect(await one.ctx.remittances.countLate()).toBe(1);
    await writeOffUntold(one.ctx, address);
    expect(await one.ctx.remittances.countLate()).toBe(0);
  });

  it('have their details written once, and anew where more is earned', async () => {
    await lose(await earn(2));
    await earn(1);
    await prepare();
    const open = await openOne();
    one.clock.now = minutesAfter(one.clock.now, 1);
    await prepare();
    expect(await openOne()).toEqual(open);
    await earn(1);
    await prepare();
    const [readyAt, sum] = [one.clock.now, 2n * revenue];
    expect(await openOne()).toMatchObject({ state: 'ready', readyAt, details: { sum } });
  });

  it('may be all of them: nothing waits then', async () => {
    await lose(await earn(2));
    await prepare();
    const { amount, left } = await writeOffUntold(one.ctx, address);
    expect([amount, left]).toEqual([2n * revenue, 0n]);
    expect(await balances()).toEqual([0n, 2n * revenue]);
    expect(await openOne()).toBeNull();
  });

  it('are none where events tell all, also those that no remittance has told yet', async () => {
    await earn(1);
    await prepare();
    await earn(2);
    await expect(writeOffUntold(one.ctx, address)).rejects.toThrow('has its details');
    expect(await balances()).toEqual([3n * revenue, 0n]);
  });

  it('are not those whose payment was returned', async () => {
    await earn(1);
    await prepare();
    await payAndReturn(revenue);
    await expect(writeOffUntold(one.ctx, address)).rejects.toThrow('has its details');
    expect(await balances()).toEqual([revenue, 0n]);
  });

  it('are not those whose payment was returned after a hundred later ones', async () => {
    await earn(1);
    await prepare();
    await payAndReturn(revenue);
    const at = minutesAfter(one.clock.now, 1);
    const paid = { accountId, state: 'paid', beganAt: at, readyAt: at, lateAt: null } as const;
    const details = { count: 1, sum: revenue, digest: 'd' };
    for (let count = 0; count < 100; count += 1)
      await one.ctx.remittances.insert({ ...paid, details, id: anId(), paymentId: anId() });
    await expect(writeOffUntold(one.ctx, address)).rejects.toThrow('has its details');
    expect(await balances()).toEqual([revenue, 0n]);
    expect(await openOne()).toMatchObject({ state: 'ready', details: { sum: revenue } });
  });

  it('leave no details of nothing, where there are none', async () => {
    await expect(writeOffUntold(one.ctx, address)).rejects.toThrow('has its details');
    expect(await openOne()).toBeNull();
  });

  it('are found also while a settler writes details again and again', async () => {
    const [gone] = await earn(2);
    await lose(gone ? [gone] : []);
    const { ctx } = one;
    const inTransaction: typeof ctx.inTransaction = async (work) => {
      await prepare();
      return ctx.inTransaction(work);
    };
    const beside = { ...ctx, inTransaction };
    await expect(writeOffUntold(beside, address)).rejects.toThrow('ask again');
    const { amount, left } = await writeOffUntold(beside, address);
    expect([amount, left]).toEqual([revenue, revenue]);
    expect(await balances()).toEqual([revenue, revenue]);
  });

  it('are not those that are judged while details are written', async () => {
    const [gone] = await earn(2);
    await lose(gone ? [gone] : []);
    const { ctx } = one;
    const inTransaction: typeof ctx.inTransaction = async (work) => {
      const result = await ctx.inTransaction(work);
      if ((await openOne())?.state === 'ready') await earn(1);
      return result;
    };
    const late = { ...ctx, inTransaction };
    await expect(writeOffUntold(late, address)).rejects.toThrow('ask again');
    expect(await balances()).toEqual([3n * revenue, 0n]);
  });
});
