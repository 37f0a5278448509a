import { describe, expect, it } from '@jest/globals';
import type { AdEvent } from '../../../../src/market/events/event';
import { createWebhook } from '../../../../src/insight/notifications/webhook.service';
import { earningsOf } from '../../../../src/money/books/book';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { heldKeyOf } from '../../../../src/money/books/held-earnings';
import { mergePublisher } from '../../../../src/money/claims/merge-publisher.service';
import { preparedEntry } from '../../../../src/money/payments/batch/payment-entries';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { assertPresent } from '../../../../src/present';
import { runCommandLine } from '../../../support/command-line';
import { anId } from '../../../support/events';
import { failingAt } from '../../../support/failing-stores';
import { startVerifier } from '../../../support/verification';
import { type Market, minutesAfter, noon, usd, type Verifier } from '../../../support/verifier';
import { again, convert, setClock, storeVisits, withSettings } from '../past-visits';

const apply = (one: Verifier, change: object = {}) => again(one, { isApplied: true, ...change });
const strictly = { ADGATE_MAX_VISITOR_CASES: '2' };
const outcomesOf = ({ changes }: Awaited<ReturnType<typeof again>>) =>
  changes.map(({ from, to, count }) => [from, to, count]);

/** But for the bytes of payments: those of these tests are not signed. */
async function problemsOf({ ctx }: Verifier) {
  return (await checkBooks(ctx)).flatMap(({ name, problem }) =>
    name === 'payments' ? [] : (problem ?? []),
  );
}

/** USD by campaign hour: what its tally says, and what its accepted events and conversions in budget come to. */
async function spentOf(one: Verifier, { campaignId }: Market) {
  const judged = [
    ...(await one.db.collection('events').find({ campaignId }).toArray()),
    ...(await one.db.collection('recordedConversions').find({ campaignId }).toArray()),
  ] as unknown as { verdict: { price: bigint } }[];
  const hours = await one.db.collection('campaignHours').find({ campaignId }).toArray();
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  return [
    sum(hours.map(({ spent }) => (spent as bigint | undefined) ?? 0n)),
    sum(judged.map(({ verdict }) => verdict.price)),
  ];
}

/** Prepares a payment of all that a publisher has earned. @param earnedUntil of hours before this one; default: of any */
async function pay(
  { ctx, clock }: Verifier,
  { publisherId: accountId }: Market,
  earnedUntil: Date | null = null,
  heldHours: readonly string[] = [],
) {
  const book = `earnings:${accountId}` as const;
  await ctx.inTransaction(async (session) => {
    const amount = (await ctx.books.balancesOf([book], session)).get(book)!;
    const payment = {
      ...{ id: anId(), accountId, address: '0001-00000001-8B4E', amount },
      ...({
        kind: 'earnings',
        state: 'prepared',
        earnedFrom: null,
        dueSince: null,
        earnedUntil,
        ...(heldHours.length > 0 && { heldHours }),
        preparedAt: clock.now,
      } as const),
      ...{ sentAt: null, confirmedAt: null },
      ...{ returnedAt: null, transactionId: null, reason: null },
    };
    await ctx.payments.insert([payment], session);
    await ctx.books.post([preparedEntry(payment, clock.now)], session);
  });
}

const storedOf = async ({ db }: Verifier, { id }: Pick<AdEvent, 'id'>) =>
  db.collection<{ _id: string }>('events').findOne({ _id: id });

