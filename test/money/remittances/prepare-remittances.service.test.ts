import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { ServiceContext } from '../../../src/api/context';
import type { AdEvent } from '../../../src/market/events/event';
import { earningsOf } from '../../../src/money/books/book';
import type { Payment } from '../../../src/money/payments/payment';
import { prepareRemittances } from '../../../src/money/remittances/prepare-remittances.service';
import { tieRemittances } from '../../../src/money/remittances/tie-remittances.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { aCreative } from '../../support/creatives';
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
beforeAll(async () => {
  one = await startVerifier({ env: { ADGATE_PEERS: 'approve', ADGATE_PAY_PART_HOURS: '1' } });
  const { ctx, clock } = one;
  clock.now = minutesAfter(eleven, -1);
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, {
    ...{ address, oursThere: true, theirsHere: false, dailyLimit: 10n ** 17n },
  });
  accountId = await ensurePeerAccount(ctx, address);
  const siteId = anId();
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: accountId }));
  clock.now = minutesAfter(eleven, 20);
  market = { ...(await one.addMarket()), publisherId: accountId, siteId };
});
beforeEach(() => {
  one.clock.now = minutesAfter(one.clock.now, 1);
});

const aCase = (cid: string, change: Partial<AdEvent> = {}): Partial<AdEvent> => ({
  exp: 1_800,
  caseId: `${cid.slice(0, 30)}00`,
  price: usd(1),
  peer: { address, cid, publisher: 'p', isShown: true, unmet: null, needsPage: false },
  ...change,
});
const earn = async (...cases: readonly Partial<AdEvent>[]) => {
  const events = await one.store(market, ...cases);
  await verifyAllDue(one.ctx);
  return events;
};
const prepare = (ctx: ServiceContext = one.ctx) =>
  prepareRemittances(ctx, new AbortController().signal);
const openOne = async () =>
  (await one.ctx.remittances.listOpen([accountId])).get(accountId) ?? null;
const linesOf = (id: string) => one.ctx.remittances.listLines(id, { offset: 0, limit: 10_000 });

/** Pays what is ready, as a batch of the settler would. */
async function pay(amount: bigint): Promise<Payment> {
  const { ctx, clock } = one;
  const payment = aPayment({ accountId, address, amount, preparedAt: clock.now });
  await ctx.inTransaction(async (session) => {
    await ctx.payments.insert([payment], session);
    const lines = [
      { book: earningsOf(accountId), amount: -amount },
      { book: 'clearing:payments', amount },
    ] as const;
    const entry = { id: `payment:${payment.id}`, at: clock.now, lines, memo: null };
    await ctx.books.post([{ ...entry, kind: 'payment' }], session);
    await tieRemittances(ctx, [payment], session);
  });
  return payment;
}

