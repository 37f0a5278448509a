import { beforeAll, describe, expect, it } from '@jest/globals';
import { unclaimedPublisherId } from '../../../../src/identity/accounts/account';
import { type AdEvent, partitionOf } from '../../../../src/market/events/event';
import { earningsOf, fundsOf, unclaimedOf } from '../../../../src/money/books/book';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { hourTallyIdOf } from '../../../../src/money/budgets/hour-tally';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { captureLog } from '../../../support/captured-log';
import { anId } from '../../../support/events';
import { startVerifier } from '../../../support/verification';
import {
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../../support/verifier';

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier();
});
const at = (minutes: number) => (one.clock.now = minutesAfter(noon, minutes));
const verify = () => verifyAllDue(one.ctx);
const marketAt = async (...params: Parameters<Verifier['addMarket']>) => {
  one.clock.now = eleven;
  const market = await one.addMarket(...params);
  at(0);
  return market;
};
const spentOf = async ({ campaignId }: Market, when = noon) => {
  const id = hourTallyIdOf(campaignId, when);
  return (await one.ctx.campaignHours.list([id])).get(id)?.spent ?? 0n;
};
const balancesOf = async ({ advertiserId, publisherId }: Market) => {
  const [funds, earnings] = [fundsOf(advertiserId), earningsOf(publisherId)] as const;
  const balances = await one.ctx.books.balancesOf([funds, earnings]);
  return { funds: balances.get(funds), earnings: balances.get(earnings) };
};
const clickOf = ({ caseId, offerId }: AdEvent, change: Partial<AdEvent> = {}) =>
  ({ kind: 'click', caseId, offerId, price: usd(2), ...change }) as const;