describe('applying what verifying again has found', () => {
  it('takes charges back by new entries, with all that hangs on them, and does so once', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    const { third, last, click, all } = await storeVisits(one, market);
    const strict = await withSettings(one, strictly);
    strict.clock.now = one.clock.now = minutesAfter(noon, 300);
    const shown = await again(strict);
    const before = (await one.ctx.books.balancesOf([`funds:${market.advertiserId}`])).values();
    expect([...before]).toEqual([-300_000_000_000n]);
    await createWebhook(one.ctx, {
      ...{ accountId: market.advertiserId, campaignId: null, url: 'https://hooks.example/' },
      kinds: ['view.rejected', 'click.rejected'],
    });
    expect(await apply(strict)).toEqual(shown);
    const told = await one.ctx.noticeOutbox.listOldest(100);
    expect(told.map(({ kind, items }) => [kind, items.length]).sort()).toEqual([
      ['click.rejected', 1],
      ['view.rejected', 2],
    ]);
    expect(outcomesOf(shown)).toEqual([
      ['accepted', 'impression_rejected', 1],
      ['accepted', 'visitor_limit', 2],
    ]);
    const after = await one.ctx.books.balancesOf([`funds:${market.advertiserId}`]);
    expect([...after.values()]).toEqual([-100_000_000_000n]);
    expect(await one.reasonsOf([...all, click])).toEqual([
      ...['accepted', 'accepted', 'visitor_limit', 'visitor_limit', 'impression_rejected'],
    ]);
    expect(await spentOf(one, market)).toEqual([usd(2), usd(2)]);
    expect(await problemsOf(one)).toEqual([]);
    expect(await storedOf(one, third)).toMatchObject({
      verdict: { status: 'rejected', charge: 0n, entryId: null, judgedAt: one.clock.now },
      previousVerdicts: [{ status: 'accepted', charge: 50_000_000_000n }],
    });
    expect(last.id).not.toBe(third.id);
    const books = await one.books();
    expect(await apply(strict)).toMatchObject({ changes: [], held: [] });
    expect(await one.books()).toEqual(books);
    // The counts of the hour are those of now, for events that come late.
    const { trackingId } = third;
    strict.clock.now = minutesAfter(noon, 301);
    const then = { offeredAt: minutesAfter(noon, 3), occurredAt: minutesAfter(noon, 3) };
    const [late] = await strict.store(market, { trackingId, ...then });
    await verifyAllDue(strict.ctx);
    expect(await one.reasonsOf([late!])).toEqual(['visitor_limit']);
  });

  it('accepts anew what a setting had refused, and charges it', async () => {
    const one = await startVerifier({ env: strictly });
    const market = await one.addMarket();
    const { all, click } = await storeVisits(one, market);
    const loose = await withSettings(one, {});
    expect(outcomesOf(await apply(loose))).toEqual([
      ['impression_rejected', 'accepted', 1],
      ['visitor_limit', 'accepted', 2],
    ]);
    expect(await one.reasonsOf([...all, click])).toEqual(Array(5).fill('accepted'));
    expect(await spentOf(one, market)).toEqual([usd(6), usd(6)]);
    expect(await problemsOf(one)).toEqual([]);
    expect((await again(loose)).changes).toEqual([]);
    // And back again.
    await apply(one);
    expect(await spentOf(one, market)).toEqual([usd(2), usd(2)]);
    expect(await problemsOf(one)).toEqual([]);
    const { previousVerdicts } = (await storedOf(one, click)) as unknown as {
      previousVerdicts: [];
    };
    expect(previousVerdicts).toHaveLength(2);
  });

  it('leaves what a payment is prepared with, and never fills its place in the budget', async () => {
    const one = await startVerifier({ env: strictly });
    const market = await one.addMarket({ campaign: { hourlyBudget: usd(5) } });
    const trackingId = anId();
    setClock(one, 0);
    const refused = await one.store(market, { trackingId }, { trackingId }, { trackingId });
    await verifyAllDue(one.ctx);
    setClock(one, 1);
    const others = await one.store(market, {}, {}, {});
    await verifyAllDue(one.ctx);
    const reasons = (await one.reasonsOf(refused)).toSorted();
    expect(reasons).toEqual(['accepted', 'accepted', 'visitor_limit']);
    setClock(one, 120);
    await pay(one, market);
    // The third would fit in its turn, but not beside what is paid.
    const loose = await withSettings(one, { ADGATE_MAX_VISITOR_CASES: '0' });
    expect(outcomesOf(await apply(loose))).toEqual([['visitor_limit', 'budget_spent', 1]]);
    const strict = await withSettings(one, { ADGATE_MAX_SITE_CASES: '1' });
    const found = await apply(strict);
    expect(found.held).toMatchObject([{ from: 'accepted', to: 'site_limit', count: 4 }]);
    expect(await one.reasonsOf(others)).toEqual(Array(3).fill('accepted'));
    expect(await spentOf(one, market)).toEqual([usd(5), usd(5)]);
    expect(await problemsOf(one)).toEqual([]);
    const printed = await runCommandLine(
      ['events', 'verify', '--from', '2026-05-01T12:00:00Z', '--to', '2026-05-01T13:00:00Z'],
      { env: { MONGODB_URI: one.uri, ADGATE_MAX_SITE_CASES: '1' } },
    );
    expect(printed).toMatchObject({
      exitCode: 0,
      printed: expect.stringContaining('stays, as it is in a payment'),
    });
  });

  it('takes back what a payment after it has left, as its hour was not final', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    setClock(one, 60);
    await one.store(market, {}, {}, {});
    await verifyAllDue(one.ctx);
    setClock(one, 120);
    await pay(one, market, noon);
    const strict = await withSettings(one, { ADGATE_MAX_SITE_CASES: '1' });
    expect(await apply(strict)).toMatchObject({ held: [], changes: [{ count: 2 }] });
  });

  it('takes back what a payment has left, as it was under review', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    setClock(one, 0);
    await one.store(market, {}, {}, {});
    await verifyAllDue(one.ctx);
    setClock(one, 120);
    await pay(one, market, null, [heldKeyOf(market.siteId, noon)]);
    const strict = await withSettings(one, { ADGATE_MAX_SITE_CASES: '1' });
    expect(await apply(strict)).toMatchObject({ held: [], changes: [{ count: 2 }] });
  });

  it('asks who has taken a publisher over: for what is paid, and for what is taken back', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    const heir = await one.addMarket();
    const takeOver = async () => {
      const changes = { $set: { mergedIntoId: heir.publisherId } };
      await one.db
        .collection<{ _id: string }>('accounts')
        .updateOne({ _id: market.publisherId }, changes);
      await mergePublisher(one.ctx, (await one.ctx.accounts.findById(market.publisherId))!);
    };
    const strict = await withSettings(one, { ADGATE_MAX_SITE_CASES: '1' });
    setClock(one, 60);
    await one.store(market, {}, {});
    await verifyAllDue(one.ctx);
    await takeOver();
    setClock(one, 120);
    await pay(one, heir, minutesAfter(noon, 120));
    expect(await apply(strict)).toMatchObject({ held: [{ count: 1 }], changes: [] });
    setClock(one, 130);
    await one.store(market, {}, {});
    await verifyAllDue(one.ctx);
    await takeOver();
    setClock(one, 240);
    expect(await apply(strict)).toMatchObject({ held: [{ count: 1 }], changes: [{ count: 1 }] });
    const pockets = [earningsOf(market.publisherId), earningsOf(heir.publisherId)] as const;
    const balances = await one.ctx.books.balancesOf(pockets);
    expect([...balances.values()]).toEqual([0n, 49_000_000_000n]);
    expect(await problemsOf(one)).toEqual([]);
  });

  it('judges conversions by their views of now', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    const { all, third } = await storeVisits(one, market);
    setClock(one, 80);
    await convert(one, market, third, 5);
    await convert(one, market, all[0]!, 3);
    await verifyAllDue(one.ctx);
    const definitions = async () => {
      const found = await one.db.collection('conversions').find().sort({ cost: -1 }).toArray();
      return found.map(({ cost, occurrences }) => [cost, occurrences] as unknown);
    };
    expect(await definitions()).toEqual([
      [usd(5), 1n],
      [usd(3), 1n],
    ]);
    const strict = await withSettings(one, strictly);
    setClock(one, 300);
    expect(outcomesOf(await again(strict))).toEqual([
      ['accepted', 'impression_rejected', 2],
      ['accepted', 'visitor_limit', 2],
    ]);
    await apply(strict);
    expect(await definitions()).toEqual([
      [usd(3), 1n],
      [0n, 0n],
    ]);
    expect(await problemsOf(one)).toEqual([]);
    expect((await again(strict)).changes).toEqual([]);
    await apply(one);
    expect(await definitions()).toEqual([
      [usd(5), 1n],
      [usd(3), 1n],
    ]);
    expect(await problemsOf(one)).toEqual([]);
    const [tally, sum] = await spentOf(one, market);
    expect(tally).toBe(sum);
  });

  it('changes nothing where a payment is prepared, or money spent, in the meantime', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    await storeVisits(one, market);
    const strict = await withSettings(one, strictly);
    const { inTransaction } = strict.ctx;
    let isFirst = true;
    const racing = Object.assign(Object.create(strict.ctx) as typeof strict.ctx, {
      inTransaction: async (work: Parameters<typeof inTransaction>[0]) => {
        if (isFirst) await pay(one, market);
        isFirst = false;
        return inTransaction(work);
      },
    });
    await expect(apply({ ...strict, ctx: racing })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('was prepared meanwhile'),
    });
    expect(await again(strict)).toMatchObject({ changes: [], held: [{ count: 2 }] });
    expect(await problemsOf(one)).toEqual([]);
  });
});

