import { expect, it } from '@jest/globals';
import { noPeriods } from '../../../../src/demand/campaigns/campaign-state';
import { createAccountFunds } from '../../../../src/money/budgets/account-funds';
import { cutSlices } from '../../../../src/money/budgets/cut-slices';
import type { SliceWish } from '../../../../src/money/budgets/slice-wish';
import { bookDeposit } from '../../../../src/money/pockets/pocket.service';
import { noFlight } from '../../../support/budgets';
import { startVerifier } from '../../../support/verification';
import { usd } from '../../../support/verifier';
import { again, storeVisits, withSettings } from '../past-visits';

const coin = 10n ** 11n;

it('a slice that was cut by the funds from before a correction comes too late', async () => {
  const one = await startVerifier({ env: { ADGATE_MAX_VISITOR_CASES: '2' } });
  const market = await one.addMarket({ creditLimit: 0n });
  // 20 cents.
  await bookDeposit(one.ctx, { accountId: market.advertiserId, amount: 10n * coin });
  const { all } = await storeVisits(one, market);
  const loose = await withSettings(one, {});
  await one.ctx.rates.refresh();
  const known = createAccountFunds({ ...one.ctx, now: () => one.clock.now });
  const list: typeof known.list = async (ids) => {
    const funds = await known.list(ids);
    await again(loose, { isApplied: true });
    return funds;
  };
  const { campaignHours, trafficCurve } = one.ctx;
  const accountFunds = { ...known, list };
  const sources = { campaignHours, trafficCurve, accountFunds, offerMinutes: 30 };
  const { advertiserId } = market;
  const { campaignId } = await one.addMarket({ advertiserId, creditLimit: 0n });
  const wish: SliceWish = {
    ...{ campaignId, advertiserId, ...noPeriods, ...noFlight, offers: 20 },
    ...{ budget: usd(100_000), pacing: 'asap', owed: 0n },
    ...{ offerCost: usd(1), viewPrice: usd(1), leastFree: usd(1) },
  };
  const answers = await cutSlices(sources, [wish], one.clock.now);
  expect(await one.reasonsOf(all)).toEqual(Array(4).fill('accepted'));
  // 2 cents were gone before, and are 6 by then.
  expect(answers.get(campaignId)?.granted).toBe(usd(14));
});
