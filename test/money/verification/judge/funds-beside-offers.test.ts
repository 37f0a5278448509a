import { expect, it } from '@jest/globals';
import { noPeriods } from '../../../../src/demand/campaigns/campaign-state';
import { type AdEvent, partitionOf } from '../../../../src/market/events/event';
import { createAccountFunds } from '../../../../src/money/budgets/account-funds';
import { cutSlices } from '../../../../src/money/budgets/cut-slices';
import type { SliceWish } from '../../../../src/money/budgets/slice-wish';
import { bookDeposit } from '../../../../src/money/pockets/pocket.service';
import { verifyEventBatch } from '../../../../src/money/verification/judge/verify-events.service';
import { ensurePeerAccount } from '../../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../../src/peers/directory/peer-word.service';
import { noFlight } from '../../../support/budgets';
import { anId } from '../../../support/events';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import { aSite, eleven, minutesAfter, noon, usd } from '../../../support/verifier';

const address = '0001-00000005-CBCA';
const coin = 10n ** 11n;

/** An advertiser with funds of 10 coins, at 2 cents a coin, and a site of another server. */
async function aMarketOfTheirs({ at }: { readonly at: Date }) {
  const one = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
  const { ctx, clock } = one;
  clock.now = minutesAfter(eleven, -1);
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false, dailyLimit: 1_000n * coin });
  const publisherId = await ensurePeerAccount(ctx, address);
  const siteId = anId();
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
  clock.now = at;
  const ours = await one.addMarket({ creditLimit: 0n });
  await bookDeposit(ctx, { accountId: ours.advertiserId, amount: 10n * coin });
  return { one, ours, theirs: { ...ours, publisherId, siteId } };
}

const aViewOfTheirs = (price: bigint): Partial<AdEvent> => ({
  ...{ exp: 1_800, price },
  peer: {
    ...{ address, cid: anId(), publisher: 'p', isShown: true, unmet: null, needsPage: false },
  },
});

/** Views of another server in the hour after one in which offers of ours have set 10 cents aside. */
async function reasonsOfTheirs(of: { readonly rate: bigint; readonly price: bigint }) {
  const { one, ours, theirs } = await aMarketOfTheirs({ at: minutesAfter(noon, -5) });
  const { ctx, clock } = one;
  const { advertiserId } = ours;
  await ctx.rateStore.put({ from: noon, rate: of.rate, setAt: eleven, source: 'operator' });
  await ctx.rates.refresh();
  const slice = { owner: { advertiserId }, at: clock.now, version: 0 };
  const [amount, offers] = [usd(10), 10n];
  await ctx.campaignHours.accounts.takeSlices([{ ...slice, amount, offers, forViews: amount }]);
  clock.now = minutesAfter(noon, 5);
  const views = await one.store(theirs, aViewOfTheirs(of.price));
  await verifyEventBatch(ctx, partitionOf(advertiserId));
  return one.reasonsOf(views);
}

it('another server has the funds that offers of the hour before leave, in coins at the rate of each', async () => {
  // 10 cents are 5 coins of these, whatever a coin is worth now.
  expect(await reasonsOfTheirs({ rate: usd(8), price: usd(48) })).toEqual(['no_funds']);
  expect(await reasonsOfTheirs({ rate: usd(8), price: usd(40) })).toEqual(['accepted']);
  expect(await reasonsOfTheirs({ rate: usd(1), price: usd(5) })).toEqual(['accepted']);
});