/** Views of a lowered budget, after a click that is taken back. */
describe('the limit of an hour whose budget was lowered', () => {
  const exp = 1_800;

  /** A click of 4 cents, whose view the strict settings refuse; then the budget is lowered to 1 cent. */
  async function lowerAfterClick(one: Verifier): Promise<Market> {
    const market = await one.addMarket();
    const { advertiserId, campaignId: id } = market;
    const trackingId = anId();
    const free = { trackingId, exp, price: 0n };
    setClock(one, 0.5);
    await one.store(market, free);
    setClock(one, 1);
    const [seen] = await one.store(market, free);
    const { caseId, offerId } = assertPresent(seen, 'one was stored');
    await one.store(market, { kind: 'click', caseId, offerId, trackingId, exp, price: usd(4) });
    setClock(one, 2);
    await verifyAllDue(one.ctx);
    expect(await spentOf(one, market)).toEqual([usd(4), usd(4)]);
    setClock(one, 5);
    await one.ctx.campaigns.update({ id, advertiserId }, { hourlyBudget: usd(1) });
    setClock(one, 6);
    return market;
  }

  const later = { exp, offeredAt: minutesAfter(noon, 6), occurredAt: minutesAfter(noon, 7) };
  const visits = [later, later, later];

  it('is lower by a click that was taken back, for views that come later', async () => {
    const one = await startVerifier();
    const market = await lowerAfterClick(one);
    const strict = await withSettings(one, { ADGATE_MAX_VISITOR_CASES: '1' });
    strict.clock.now = one.clock.now = minutesAfter(noon, 20);
    expect((await apply(strict)).total.count).toBe(2);
    const views = await one.store(market, ...visits);
    await verifyAllDue(one.ctx);
    const reasons = (await one.reasonsOf(views)).toSorted();
    expect(reasons).toEqual(['accepted', 'budget_spent', 'budget_spent']);
    // And back again: the click takes the place that it had.
    await apply(one);
    expect((await again(one)).changes).toEqual([]);
  });

  it('is lower for those that are judged again after it, and stays so', async () => {
    const one = await startVerifier();
    const market = await lowerAfterClick(one);
    const views = await one.store(market, ...visits);
    setClock(one, 8);
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf(views)).toEqual(Array(3).fill('budget_spent'));
    const strict = await withSettings(one, { ADGATE_MAX_VISITOR_CASES: '1' });
    setClock(strict, 60);
    await apply(strict);
    const reasons = (await one.reasonsOf(views)).toSorted();
    expect(reasons).toEqual(['accepted', 'budget_spent', 'budget_spent']);
    expect((await again(strict)).changes).toEqual([]);
    expect(await problemsOf(one)).toEqual([]);
  });
});

