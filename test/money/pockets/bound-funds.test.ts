import { beforeAll, describe, expect, it } from '@jest/globals';
import { cutSlices } from '../../../src/money/budgets/cut-slices';
import { createAccountFunds } from '../../../src/money/budgets/account-funds';
import type { SliceWish } from '../../../src/money/budgets/slice-wish';
import { bookDeposit, bookWithdrawal } from '../../../src/money/pockets/pocket.service';
import { noFlight } from '../../support/budgets';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { eleven, minutesAfter, usd, type Verifier } from '../../support/verifier';
import { noPeriods } from '../../../src/demand/campaigns/campaign-state';

/** A coin is worth 2 cents. */
const coin = 10n ** 11n;
const hourlyBudget = usd(100_000);

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier();
  await one.ctx.rates.refresh();
});

async function anAdvertiser(coins: bigint) {
  one.clock.now = minutesAfter(eleven, 20);
  const market = await one.addMarket({ creditLimit: 0n });
  await bookDeposit(one.ctx, { accountId: market.advertiserId, amount: coins * coin });
  return market;
}

const withdraw = (accountId: string, units: bigint) =>
  bookWithdrawal(one.ctx, { accountId, amount: units, reference: anId() });
const refused = { code: 'VALIDATION_FAILED' };

const wishOf = (ids: {
  readonly campaignId: string;
  readonly advertiserId: string;
}): SliceWish => ({
  ...ids,
  budget: hourlyBudget,
  ...noPeriods,
  ...noFlight,
  pacing: 'asap',
  offerCost: usd(1),
  viewPrice: usd(1),
  leastFree: usd(1),
  offers: 10,
  owed: 0n,
});
const sources = (accountFunds = createAccountFunds({ ...one.ctx, now: () => one.clock.now })) => ({
  campaignHours: one.ctx.campaignHours,
  accountFunds,
  trafficCurve: one.ctx.trafficCurve,
  offerMinutes: 30,
});

describe('funds that cannot be withdrawn', () => {
  it('are those that events may cost which wait for a verdict', async () => {
    const market = await anAdvertiser(100n);
    // 3 cents are a coin and a half.
    await one.store(market, { price: usd(2) }, { price: usd(1) }, { price: null });
    await expect(withdraw(market.advertiserId, 99n * coin)).rejects.toMatchObject(refused);
    await expect(withdraw(market.advertiserId, 98n * coin + coin / 2n)).rejects.toMatchObject(
      refused,
    );
    await withdraw(market.advertiserId, 98n * coin + coin / 2n - 1n);
  });

  it('count at the rate that makes them most, or all where there is none', async () => {
    const market = await anAdvertiser(100n);
    const hour = minutesAfter(eleven, 60);
    await one.ctx.rateStore.put({ from: hour, rate: usd(4), setAt: eleven, source: 'operator' });
    await one.store(market, { price: usd(4) });
    one.clock.now = minutesAfter(hour, 5);
    await expect(withdraw(market.advertiserId, 99n * coin)).rejects.toMatchObject(refused);
    await withdraw(market.advertiserId, 98n * coin - 1n);
    const later = minutesAfter(hour, 60 * 24 * 30);
    const other = await anAdvertiser(100n);
    one.clock.now = later;
    await one.store(other, { price: usd(1) });
    await expect(withdraw(other.advertiserId, 1n)).rejects.toMatchObject(refused);
  });

  it('are not other people’s', async () => {
    const [market, other] = [await anAdvertiser(5n), await anAdvertiser(5n)];
    await one.store(other, { price: usd(2) });
    await withdraw(market.advertiserId, 5n * coin);
  });

  it('are those that finds have set aside, until that lapses', async () => {
    const market = await anAdvertiser(100n);
    const cut = await cutSlices(sources(), [wishOf(market)], one.clock.now);
    expect(cut.get(market.campaignId)).toMatchObject({ granted: usd(10), isLimited: true });
    // 10 cents are 5 coins.
    await expect(withdraw(market.advertiserId, 96n * coin)).rejects.toMatchObject(refused);
    await withdraw(market.advertiserId, 90n * coin);
    one.clock.now = minutesAfter(one.clock.now, 30);
    await expect(withdraw(market.advertiserId, 10n * coin)).rejects.toMatchObject(refused);
    one.clock.now = minutesAfter(one.clock.now, 1);
    await withdraw(market.advertiserId, 10n * coin);
  });
});

describe('a find that sets money aside while it is withdrawn', () => {
  it('comes too late where it has read the funds before, and looks again', async () => {
    const market = await anAdvertiser(10n);
    const funds = createAccountFunds({ ...one.ctx, now: () => one.clock.now });
    let reads = 0;
    const withdrawn = {
      ...funds,
      async list(ids: readonly string[]) {
        const found = await funds.list(ids);
        if ((reads += 1) === 1) await withdraw(market.advertiserId, 8n * coin);
        return found;
      },
    };
    const cut = await cutSlices(sources(withdrawn), [wishOf(market)], one.clock.now);
    expect(reads).toBe(2);
    expect(cut.get(market.campaignId)!.granted).toBeLessThanOrEqual(usd(4));
  });

  it('leaves with it no more than there is, however often both are tried at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const market = await anAdvertiser(10n);
      const [cuts, taken] = await Promise.all([
        Promise.all([1, 2, 3].map(() => cutSlices(sources(), [wishOf(market)], one.clock.now))),
        Promise.allSettled([1n, 2n].map(() => withdraw(market.advertiserId, 6n * coin))),
      ]);
      const granted = cuts.reduce((sum, cut) => sum + cut.get(market.campaignId)!.granted, 0n);
      const left = taken.filter(({ status }) => status === 'fulfilled').length;
      expect(left).toBeLessThanOrEqual(1);
      // Of cents to coins: by two.
      expect(granted / 2n + BigInt(left) * 6n * usd(1)).toBeLessThanOrEqual(usd(10));
    }
  });
});