describe('the details of a payment to another server', () => {
  it('are one line a case, as it was told first, and sum up to what is earned', async () => {
    const [cid, other] = ['b'.repeat(30), 'a'.repeat(30)].map((text) => `${text}00`);
    const [view] = await earn(aCase(`${cid!.slice(0, 30)}07`), aCase(other!));
    const { caseId, offerId } = view!;
    await earn(aCase(cid!, { kind: 'click', caseId, offerId, price: usd(2) }));
    await prepare();
    const remittance = await openOne();
    expect(remittance).toMatchObject({ state: 'ready', details: { count: 2, sum: 4n * revenue } });
    expect(await linesOf(remittance!.id)).toEqual([
      { cid: other, value: revenue },
      { cid: `${cid!.slice(0, 30)}07`, value: 3n * revenue },
    ]);
  });

  it('have one line for a case that two creatives were shown in', async () => {
    const { id, details } = (await openOne())!;
    const [cid, caseId] = [`${'c'.repeat(30)}05`, `${'c'.repeat(30)}00`];
    const { campaignId, advertiserId } = market;
    const another = aCreative({ id: anId(), campaignId, advertiserId });
    await one.ctx.creatives.insert([another], anId(), one.clock.now);
    one.clock.now = minutesAfter(one.clock.now, 1);
    await earn(aCase(cid, { caseId }), aCase(cid, { caseId, creativeId: another.id }));
    await prepare();
    expect((await openOne())?.details).toMatchObject({ count: details!.count + 1 });
    expect((await linesOf(id)).at(-1)).toEqual({ cid, value: 2n * revenue });
  });

  it('take up what is earned till they are paid, and nothing of it again', async () => {
    await earn(aCase(anId()));
    await prepare();
    const remittance = await openOne();
    expect(remittance?.details).toMatchObject({ count: 4, sum: 7n * revenue });
    const payment = await pay(7n * revenue);
    await prepare();
    expect(await openOne()).toBeNull();
    expect(await one.ctx.remittances.findByPayment(payment.id)).toMatchObject({
      ...{ id: remittance!.id, state: 'paid' },
    });
    await earn(aCase(anId()));
    await prepare();
    expect((await openOne())?.details).toMatchObject({ count: 1, sum: revenue });
  });

  it('name a case that earns again after its view was paid as it was told first', async () => {
    const told = anId().slice(0, 30);
    const [view] = await earn(aCase(`${told}07`));
    await prepare();
    await pay((await openOne())!.details!.sum);
    const { caseId, offerId } = view!;
    await earn(aCase(`${told}03`, { kind: 'click', caseId, offerId, price: usd(2) }));
    await prepare();
    const { id, details } = (await openOne())!;
    expect(await linesOf(id)).toEqual([{ cid: `${told}07`, value: details!.sum }]);
    await pay(details!.sum);
    await earn(aCase(anId()));
    await prepare();
  });

  it('are begun for nothing that another remittance tells already', async () => {
    const { ctx } = one;
    const [earnings] = await ctx.books.listEarningsOf([accountId], {
      until: null,
      now: new Date(),
    });
    const payment = await pay(revenue);
    // It has read the books before the payment, and looks at them after it.
    const listEarningsOf = () => Promise.resolve([earnings!]);
    const books = { ...ctx.books, listEarningsOf };
    await prepare(Object.assign(Object.create(ctx) as ServiceContext, { books }));
    expect(await openOne()).toBeNull();
    expect(await ctx.remittances.findByPayment(payment.id)).toMatchObject({ state: 'paid' });
    await earn(aCase(anId()));
    await prepare();
  });

  it('go with the next payment where one was returned', async () => {
    const payment = await pay(revenue);
    await prepare();
    const { ctx, clock } = one;
    await ctx.inTransaction(async (session) => {
      await ctx.payments.change([payment.id], ['prepared'], { state: 'returned' }, session);
      const lines = [
        { book: 'clearing:payments', amount: -revenue },
        { book: earningsOf(accountId), amount: revenue },
      ] as const;
      const entry = { id: `payment-returned:${payment.id}`, at: clock.now, lines, memo: null };
      await ctx.books.post([{ ...entry, kind: 'payment' }], session);
    });
    await earn(aCase(anId()));
    await prepare();
    const again = await openOne();
    expect(again?.details).toMatchObject({ count: 2, sum: 2n * revenue });
    expect(again?.id).not.toBe((await ctx.remittances.findByPayment(payment.id))?.id);
  });

  it('come to the same wherever their writing is cut off', async () => {
    await earn(...Array.from({ length: 5 }, () => aCase(anId())));
    const steps = ['takeUp', 'change', 'putLines', 'removeLines', 'insert'] as const;
    for (let dieAt = 1; dieAt <= 8; dieAt += 1) {
      await earn(aCase(anId()));
      let calls = 0;
      const remittances = { ...one.ctx.remittances };
      for (const name of steps) {
        const real = remittances[name] as (...given: unknown[]) => Promise<unknown>;
        Object.assign(remittances, {
          [name]: async (...given: unknown[]) => {
            calls += 1;
            if (calls === dieAt) throw new Error('killed by the test');
            return real(...given);
          },
        });
      }
      const ctx = Object.assign(Object.create(one.ctx) as ServiceContext, { remittances });
      await prepare(ctx).catch(() => undefined);
    }
    await prepare();
    const remittance = await openOne();
    const lines = await linesOf(remittance!.id);
    const sum = lines.reduce((total, { value }) => total + value, 0n);
    const book = earningsOf(accountId);
    expect(sum).toBe((await one.ctx.books.balancesOf([book])).get(book));
    expect(remittance?.details).toMatchObject({ sum, count: lines.length });
    expect(new Set(lines.map(({ cid }) => cid)).size).toBe(lines.length);
  });

  it('stay with a payment that takes them while they are looked at', async () => {
    const { ctx } = one;
    await earn(aCase(anId()));
    await prepare();
    const { id, details } = (await openOne())!;
    let paid: Payment | null = null;
    const listOpen = async (ids: readonly string[]) => {
      const open = await ctx.remittances.listOpen(ids);
      paid ??= await pay(details!.sum);
      await earn(aCase(anId()));
      return open;
    };
    const remittances = { ...ctx.remittances, listOpen };
    await prepare(Object.assign(Object.create(ctx) as ServiceContext, { remittances }));
    expect(await ctx.remittances.findByPayment(paid!.id)).toMatchObject({
      ...{ id, state: 'paid', details },
    });
    await prepare();
    expect(await openOne()).toMatchObject({ state: 'ready', details: { sum: revenue } });
  });

  it.each([1, 2, 3, 4, 5])(
    'stay as they are paid where a run goes on with its write %i that has lost its turn',
    async (halted) => {
      const { ctx } = one;
      await earn(aCase(anId()));
      await prepare();
      await earn(aCase(anId()), aCase(anId()));
      let writes = 0;
      let paid: Payment | null = null;
      const inTransaction: ServiceContext['inTransaction'] = async (work) => {
        writes += 1;
        if (writes === halted) {
          await prepare();
          paid = await pay((await openOne())!.details!.sum);
          await earn(aCase(anId()));
        }
        return ctx.inTransaction(work);
      };
      const late = Object.assign(Object.create(ctx) as ServiceContext, { inTransaction });
      await expect(prepare(late)).rejects.toThrow('was taken up by another run');
      const remittance = await ctx.remittances.findByPayment(paid!.id);
      const sum = (await linesOf(remittance!.id)).reduce((total, { value }) => total + value, 0n);
      expect([remittance?.details?.sum, sum]).toEqual([paid!.amount, paid!.amount]);
      await prepare();
      expect(await openOne()).toMatchObject({ state: 'ready', details: { sum: revenue } });
      await pay(revenue);
    },
  );

  it('are noted to be late after 5 days, once', async () => {
    await earn(aCase(anId()));
    await prepare();
    const { beganAt, lateAt: toldAt } = (await openOne())!;
    expect(toldAt).toBeNull();
    one.clock.now = minutesAfter(beganAt, 5 * 24 * 60 - 1);
    await prepare();
    expect(await openOne()).toMatchObject({ lateAt: null });
    expect(await one.ctx.remittances.countLate()).toBe(0);
    one.clock.now = minutesAfter(one.clock.now, 1);
    const lateAt = one.clock.now;
    const log = pino({ level: 'silent' });
    const logged = jest.spyOn(log, 'error');
    // Two gateways at once.
    await Promise.all([1, 2].map(() => prepare({ ...one.ctx, log })));
    expect(logged.mock.calls).toHaveLength(1);
    one.clock.now = minutesAfter(one.clock.now, 1);
    await prepare({ ...one.ctx, log });
    expect(logged.mock.calls).toHaveLength(1);
    expect(await openOne()).toMatchObject({ lateAt });
    expect(await one.ctx.remittances.countLate()).toBe(1);
  });

  it('have lines that begin to lapse with the last day that they wait', async () => {
    await earn(aCase(anId()));
    await prepare();
    const remittance = await openOne();
    if (!remittance?.readyAt) throw new Error('the details are not ready');
    const { id, readyAt } = remittance;
    const writtenTimes = () =>
      one.db
        .collection<{ _id: string; writtenAt: Date }>('remittanceLines')
        .distinct('writtenAt', { _id: { $gt: id, $lt: `${id};` } });
    one.clock.now = new Date(readyAt.getTime() + 86_400_000 - 1);
    await prepare();
    expect(await writtenTimes()).toEqual([readyAt]);
    one.clock.now = new Date(readyAt.getTime() + 86_400_000);
    await prepare();
    expect(await writtenTimes()).toEqual([one.clock.now]);
    expect(await openOne()).toEqual({ ...remittance, readyAt: one.clock.now });
  });
});
