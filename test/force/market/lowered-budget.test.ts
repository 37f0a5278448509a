import { beforeAll, describe, expect, it } from '@jest/globals';
import { cutSlices } from '../../../src/money/budgets/cut-slices';
import { createAccountFunds } from '../../../src/money/budgets/account-funds';
import { bookDeposit, bookWithdrawal } from '../../../src/money/pockets/pocket.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { noFlight } from '../../support/budgets';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import {
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../support/verifier';
import { noPeriods } from '../../../src/demand/campaigns/campaign-state';

/**
 * An advertiser who takes back, between an offer and its view, what he has offered: the publisher has shown the ad
 * and is paid all the same.
 */
const offerSeconds = 30 * 60;
const coin = 10n ** 11n;

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier();
  await one.ctx.rates.refresh();
});

const at = (minutes: number) => (one.clock.now = minutesAfter(noon, minutes));

async function aMarket(hourlyBudget: bigint, creditLimit: bigint | null = null): Promise<Market> {
  one.clock.now = eleven;
  const market = await one.addMarket({ campaign: { hourlyBudget }, creditLimit });
  at(0);
  return market;
}

/** Views of a cent each, offered and seen at some minutes after noon. */
async function viewsOf(market: Market, count: number, { offered = 0, seen = 1 } = {}) {
  const view = {
    exp: offerSeconds,
    offeredAt: minutesAfter(noon, offered),
    occurredAt: minutesAfter(noon, seen),
    price: usd(1),
  };
  at(seen);
  return one.store(market, ...Array.from({ length: count }, () => view));
}

async function reasonsAfterVerifying(events: readonly { readonly id: string }[]) {
  await verifyAllDue(one.ctx);
  return countsOf(await one.reasonsOf(events));
}

function countsOf(reasons: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

const change = ({ campaignId: id, advertiserId }: Market, changes: object) =>
  one.ctx.campaigns.update({ id, advertiserId }, changes);

describe('views of offers that were made before', () => {
  it('are paid after the budget was lowered', async () => {
    const market = await aMarket(usd(100));
    at(0.5);
    await change(market, { hourlyBudget: usd(5) });
    expect(await reasonsAfterVerifying(await viewsOf(market, 60))).toEqual({ accepted: 60 });
  });

  it.each([
    ['it was paused', (market: Market) => change(market, { status: 'inactive' })],
    ['it was suspended', (market: Market) => change(market, { status: 'suspended' })],
    ['its end was moved', (market: Market) => change(market, { endsAt: minutesAfter(noon, 0.6) })],
    ['it was deleted', (market: Market) => change(market, { isDeleted: true })],
  ])('are paid after %s, to the last minute of the offer', async (_case, stop) => {
    const market = await aMarket(usd(100));
    at(0.5);
    await stop(market);
    const seen = await viewsOf(market, 3, { seen: 29.9 });
    expect(await reasonsAfterVerifying(seen)).toEqual({ accepted: 3 });
  });

  it('are not paid after the operator has rejected the creative', async () => {
    const market = await aMarket(usd(100));
    at(0.5);
    const rejection = { status: 'rejected', rejectionReason: 'misleading' } as const;
    await one.ctx.creatives.update(market.creativeId, { status: 'active' }, rejection);
    expect(await reasonsAfterVerifying(await viewsOf(market, 3))).toEqual({
      creative_not_running: 3,
    });
  });

  it('are not paid of offers that were made after it was paused', async () => {
    const market = await aMarket(usd(100));
    at(0.5);
    await change(market, { status: 'inactive' });
    const late = await viewsOf(market, 3, { offered: 1, seen: 1.5 });
    expect(await reasonsAfterVerifying(late)).toEqual({ campaign_not_running: 3 });
  });
});

describe('the limit of an hour whose budget was lowered', () => {
  it('is the lowered one for offers that were made after it', async () => {
    const market = await aMarket(usd(100));
    at(0.5);
    await change(market, { hourlyBudget: usd(5) });
    const later = await viewsOf(market, 8, { offered: 1, seen: 2 });
    expect(await reasonsAfterVerifying(later)).toEqual({ accepted: 5, budget_spent: 3 });
  });

  it('is what was set aside before, where that is more: what is paid of it takes nothing from later ones', async () => {
    const market = await aMarket(usd(100));
    const { campaignId, advertiserId } = market;
    at(0.2);
    await one.ctx.campaignHours.takeSlices(
      [...[{ owner: { campaignId, advertiserId }, at: one.clock.now, version: 0 }]].map(
        (slice) => ({ ...slice, amount: usd(20), offers: 20n, forViews: usd(20) }),
      ),
    );
    at(0.5);
    await change(market, { hourlyBudget: usd(5) });
    const earlier = await viewsOf(market, 18);
    const later = await viewsOf(market, 4, { offered: 2, seen: 3 });
    expect(await reasonsAfterVerifying(earlier)).toEqual({ accepted: 18 });
    expect(countsOf(await one.reasonsOf(later))).toEqual({ accepted: 2, budget_spent: 2 });
  });

  it('is a budget that was raised since the offer', async () => {
    const market = await aMarket(usd(5));
    at(0.5);
    await change(market, { hourlyBudget: usd(50) });
    const later = await viewsOf(market, 30, { offered: 1, seen: 1.5 });
    const earlier = await viewsOf(market, 5, { seen: 2 });
    expect(await reasonsAfterVerifying([...later, ...earlier])).toEqual({ accepted: 35 });
  });
});

it('funds that offers need cannot be withdrawn while the offers are good', async () => {
  const market = await aMarket(usd(10_000), 0n);
  const { advertiserId, campaignId } = market;
  await bookDeposit(one.ctx, { accountId: advertiserId, amount: 100n * coin });
  const accountFunds = createAccountFunds({ ...one.ctx, now: () => one.clock.now });
  const { campaignHours, trafficCurve } = one.ctx;
  const sources = { campaignHours, accountFunds, trafficCurve, offerMinutes: 30 };
  const terms = {
    budget: usd(10_000),
    pacing: 'asap',
    offerCost: usd(1),
    viewPrice: usd(1),
    ...noPeriods,
    ...noFlight,
  } as const;
  const wish = { campaignId, advertiserId, ...terms, leastFree: usd(1), offers: 40, owed: 0n };
  await cutSlices(sources, [wish], one.clock.now);
  const withdraw = (coins: bigint) =>
    bookWithdrawal(one.ctx, { accountId: advertiserId, amount: coins * coin, reference: anId() });
  at(29);
  await expect(withdraw(90n)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await withdraw(79n);
  // 40 views of a cent are 20 coins.
  expect(await reasonsAfterVerifying(await viewsOf(market, 40, { seen: 29 }))).toEqual({
    accepted: 40,
  });
});
