import { expect, it } from '@jest/globals';
import { noPeriods } from '../../../src/demand/campaigns/campaign-state';
import { createAccountFunds } from '../../../src/money/budgets/account-funds';
import { cutSlices } from '../../../src/money/budgets/cut-slices';
import type { SliceWish } from '../../../src/money/budgets/slice-wish';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { noFlight } from '../../support/budgets';
import { startVerifier } from '../../support/verification';
import { eleven, type Market, minutesAfter, noon, usd } from '../../support/verifier';

const coin = 10n ** 11n;

const wishOf = ({ campaignId, advertiserId }: Market, offers: number): SliceWish => ({
  ...{ campaignId, advertiserId, ...noPeriods, ...noFlight, offers },
  ...{ budget: usd(100_000), pacing: 'asap', owed: 0n },
  ...{ offerCost: usd(1), viewPrice: usd(1), leastFree: usd(1) },
});

/** Offers of a cent each that are made of 10 coins: some in the last minutes of an hour, at 2 cents a coin, then all that there may be. */
async function offersOf({ before, rate }: { readonly before: number; readonly rate: bigint }) {
  const one = await startVerifier();
  await one.ctx.rateStore.put({ from: noon, rate, setAt: eleven, source: 'operator' });
  await one.ctx.rates.refresh();
  const market = await one.addMarket({ creditLimit: 0n });
  await bookDeposit(one.ctx, { accountId: market.advertiserId, amount: 10n * coin });
  const { campaignHours, trafficCurve } = one.ctx;
  const accountFunds = createAccountFunds({ ...one.ctx, now: () => one.clock.now });
  const sources = { campaignHours, accountFunds, trafficCurve, offerMinutes: 30 };
  const cut = async (offers: number) => {
    const answers = await cutSlices(sources, [wishOf(market, offers)], one.clock.now);
    return answers.get(market.campaignId)?.granted ?? 0n;
  };
  one.clock.now = minutesAfter(noon, -5);
  const first = await cut(before);
  one.clock.now = minutesAfter(noon, 5);
  let then = 0n;
  for (let granted = await cut(100); granted > 0n; granted = await cut(100)) then += granted;
  return { first, then };
}

it('funds leave a new hour what the offers of the hour before leave, in coins at the rate of each', async () => {
  // 10 cents are 5 coins, and the other 5 are 20 cents by then, or 5 cents.
  const dearer = await offersOf({ before: 10, rate: usd(4) });
  expect(dearer).toEqual({ first: usd(10), then: usd(20) });
  const cheaper = await offersOf({ before: 10, rate: usd(1) });
  expect(cheaper).toEqual({ first: usd(10), then: usd(5) });
});