describe('verifying', () => {
  it('counts accepted views of a creative, and what these and their clicks have cost', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {}, { isOwn: true }, { invalidTraffic: 'bot' });
    await one.store(market, clickOf(view!));
    await verify();
    await one.ctx.creativeResults.flush();
    await one.ctx.creativeResults.refresh();
    const { acceptedViews, paid } = one.ctx.creativeResults.get(market.creativeId);
    expect([acceptedViews, paid]).toEqual([1, Number(usd(3))]);
  });

  it('tells in the log at debug what was decided', async () => {
    const market = await marketAt();
    const [view, ofBot] = await one.store(market, {}, { invalidTraffic: 'bot' });
    const { log, entriesOf } = captureLog('debug');
    await verifyAllDue(Object.assign(Object.create(one.ctx) as typeof one.ctx, { log }));
    const { campaignId } = market;
    const facts = { level: 20, kind: 'impression', campaignId, partition: expect.any(Number) };
    const entries = entriesOf('a verdict was given').toSorted((entry) =>
      entry.reason === null ? -1 : 1,
    );
    expect(entries).toMatchObject([
      { ...facts, id: view!.id, status: 'accepted', reason: null, price: '0.01', charge: '0.5' },
      { ...facts, id: ofBot!.id, status: 'rejected', reason: 'bot', price: '0', charge: '0' },
    ]);
  });

  it('accepts a view at the price that was offered, and books it', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {});
    expect(await verify()).toBe(1);
    // 0.01 USD at 0.02 USD a coin is half a coin; either fee is 1%.
    const [charge, fee] = [50_000_000_000n, 500_000_000n];
    const verdict = await one.verdictOf(view!);
    expect(verdict).toMatchObject({
      status: 'accepted',
      reason: null,
      price: usd(1),
      rate: usd(2),
      charge,
      demandFee: fee,
      supplyFee: fee,
      revenue: charge - 2n * fee,
      judgedAt: noon,
    });
    expect(await balancesOf(market)).toEqual({ funds: -charge, earnings: charge - 2n * fee });
    expect(await spentOf(market)).toBe(usd(1));
    expect((await one.ctx.books.findEntry(verdict!.entryId!))?.lines).toContainEqual({
      book: earningsOf(market.publisherId),
      amount: charge - 2n * fee,
      siteId: market.siteId,
      campaignId: market.campaignId,
      hour: noon,
    });
    expect(await verify()).toBe(0);
  });

  it('accepts what is free, without a rate, at 0', async () => {
    const other = await startVerifier({ rate: null });
    const market = await other.addMarket();
    other.clock.now = noon;
    const events = await other.store(market, { price: 0n }, {});
    await verifyAllDue(other.ctx);
    expect(await other.reasonsOf(events)).toEqual(['accepted', 'waiting']);
    const verdict = { price: 0n, rate: null, charge: 0n, revenue: 0n, entryId: null };
    expect(await other.verdictOf(events[0]!)).toMatchObject(verdict);
  });

  it('rejects what was stored before there were prices', async () => {
    const events = await one.store(await marketAt(), { price: null });
    await verify();
    expect(await one.reasonsOf(events)).toEqual(['no_price']);
    expect(await one.verdictOf(events[0]!)).toMatchObject({ price: 0n, charge: 0n, rate: null });
  });

  it('takes the revenue of a site that nobody has claimed for the operator', async () => {
    const market = await marketAt();
    const book = unclaimedOf(partitionOf(market.advertiserId));
    const balance = async () => (await one.ctx.books.balancesOf([book])).get(book)!;
    const before = await balance();
    const events = await one.store({ ...market, publisherId: unclaimedPublisherId }, {});
    await verify();
    expect(await one.reasonsOf(events)).toEqual(['accepted']);
    expect((await balance()) - before).toBe(49_000_000_000n);
  });

  it('pays one of the cases of an offer', async () => {
    const market = await marketAt();
    const offerId = anId();
    await one.store(market, { offerId }, { offerId }, { offerId, invalidTraffic: 'bot' });
    await verify();
    const found = await one.db.collection('events').find({ offerId }).toArray();
    const reasons = found.map(({ verdict }) => (verdict as { reason: string | null }).reason);
    expect(reasons.map(String).sort()).toEqual(['bot', 'null', 'repeat']);
    expect(await spentOf(market)).toBe(usd(1));
  });

  it('judges a late event by the budget and the rate of the hour in which it happened', async () => {
    const market = await marketAt({ campaign: { hourlyBudget: usd(2) } });
    await one.ctx.rateStore.put({
      from: minutesAfter(noon, 60),
      rate: usd(4),
      setAt: noon,
      source: 'operator',
    });
    at(70);
    const now = await one.store(market, {}, {}, {});
    const late = await one.store(
      market,
      ...[0, 1, 2].map(() => ({ occurredAt: noon, offeredAt: noon })),
    );
    await verify();
    const paid = ['accepted', 'accepted', 'budget_spent'];
    expect([...(await one.reasonsOf(now))].sort()).toEqual(paid);
    expect([...(await one.reasonsOf(late))].sort()).toEqual(paid);
    const rates = await Promise.all([...now, ...late].map((event) => one.verdictOf(event)));
    expect(new Set(rates.map((verdict) => verdict?.rate))).toEqual(new Set([usd(4), null, usd(2)]));
    expect([await spentOf(market), await spentOf(market, minutesAfter(noon, 60))]).toEqual([
      usd(2),
      usd(2),
    ]);
  });

  it('has the budget that held when an event happened, changed in mid-hour', async () => {
    const market = await marketAt({ campaign: { hourlyBudget: usd(3) } });
    const before = await one.store(market, {}, {});
    at(10);
    const key = { id: market.campaignId, advertiserId: market.advertiserId };
    await one.ctx.campaigns.update(key, { hourlyBudget: usd(1) });
    at(11);
    const lowered = await one.store(market, {});
    at(20);
    await one.ctx.campaigns.update(key, { hourlyBudget: usd(5) });
    at(21);
    const raised = await one.store(market, {}, {}, {}, {});
    await verify();
    expect(await one.reasonsOf([...before, ...lowered])).toEqual([
      'accepted',
      'accepted',
      'budget_spent',
    ]);
    expect((await one.reasonsOf(raised)).filter((reason) => reason === 'accepted')).toHaveLength(3);
    expect(await spentOf(market)).toBe(usd(5));
  });

  it('never takes more than an advertiser has', async () => {
    const creditLimit = 120_000_000_000n;
    const market = await marketAt({ creditLimit });
    const second = await marketAt({ advertiserId: market.advertiserId, creditLimit });
    const events = [...(await one.store(market, {}, {})), ...(await one.store(second, {}, {}))];
    await verify();
    const reasons = await one.reasonsOf(events);
    expect([...reasons].sort()).toEqual(['accepted', 'accepted', 'no_funds', 'no_funds']);
    expect((await balancesOf(market)).funds).toBe(-100_000_000_000n);
  });

  it('suspends the campaigns of who has nothing left', async () => {
    const market = await marketAt({ creditLimit: 100_000_000_000n });
    const statusOf = async () => (await one.ctx.campaigns.findById(market.campaignId))?.status;
    await one.store(market, {});
    await verify();
    expect(await statusOf()).toBe('active');
    await one.store(market, {});
    await verify();
    expect(await statusOf()).toBe('suspended');
  });

  it.each([
    ['campaign_not_running', { campaignId: anId() }],
    ['creative_not_running', { creativeId: anId() }],
    ['site_not_running', { siteId: anId() }],
    ['publisher_not_running', { publisherId: anId() }],
    ['campaign_not_running', { advertiserId: anId() }],
  ])('rejects, for %s, an event of what is unknown', async (reason, change) => {
    const events = await one.store(await marketAt(), change);
    await verify();
    expect(await one.reasonsOf(events)).toEqual([reason]);
  });

  it('judges by what was running then, with 10 minutes of grace', async () => {
    const market = await marketAt();
    const key = { id: market.campaignId, advertiserId: market.advertiserId };
    const events: AdEvent[] = [];
    const storeAt = async (minute: number) => {
      at(minute);
      events.push(...(await one.store(market, {})));
    };
    await storeAt(0);
    at(1);
    await one.ctx.campaigns.update(key, { status: 'inactive' });
    await storeAt(11);
    await storeAt(11.1);
    at(12);
    await one.ctx.campaigns.update(key, { status: 'active' });
    await storeAt(13);
    at(14);
    await one.ctx.campaigns.delete(market.advertiserId, market.campaignId, one.clock.now);
    await storeAt(15);
    at(15.5);
    await one.ctx.accounts.update(market.publisherId, { suspendedReason: 'fraud' });
    await storeAt(16);
    at(16.5);
    await one.ctx.accounts.update(market.publisherId, { suspendedReason: null });
    await one.ctx.accounts.update(market.advertiserId, { suspendedReason: 'fraud' });
    await storeAt(17);
    await verify();
    expect(await one.reasonsOf(events)).toEqual([
      'accepted',
      'accepted',
      'campaign_not_running',
      'accepted',
      'accepted',
      'publisher_not_running',
      'campaign_not_running',
    ]);
  });

  it('counts what a visitor has seen of an advertiser in an hour', async () => {
    const other = await startVerifier({ env: { ADGATE_MAX_VISITOR_CASES: '2' } });
    const market = await other.addMarket();
    other.clock.now = noon;
    const trackingId = anId();
    const seen = await other.store(market, { trackingId }, {}, { trackingId });
    await verifyAllDue(other.ctx);
    other.clock.now = minutesAfter(noon, 1);
    const more = await other.store(market, { trackingId }, { trackingId: null });
    other.clock.now = minutesAfter(noon, 60);
    const later = await other.store(market, { trackingId });
    await verifyAllDue(other.ctx);
    expect(await other.reasonsOf([...seen, ...more, ...later])).toEqual([
      ...['accepted', 'accepted', 'accepted'],
      ...['visitor_limit', 'accepted', 'accepted'],
    ]);
  });

  it('knows the networks that a publisher logs in from, but for local ones', async () => {
    const market = await marketAt();
    for (const address of ['203.0.113.9', '127.0.0.1'])
      await one.ctx.accountNetworks.note(market.publisherId, address, one.clock.now);
    const events = await one.store(
      market,
      { remoteAddress: '203.0.113.0' },
      { remoteAddress: '127.0.0.0' },
      { remoteAddress: '203.0.114.0' },
      { remoteAddress: null },
    );
    await verify();
    const accepted = ['accepted', 'accepted', 'accepted'];
    expect(await one.reasonsOf(events)).toEqual(['own_traffic', ...accepted]);
  });
});

