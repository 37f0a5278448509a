import { beforeAll, expect, it } from '@jest/globals';
import { removeOldEvents } from '../../../src/insight/retention/remove-old-events.service';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { rebuildStatisticsOnce } from '../../../src/insight/statistics/roll-ups/rebuild-statistics.job';
import { hourOf } from '../../../src/hour';
import type { AdEvent } from '../../../src/market/events/event';
import { earningsOf } from '../../../src/money/books/book';
import { prepareRemittances } from '../../../src/money/remittances/prepare-remittances.service';
import { tieRemittances } from '../../../src/money/remittances/tie-remittances.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import type { DatabaseSession } from '../../../src/platform/database/transaction';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { anId } from '../../support/events';
import { aPayment } from '../../support/payments';
import { aPeer } from '../../support/peer-access';
import { startVerifier } from '../../support/verification';
import { aSite, type Market, minutesAfter, usd, type Verifier } from '../../support/verifier';

const address = '0001-00000005-CBCA';
const dayMinutes = 24 * 60;
const first = new Date('2026-05-01T11:10:00Z');
const cid = (letter: string) => `${letter.repeat(30)}00`;

let one: Verifier;
let accountId: string;
let market: Market;
beforeAll(async () => {
  one = await startVerifier({
    env: { ADGATE_PEERS: 'approve', ADGATE_PAY_PART_HOURS: '1' },
  });
  const { ctx, clock } = one;
  clock.now = minutesAfter(first, -30);
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, {
    ...{ address, oursThere: true, theirsHere: false, dailyLimit: 10n ** 17n },
  });
  accountId = await ensurePeerAccount(ctx, address);
  const siteId = anId();
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: accountId }));
  market = { ...(await one.addMarket()), publisherId: accountId, siteId };
  await rebuildStatisticsOnce.run(ctx, new AbortController().signal, wholeTurn);
});

async function earn(at: Date, change: Partial<AdEvent> & { readonly cid: string }) {
  const { ctx, clock } = one;
  const { cid: told, ...rest } = change;
  clock.now = at;
  const rate = { from: hourOf(at), rate: usd(2), setAt: at, source: 'operator' } as const;
  await ctx.rateStore.put(rate);
  const peer = { address, cid: told, publisher: 'p', isShown: true, unmet: null, needsPage: false };
  const caseId = `${told.slice(0, 30)}00`;
  const [event] = await one.store(market, { exp: 1_800, caseId, price: usd(1), peer, ...rest });
  clock.now = minutesAfter(at, 1);
  await verifyAllDue(ctx);
  return event!;
}

/** Operators keep events for longer: each day takes the test its time. */
const remove = (now: Date) => {
  one.clock.now = now;
  const config = { ...one.ctx.config, eventDays: 1 };
  return removeOldEvents({ ...one.ctx, config }, new AbortController().signal, {
    tell: () => null,
  });
};
const prepare = () => prepareRemittances(one.ctx, new AbortController().signal);
const openOne = async () => (await one.ctx.remittances.listOpen([accountId])).get(accountId);
const balance = () => one.ctx.books.balanceOf(earningsOf(accountId));
const casesOf = async (id: string) =>
  (await one.ctx.remittances.listLines(id, { offset: 0, limit: 100 })).map((line) => line.cid);

/** Pays all that is ready, as a batch of the settler would. */
async function pay(state: 'confirmed' | 'returned') {
  const { ctx, clock } = one;
  const amount = await balance();
  const payment = aPayment({ accountId, address, amount, preparedAt: clock.now });
  const move = (id: string, sign: bigint, session: DatabaseSession) => {
    const lines = [
      { book: earningsOf(accountId), amount: -sign * amount },
      { book: 'clearing:payments', amount: sign * amount },
    ] as const;
    const entry = { id: `${id}:${payment.id}`, at: clock.now, lines, memo: null };
    return ctx.books.post([{ ...entry, kind: 'payment' }], session);
  };
  await ctx.inTransaction(async (session) => {
    await ctx.payments.insert([payment], session);
    await tieRemittances(ctx, [payment], session);
    await move('payment', 1n, session);
  });
  await ctx.inTransaction(async (session) => {
    await ctx.payments.change([payment.id], ['prepared'], { state }, session);
    if (state === 'returned') await move('payment-returned', -1n, session);
  });
}

it('leaves another server what it has earned by events that are removed before they are paid', async () => {
  const { offerId, caseId } = await earn(first, { cid: cid('a') });
  await prepare();
  await earn(minutesAfter(first, 2), { cid: cid('a'), caseId, offerId, kind: 'click' });
  await earn(minutesAfter(first, 4), { cid: cid('b') });
  await foldAllChanges(one.ctx);
  await remove(minutesAfter(first, 2 * dayMinutes));
  expect(await one.db.collection('events').countDocuments()).toBe(0);
  // A run that has read them before they went does not end.
  expect(await openOne()).toMatchObject({ state: 'collecting' });

  await earn(minutesAfter(first, 2 * dayMinutes + 5), { cid: cid('c') });
  await prepare();
  const open = await openOne();
  expect(open).toMatchObject({ state: 'ready', details: { count: 3, sum: await balance() } });
  expect(await casesOf(open!.id)).toEqual(['a', 'b', 'c'].map(cid));
});

it('keeps nothing of events that a confirmed payment tells, and what is told by one that comes back', async () => {
  await pay('confirmed');
  const later = minutesAfter(first, 3 * dayMinutes);
  await earn(later, { cid: cid('d') });
  await prepare();
  await pay('returned');
  const kept = one.db.collection<{ readonly cid: string }>('peerConvertedCases');
  await kept.deleteMany({});
  await remove(minutesAfter(later, 2 * dayMinutes));
  expect(await kept.distinct('cid')).toEqual([cid('d')]);

  await prepare();
  const open = await openOne();
  expect(open).toMatchObject({ state: 'ready', details: { count: 1, sum: await balance() } });
  expect(await casesOf(open!.id)).toEqual([cid('d')]);
});
