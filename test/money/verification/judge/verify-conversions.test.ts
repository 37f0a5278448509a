import { beforeAll, describe, expect, it } from '@jest/globals';
import type { NewConversion } from '../../../../src/demand/conversions/conversion.store';
import { unclaimedPublisherId } from '../../../../src/identity/accounts/account';
import type { AdEvent } from '../../../../src/market/events/event';
import type { RecordedConversion } from '../../../../src/market/recorded-conversions/recorded-conversion';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { earningsOf, fundsOf } from '../../../../src/money/books/book';
import { hourTallyIdOf } from '../../../../src/money/budgets/hour-tally';
import type { Verdict } from '../../../../src/money/verification/verdict';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
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
import { aNewConversion } from '../../../support/conversions';

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier();
});
const at = (minutes: number) => (one.clock.now = minutesAfter(noon, minutes));
const verify = () => verifyAllDue(one.ctx);

async function marketAt(...params: Parameters<Verifier['addMarket']>): Promise<Market> {
  one.clock.now = eleven;
  const market = await one.addMarket(...params);
  at(0);
  return market;
}

/** Defines a conversion, records it now for some events, and gives the definition's id with the record's. */
async function convert(
  market: Market,
  events: readonly AdEvent[],
  change: Partial<NewConversion> & { readonly isClick?: boolean } = {},
) {
  const { isClick = false, limitType = 'in_budget', value = usd(10) } = change;
  const conversionId = anId();
  const { campaignId, advertiserId } = market;
  if (!isClick)
    await one.ctx.conversions.insert(
      aNewConversion({
        id: conversionId,
        campaignId,
        advertiserId,
        limitType,
        value,
        isRepeatable: true,
      }),
    );
  const record: RecordedConversion = {
    id: anId(),
    conversionId: isClick ? null : conversionId,
    campaignId,
    advertiserId,
    limitType,
    cases: events.map(({ id: eventId, caseId, publisherId, siteId, placementId, creativeId }) => ({
      ...{ caseId, eventId, publisherId, siteId, placementId, creativeId },
      value: isClick ? 0n : (value ?? 0n) / BigInt(events.length),
    })),
    occurredAt: one.clock.now,
  };
  await one.ctx.inTransaction((session) =>
    one.ctx.recordedConversions.insert(record, { claims: [], nonce: null }, session),
  );
  return { conversionId, id: record.id };
}

const verdictOf = async ({ id }: { readonly id: string }) =>
  (
    await one.db
      .collection<{ _id: string; verdict?: Verdict }>('recordedConversions')
      .findOne({ _id: id })
  )?.verdict ?? null;
const reasonOf = async (record: { readonly id: string }) => {
  const verdict = await verdictOf(record);
  return verdict ? (verdict.reason ?? verdict.status) : 'waiting';
};
const totalsOf = async ({ conversionId }: { readonly conversionId: string }) => {
  const { cost, occurrences } = (await one.ctx.conversions.findById(conversionId))!;
  return { cost, occurrences };
};
const spentOf = async ({ campaignId }: Market, when = noon) => {
  const id = hourTallyIdOf(campaignId, when);
  return (await one.ctx.campaignHours.list([id])).get(id)?.spent ?? 0n;
};

const clickOf = ({ caseId, offerId }: AdEvent, change: Partial<AdEvent> = {}) =>
  ({
    kind: 'click',
    caseId,
    offerId,
    price: usd(2),
    needsConfirmation: true,
    ...change,
  }) as const;