describe('a fault while it is applied', () => {
  it('between any two steps leaves the books as they are without it, once it is run again', async () => {
    const one = await startVerifier();
    const market = await one.addMarket({ campaign: { hourlyBudget: usd(4) } });
    const { third } = await storeVisits(one, market);
    setClock(one, 5);
    await one.store(market, {}, {}, {});
    await convert(one, market, third, 1);
    await verifyAllDue(one.ctx);
    const strict = await withSettings(one, strictly);
    setClock(strict, 300);
    const names = ['events', 'recordedConversions', 'conversions', 'journalEntries', 'balances'];
    const collections = [
      ...names,
      'campaignHours',
      'caseTallies',
      'verificationPartitions',
      'statisticsChanges',
      'figureTouches',
    ];
    const saved = new Map<string, object[]>();
    for (const name of collections) saved.set(name, await one.db.collection(name).find().toArray());
    const reset = async () => {
      for (const [name, documents] of saved) {
        await one.db.collection(name).deleteMany({});
        if (documents.length > 0) await one.db.collection(name).insertMany(documents);
      }
    };
    expect((await apply(strict)).total.count).toBe(6);
    const wanted = await one.books();
    const stores = [
      ...(['verification', 'campaignHours', 'caseTallies', 'books', 'corrections'] as const),
      ...(['conversionVerification', 'preparedPayments'] as const),
    ];
    let faults = 0;
    for (const isAfter of [false, true])
      for (let nth = 1; ; nth += 1) {
        await reset();
        const broken = failingAt(strict.ctx, stores, { nth, isAfter });
        const failed = await apply({ ...strict, ctx: broken.ctx }).catch(() => null);
        if (failed !== null) break;
        faults += 1;
        await apply(strict);
        expect(await one.books()).toEqual(wanted);
      }
    expect(faults).toBeGreaterThan(30);
    expect(await problemsOf(one)).toEqual([]);
  });
});