describe('an own campaign on an own site', () => {
  const own = { price: 0n, isOwn: true, remoteAddress: '203.0.113.0' } as const;
  const free = { status: 'accepted', price: 0n, rate: null, charge: 0n, revenue: 0n };
  /** A market of an account of both roles, at noon. */
  const ownMarket = async (verifier: Verifier) => {
    const advertiserId = anId();
    verifier.clock.now = eleven;
    await verifier.ctx.accounts.insert({
      ...{ id: advertiserId, email: `${advertiserId}@test.example`, isEmailConfirmed: true },
      ...{ passwordHash: null, payoutAddress: null, roles: ['advertiser', 'publisher'] },
    });
    const market = await verifier.addMarket({ advertiserId, creditLimit: 0n });
    verifier.clock.now = noon;
    return { ...market, publisherId: advertiserId };
  };

  it('is accepted at 0, without a rate, budget or funds', async () => {
    const poor = await startVerifier({ rate: null });
    const market = await ownMarket(poor);
    const [view] = await poor.store(market, own);
    const [click] = await poor.store(market, { ...clickOf(view!), ...own });
    await verifyAllDue(poor.ctx);
    expect(await poor.verdictOf(view!)).toMatchObject({ ...free, entryId: null });
    expect(await poor.verdictOf(click!)).toMatchObject({ ...free, entryId: null });
  });

  it('is refused from a network that the account logs in from', async () => {
    const market = await ownMarket(one);
    await one.ctx.accountNetworks.note(market.publisherId, '203.0.113.9', one.clock.now);
    const events = await one.store(market, own);
    await verify();
    expect(await one.reasonsOf(events)).toEqual(['own_traffic']);
  });

  it('keeps the old rule where the event was stored before such events were free', async () => {
    const market = await ownMarket(one);
    const { isOwn: _isOwn, ...before } = own;
    const events = await one.store(market, before);
    await verify();
    expect(await one.reasonsOf(events)).toEqual(['own_traffic']);
  });
});