describe('a conversion', () => {
  it('costs its value once, however many cases share it, and pays each case', async () => {
    const market = await marketAt();
    const views = await one.store(market, {}, {}, {});
    const sale = await convert(market, views);
    expect(await verify()).toBe(4);
    const third = usd(10) / 3n;
    expect(await verdictOf(sale)).toMatchObject({ status: 'accepted', price: third * 3n });
    expect(await totalsOf(sale)).toEqual({ cost: third * 3n, occurrences: 1n });
    expect(await spentOf(market)).toBe(usd(3) + third * 3n);
    const books = [fundsOf(market.advertiserId), earningsOf(market.publisherId)] as const;
    const balances = await one.ctx.books.balancesOf(books);
    const { charge, revenue } = (await verdictOf(sale))!;
    expect(balances.get(books[0])).toBe(-150_000_000_000n - charge);
    expect(balances.get(books[1])).toBe(147_000_000_000n + revenue);
  });

  it('takes of the budget whole or nothing, and out of budget of the funds alone', async () => {
    const market = await marketAt({
      campaign: { hourlyBudget: usd(15) },
      creditLimit: 1_100_000_000_000n,
    });
    const views = await one.store(market, {});
    const sales = [await convert(market, views), await convert(market, views)];
    // Later: what comes at the same time is judged in the order of random ids.
    at(1);
    const outside = await convert(market, views, { limitType: 'out_of_budget' });
    const more = await convert(market, views, { limitType: 'out_of_budget' });
    await verify();
    const reasons = await Promise.all([...sales, outside, more].map(reasonOf));
    expect(reasons.filter((reason) => reason === 'budget_spent')).toHaveLength(1);
    expect([reasons[2], reasons[3]].sort()).toEqual(['accepted', 'no_funds']);
    expect(await spentOf(market)).toBe(usd(11));
  });

  it('needs an accepted view, and not a campaign that runs', async () => {
    const market = await marketAt();
    const [view, bot] = await one.store(market, {}, { invalidTraffic: 'bot' });
    await verify();
    await one.ctx.campaigns.delete(market.advertiserId, market.campaignId, one.clock.now);
    at(70);
    const good = await convert(market, [bot!, view!]);
    const bad = await convert(market, [bot!]);
    const unknown = await convert(market, [{ ...view!, id: `impression:${anId()}` }]);
    await verify();
    expect(await Promise.all([good, bad, unknown].map(reasonOf))).toEqual([
      'accepted',
      'impression_rejected',
      'no_impression',
    ]);
    expect(await totalsOf(bad)).toEqual({ cost: 0n, occurrences: 0n });
    expect(await spentOf(market, one.clock.now)).toBe(usd(10));
  });

  it('enters the results of its creatives once it is accepted, but for own sites and confirmed clicks', async () => {
    const market = await marketAt();
    const conversionsOf = async () => {
      await one.ctx.creativeResults.flush();
      await one.ctx.creativeResults.refresh();
      return one.ctx.creativeResults.get(market.creativeId).conversions;
    };
    const [first, second, bot] = await one.store(market, {}, {}, { invalidTraffic: 'bot' });
    await convert(market, [first!, second!]);
    await convert(market, [bot!]);
    expect(await conversionsOf()).toBe(0);
    await verify();
    expect(await conversionsOf()).toBe(2);
    await convert(market, [{ ...first!, publisherId: market.advertiserId }]);
    const [click] = await one.store(market, clickOf(first!, { needsConfirmation: true }));
    await convert(market, [click!], { isClick: true });
    await verify();
    expect(await conversionsOf()).toBe(2);
    await convert(market, [first!]);
    await verify();
    expect(await conversionsOf()).toBe(3);
  });

  it('is a part of what the views of its creatives have cost, but on own sites', async () => {
    const market = await marketAt();
    const paidFor = async () => {
      await verify();
      await one.ctx.creativeResults.flush();
      await one.ctx.creativeResults.refresh();
      const { acceptedViews, paid } = one.ctx.creativeResults.get(market.creativeId);
      return [acceptedViews, paid];
    };
    const [view] = await one.store(market, {});
    expect(await paidFor()).toEqual([1, Number(usd(1))]);
    await convert(market, [{ ...view!, publisherId: market.advertiserId }]);
    expect(await paidFor()).toEqual([1, Number(usd(1))]);
    await convert(market, [view!]);
    expect(await paidFor()).toEqual([1, Number(usd(11))]);
  });

  it('waits for the verdict of its view, and for a rate', async () => {
    const other = await startVerifier({ rate: null });
    const before = one;
    one = other;
    try {
      const market = await marketAt();
      const views = await one.store(market, {});
      const sale = await convert(market, views);
      await verify();
      expect(await reasonOf(sale)).toBe('waiting');
      await one.ctx.rateStore.put({ from: noon, rate: usd(1), setAt: noon, source: 'operator' });
      at(1);
      await verify();
      expect(await reasonOf(sale)).toBe('accepted');
    } finally {
      one = before;
    }
  });
});

it('has campaigns suspended whose last funds it took', async () => {
  // 0.5 coins for the view, and 5 for the conversion.
  const market = await marketAt({ creditLimit: 550_000_000_000n });
  const views = await one.store(market, {});
  await verify();
  const status = async () => (await one.ctx.campaigns.findById(market.campaignId))?.status;
  expect(await status()).toBe('active');
  const sale = await convert(market, views);
  await verify();
  expect([await reasonOf(sale), await status()]).toEqual(['accepted', 'suspended']);
});

it('is proven by the check of the books, and missed by it', async () => {
  const market = { ...(await marketAt()), publisherId: unclaimedPublisherId };
  const views = await one.store(market, {}, {});
  const sales = [await convert(market, views), await convert(market, views)];
  await verify();
  const wrong = async () =>
    (await checkBooks(one.ctx)).flatMap(({ name, problem }) => (problem === null ? [] : [name]));
  expect(await wrong()).toEqual([]);
  const conversions = one.db.collection<{ _id: string }>('recordedConversions');
  const change = (verdict: object) =>
    conversions.updateOne({ _id: sales[0]!.id }, { $set: verdict });
  const { charge, entryId } = (await verdictOf(sales[0]!))!;
  await change({ 'verdict.charge': charge + 1n });
  expect(await wrong()).toEqual(['conversions']);
  await change({ 'verdict.charge': charge, 'verdict.entryId': null });
  expect(await wrong()).toEqual(['conversions']);
  await change({ 'verdict.entryId': entryId });
  expect(await wrong()).toEqual([]);
});

describe('a confirmed click', () => {
  it('is paid in the hour of its confirmation, at the price of its offer', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {});
    const clicks = await one.store(market, clickOf(view!));
    await verify();
    at(65);
    const confirmed = await convert(market, clicks, { isClick: true });
    await verify();
    expect(await verdictOf(confirmed)).toMatchObject({ status: 'accepted', price: usd(2) });
    expect([await spentOf(market), await spentOf(market, one.clock.now)]).toEqual([usd(1), usd(2)]);
  });

  it('costs nothing more where it counted at once, and nothing where it was rejected', async () => {
    const market = await marketAt();
    const [view] = await one.store(market, {});
    const clicks = await one.store(market, clickOf(view!, { needsConfirmation: false }));
    const bots = await one.store(market, clickOf(view!, { invalidTraffic: 'bot' }));
    const paid = await convert(market, clicks, { isClick: true });
    const bad = await convert(market, bots, { isClick: true });
    await verify();
    expect(await verdictOf(paid)).toMatchObject({ status: 'accepted', price: 0n, entryId: null });
    expect(await reasonOf(bad)).toBe('click_rejected');
    expect(await spentOf(market)).toBe(usd(3));
  });
});
