import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AdEvent } from '../../../src/market/events/event';
import { hourTallyIdOf } from '../../../src/money/budgets/hour-tally';
import { verifyAgain } from '../../../src/money/verification/again/verify-again.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { startVerifier } from '../../support/verification';
import {
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../support/verifier';

/**
 * Offers that somebody gathers in one hour to show them in the next: each is paid by the hour of its offer, and after half
 * an hour by none. A click waits longer, as its view was paid.
 */
const exp = 30 * 60;

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier();
});

async function aMarket(): Promise<Market> {
  one.clock.now = eleven;
  const market = await one.addMarket({ campaign: { hourlyBudget: usd(10) } });
  one.clock.now = noon;
  return market;
}

/** Unit: cents. */
async function spentAt({ campaignId }: Market, at: Date): Promise<number> {
  const id = hourTallyIdOf(campaignId, at);
  return Number(((await one.ctx.campaignHours.list([id])).get(id)?.spent ?? 0n) / usd(1));
}

async function reasonsOf(market: Market, ...changes: readonly Partial<AdEvent>[]) {
  const events = await one.store(market, ...changes);
  await verifyAllDue(one.ctx);
  return one.reasonsOf(events);
}

const seconds = (count: number, from: Date) => minutesAfter(from, count / 60);
const many = (count: number, change: Partial<AdEvent>) =>
  Array.from({ length: count }, () => change);

describe('offers of the last hour', () => {
  it('take nothing of the hour in which they are viewed', async () => {
    const market = await aMarket();
    const hoarded = { exp, offeredAt: minutesAfter(noon, -20), occurredAt: seconds(1, noon) };
    const reasons = await reasonsOf(market, ...many(15, hoarded));
    expect(reasons.filter((reason) => reason === 'accepted')).toHaveLength(10);
    expect(reasons.filter((reason) => reason === 'budget_spent')).toHaveLength(5);
    expect(await spentAt(market, noon)).toBe(0);
    const honest = { exp, offeredAt: seconds(1, noon), occurredAt: seconds(3, noon) };
    expect(await reasonsOf(market, ...many(10, honest))).toEqual(
      many(10, {}).map(() => 'accepted'),
    );
    expect([await spentAt(market, eleven), await spentAt(market, noon)]).toEqual([10, 10]);
  });

  it('cost what a coin was worth then', async () => {
    const market = await aMarket();
    await one.ctx.rateStore.put({ from: noon, rate: usd(4), setAt: eleven, source: 'operator' });
    const offeredAt = minutesAfter(noon, -1);
    const [view] = await one.store(market, { exp, offeredAt, occurredAt: minutesAfter(noon, 1) });
    await verifyAllDue(one.ctx);
    const verdict = view && (await one.verdictOf(view));
    expect(verdict).toMatchObject({ status: 'accepted', rate: usd(2), charge: 50_000_000_000n });
  });

  it.each([
    ['to the end of its last second', exp + 0.9, 'accepted'],
    ['not after it', exp + 1, 'not_offered'],
    ['not a day later', 23 * 3_600, 'not_offered'],
  ])('are good for a view %s', async (_case, age, reason) => {
    const market = await aMarket();
    const offeredAt = minutesAfter(noon, -30);
    expect(
      await reasonsOf(market, { exp, offeredAt, occurredAt: seconds(age, offeredAt) }),
    ).toEqual([reason]);
  });

  it('are good for a click for a day, where the view was accepted', async () => {
    const market = await aMarket();
    const offeredAt = minutesAfter(noon, -30);
    const [view] = await one.store(market, { exp, offeredAt, occurredAt: noon });
    const { caseId, offerId } = view!;
    const click = { kind: 'click', exp, offeredAt, caseId, offerId, price: usd(2) } as const;
    const occurredAt = seconds(86_399, offeredAt);
    expect(await reasonsOf(market, { ...click, occurredAt })).toEqual(['accepted']);
    expect([await spentAt(market, eleven), await spentAt(market, occurredAt)]).toEqual([3, 0]);
  });
});

describe('events that were stored before offers ran out', () => {
  it('keep the rule of then: the hour in which they happened pays', async () => {
    const market = await aMarket();
    const old = { offeredAt: minutesAfter(noon, -120), occurredAt: minutesAfter(noon, 1) };
    expect((await reasonsOf(market, ...many(11, old))).toSorted()).toEqual([
      ...many(10, {}).map(() => 'accepted'),
      'budget_spent',
    ]);
    expect([await spentAt(market, eleven), await spentAt(market, noon)]).toEqual([0, 10]);
  });

  it('are judged again beside the new ones, each with its own hour', async () => {
    const market = await aMarket();
    const offeredAt = minutesAfter(noon, -10);
    const [view] = await one.store(
      market,
      { offeredAt, occurredAt: minutesAfter(noon, 5) },
      ...many(4, { exp, offeredAt, occurredAt: minutesAfter(noon, 5) }),
      ...many(3, { exp, offeredAt: noon, occurredAt: minutesAfter(noon, 6) }),
    );
    const [, ofNew] = await one.store(market, {}, { exp, offeredAt, occurredAt: noon });
    const late = {
      kind: 'click',
      exp,
      offeredAt,
      occurredAt: minutesAfter(noon, 15 * 60),
    } as const;
    const { caseId, offerId } = ofNew!;
    one.clock.now = minutesAfter(noon, 16 * 60);
    await reasonsOf(market, { ...late, caseId, offerId, price: usd(3) });
    expect(view).toBeDefined();
    expect([await spentAt(market, eleven), await spentAt(market, noon)]).toEqual([8, 5]);
    const hours = { from: eleven, to: minutesAfter(noon, 60) };
    const again = await verifyAgain(one.ctx, hours);
    expect(again).toMatchObject({ pending: 0, undecided: 0, changes: [] });
    const ofEleven = await verifyAgain(one.ctx, { from: eleven, to: noon });
    const ofNoon = await verifyAgain(one.ctx, { from: noon, to: minutesAfter(noon, 60) });
    expect(again.checked).toBe(ofEleven.checked + ofNoon.checked);
  });
});