describe('a click', () => {
  it('is judged with its view, and costs its own price', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {});
    const [click] = await one.store(market, clickOf(view!));
    await verify();
    expect(await one.verdictOf(click!)).toMatchObject({ status: 'accepted', price: usd(2) });
    expect(await spentOf(market)).toBe(usd(3));
  });

  it('waits for its view, and for 10 minutes', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {});
    const late = { ...clickOf({ ...view!, offerId: anId() }) };
    const clicks = await one.store(market, late, { kind: 'click' });
    await verify();
    expect(await one.reasonsOf(clicks)).toEqual(['waiting', 'waiting']);
    at(9);
    const { offerId, caseId } = late;
    await one.store(market, { offerId, caseId, offeredAt: noon, occurredAt: noon });
    at(9.9);
    await verify();
    expect(await one.reasonsOf(clicks)).toEqual(['accepted', 'waiting']);
    at(10);
    await verify();
    expect(await one.reasonsOf(clicks)).toEqual(['accepted', 'no_impression']);
    const [lonely] = await one.ctx.events.listByIds([clicks[1]!.id]);
    expect(lonely?.invalidTraffic).toBe('no_impression');
  });

  it('has no part in the view of another case, and follows a rejected one', async () => {
    const market = await marketAt();
    const [other, rejected] = await one.store(market, {}, { occurredAt: minutesAfter(noon, -900) });
    const clicks = await one.store(market, clickOf(other!, { caseId: anId() }), clickOf(rejected!));
    await verify();
    at(10);
    await verify();
    expect(await one.reasonsOf(clicks)).toEqual(['no_impression', 'impression_rejected']);
  });

  it('is accepted at 0 while it needs a confirmation', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {});
    const [click] = await one.store(market, clickOf(view!, { needsConfirmation: true }));
    await verify();
    expect(await one.verdictOf(click!)).toMatchObject({ status: 'accepted', price: 0n });
    expect(await spentOf(market)).toBe(usd(1));
  });

  it('enters the click rate once it is accepted', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {});
    await one.store(market, clickOf(view!), { kind: 'click' });
    await verify();
    at(10);
    await verify();
    await one.ctx.creativeResults.flush();
    await one.ctx.creativeResults.refresh();
    expect(one.ctx.creativeResults.get(market.creativeId).clicks).toBe(1);
  });
});

it('lets events of an hour without a rate wait, and pays them when it comes', async () => {
  const other = await startVerifier({ rate: null });
  const market = await other.addMarket();
  other.clock.now = noon;
  const [view] = await other.store(market, {});
  const [click, bot] = await other.store(market, clickOf(view!), { invalidTraffic: 'bot' });
  await verifyAllDue(other.ctx);
  expect(await other.reasonsOf([view!, click!, bot!])).toEqual(['waiting', 'waiting', 'bot']);
  await other.ctx.rateStore.put({ from: noon, rate: usd(1), setAt: noon, source: 'operator' });
  other.clock.now = minutesAfter(noon, 1);
  expect(await verifyAllDue(other.ctx)).toBe(2);
  expect(await other.verdictOf(click!)).toMatchObject({ status: 'accepted', rate: usd(1) });
});

it('what all of this has booked can be proven', async () => {
  const checks = await checkBooks(one.ctx);
  expect(checks.filter(({ problem }) => problem !== null)).toEqual([]);
  const checked = new Map(checks.map((check) => [check.name, check.checked]));
  for (const name of ['entries', 'balances', 'charges'])
    expect(checked.get(name)).toBeGreaterThan(10);
});
