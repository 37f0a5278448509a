import { beforeEach, describe, expect, it } from '@jest/globals';
import { noPeriods } from '../../../../src/demand/campaigns/campaign-state';
import { createAccountFunds } from '../../../../src/money/budgets/account-funds';
import { cutSlices } from '../../../../src/money/budgets/cut-slices';
import type { SliceWish } from '../../../../src/money/budgets/slice-wish';
import { fundsOf } from '../../../../src/money/books/book';
import { bookDeposit } from '../../../../src/money/pockets/pocket.service';
import { noFlight } from '../../../support/budgets';
import { startVerifier } from '../../../support/verification';
import { type Market, usd, type Verifier } from '../../../support/verifier';
import { again, setClock, storeVisits, withSettings } from '../past-visits';

const coin = 10n ** 11n;
/** Two cents each: 20 cents, of which the accepted views take 2. */
const funds = 10n * coin;

let one: Verifier;
let loose: Verifier;
let market: Market;
let all: Awaited<ReturnType<typeof storeVisits>>['all'];
beforeEach(async () => {
  one = await startVerifier({ env: { ADGATE_MAX_VISITOR_CASES: '2' } });
  market = await one.addMarket({ creditLimit: 0n });
  await bookDeposit(one.ctx, { accountId: market.advertiserId, amount: funds });
  ({ all } = await storeVisits(one, market));
  loose = await withSettings(one, {});
  await one.ctx.rates.refresh();
});

/** Sets 16 cents aside for offers of another campaign of the advertiser: 2 are left. */
async function setAside(): Promise<void> {
  const { campaignHours, trafficCurve } = one.ctx;
  const accountFunds = createAccountFunds({ ...one.ctx, now: () => one.clock.now });
  const { advertiserId } = market;
  const { campaignId } = await one.addMarket({ advertiserId, creditLimit: 0n });
  const wish: SliceWish = {
    ...{ campaignId, advertiserId, ...noPeriods, ...noFlight, offers: 16 },
    ...{ budget: usd(100_000), pacing: 'asap', owed: 0n },
    ...{ offerCost: usd(1), viewPrice: usd(1), leastFree: usd(1) },
  };
  const sources = { campaignHours, trafficCurve, accountFunds, offerMinutes: 30 };
  const answers = await cutSlices(sources, [wish], one.clock.now);
  expect(answers.get(campaignId)?.granted).toBe(usd(16));
}

const fundsLeft = () => one.ctx.books.balanceOf(fundsOf(market.advertiserId));

describe('money that is set aside for offers', () => {
  it('pays for nothing that is accepted anew while they are good', async () => {
    await setAside();
    await again(loose, { isApplied: true });
    expect(await one.reasonsOf(all)).toContain('no_funds');
    expect(await fundsLeft()).toBeGreaterThanOrEqual(8n * coin);
  });

  it('pays for all that is accepted anew once they are not good any more', async () => {
    await setAside();
    setClock(one, 70 + 31);
    loose.clock.now = one.clock.now;
    await again(loose, { isApplied: true });
    expect(await one.reasonsOf(all)).toEqual(Array(4).fill('accepted'));
    expect(await fundsLeft()).toBe(7n * coin);
  });

  it('is left where it is set aside while corrections are worked out', async () => {
    const { campaignHours } = loose.ctx;
    let isCut = false;
    const list: typeof campaignHours.list = async (...given) => {
      if (!isCut) {
        isCut = true;
        await setAside();
      }
      return campaignHours.list(...given);
    };
    const late = { ...loose, ctx: { ...loose.ctx, campaignHours: { ...campaignHours, list } } };
    await expect(again(late, { isApplied: true })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(isCut).toBe(true);
    expect(await fundsLeft()).toBe(9n * coin);
  });
});