it('a slice that was cut by the funds from before another server’s view comes too late', async () => {
  const { one, ours, theirs } = await aMarketOfTheirs({ at: minutesAfter(eleven, 20) });
  const { ctx, clock } = one;
  await ctx.rates.refresh();
  const { advertiserId } = ours;
  const { campaignId } = await one.addMarket({ advertiserId, creditLimit: 0n });
  const views = await one.store(theirs, aViewOfTheirs(usd(12)));
  const known = createAccountFunds({ ...ctx, now: () => clock.now });
  const list: typeof known.list = async (ids) => {
    const funds = await known.list(ids);
    await verifyEventBatch(ctx, partitionOf(advertiserId));
    return funds;
  };
  const { campaignHours, trafficCurve } = ctx;
  const accountFunds = { ...known, list };
  const sources = { campaignHours, trafficCurve, accountFunds, offerMinutes: 30 };
  const wish: SliceWish = {
    ...{ campaignId, advertiserId, ...noPeriods, ...noFlight, offers: 20 },
    ...{ budget: usd(100_000), pacing: 'asap', owed: 0n },
    ...{ offerCost: usd(1), viewPrice: usd(1), leastFree: usd(1) },
  };
  const answers = await cutSlices(sources, [wish], clock.now);
  expect(await one.reasonsOf(views)).toEqual(['accepted']);
  // 12 of the 20 cents are gone.
  expect(answers.get(campaignId)?.granted).toBe(usd(8));
});

/** A view of ours and one of another server, judged together: the first was offered of a slice of 10 cents. */
async function judgedTogether(of: {
  readonly ofSlice: 'funds' | 'hour' | 'day';
  readonly ours: bigint;
  readonly theirs: bigint;
}) {
  const { one, ours, theirs } = await aMarketOfTheirs({ at: minutesAfter(eleven, 20) });
  const { ctx, clock } = one;
  const { advertiserId } = ours;
  const budgets = {
    funds: {},
    hour: { hourlyBudget: usd(20) },
    day: { dailyBudget: usd(20) },
  }[of.ofSlice];
  const { campaignId, creativeId } = await one.addMarket({
    ...{ advertiserId, campaign: budgets, creditLimit: 0n },
  });
  const slice = { at: clock.now, version: 0, amount: usd(10), offers: 10n, forViews: usd(10) };
  const { campaignHours } = ctx;
  if (of.ofSlice === 'funds')
    await campaignHours.accounts.takeSlices([{ owner: { advertiserId }, ...slice }]);
  else await campaignHours.takeSlices([{ owner: { campaignId, advertiserId }, ...slice }]);
  const ids = { campaignId, creativeId };
  const shown = { exp: 1_800, offeredAt: clock.now };
  const first = await one.store({ ...ours, ...ids }, { ...shown, price: of.ours });
  clock.now = minutesAfter(clock.now, 1);
  const then = await one.store({ ...theirs, ...ids }, aViewOfTheirs(of.theirs));
  await verifyEventBatch(ctx, partitionOf(advertiserId));
  return one.reasonsOf([...first, ...then]);
}

it.each([
  ['funds', 'no_funds'],
  ['hour', 'budget_spent'],
  ['day', 'budget_spent'],
] as const)(
  'another server has of the %s what a view of ours leaves that is judged with its view',
  async (ofSlice, reason) => {
    // 2 of the 10 cents are still for offers of ours.
    expect(await judgedTogether({ ofSlice, ours: usd(8), theirs: usd(10) })).toEqual([
      ...['accepted', 'accepted'],
    ]);
    expect(await judgedTogether({ ofSlice, ours: usd(8), theirs: usd(11) })).toEqual([
      ...['accepted', reason],
    ]);
  },
);

it('a batch with a click of ours and a view of another server writes to the account’s hours once', async () => {
  const { one, ours, theirs } = await aMarketOfTheirs({ at: minutesAfter(eleven, 20) });
  const { ctx } = one;
  const [view] = await one.store(ours, { price: usd(1) });
  const { offerId, caseId } = view!;
  const clicks = await one.store(ours, { kind: 'click', offerId, caseId, price: usd(1) });
  const views = await one.store(theirs, aViewOfTheirs(usd(1)));
  const { accounts } = ctx.campaignHours;
  let locks = 0;
  const lock: typeof accounts.lock = (...given) => {
    locks += 1;
    return accounts.lock(...given);
  };
  const campaignHours = { ...ctx.campaignHours, accounts: { ...accounts, lock } };
  await verifyEventBatch({ ...ctx, campaignHours }, partitionOf(ours.advertiserId));
  expect(await one.reasonsOf([...clicks, ...views])).toEqual(['accepted', 'accepted']);
  expect(locks).toBe(1);
});
