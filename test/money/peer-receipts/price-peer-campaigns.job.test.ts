import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hourOf } from '../../../src/hour';
import { pricePeerCampaigns } from '../../../src/money/peer-receipts/price-peer-campaigns.job';
import { setRate } from '../../../src/money/rates/rate.service';
import { wholeTurn } from '../../../src/platform/jobs/job';
import type { ServiceContext } from '../../../src/api/context';
import { usd } from '../../support/campaigns';
import { failingAt } from '../../support/failing-stores';
import { address, lineOf, metaOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

const coin = 10n ** 11n;
const hourMs = 3_600_000;
let world: ReceiptWorld;
beforeAll(async () => {
  // A coin is worth 0.02 USD.
  world = await startReceiptWorld();
});
afterAll(() => world.close());

const price = (ctx: ServiceContext = world.ctx) =>
  pricePeerCampaigns.run(ctx, new AbortController().signal, wholeTurn);
const paidCpmOf = async (campaignId: string) => {
  await price();
  return (await world.ctx.peerDemand.campaigns.findById(campaignId))?.paidCpm;
};

/** A rate is good for a day. The ledger is not read. */
async function waitUnheard(hours: number): Promise<void> {
  world.wait(hours * 3_600);
  await setRate(world.ctx, { rate: usd('0.02') });
  await world.ctx.rates.refresh();
}

async function wait(hours: number): Promise<void> {
  await waitUnheard(hours);
  await world.read();
}

/** Accepted views of a campaign, of which one is paid for all. */
async function show(campaignId: string, views: number, hoursAgo = 1) {
  const occurredAt = new Date(world.ctx.now().getTime() - hoursAgo * hourMs);
  const [shown] = await world.show({ campaignId, occurredAt, offeredAt: occurredAt });
  const counted = [{ peer: address, campaignId, hour: hourOf(occurredAt), views }];
  await world.ctx.inTransaction(async (session) => {
    await world.ctx.peerCredits.add(address, counted, session);
    await world.ctx.peerPaidHours.addViews(counted, session);
  });
  return shown!;
}

/** Pays a coin or less, a part of it for a case. @returns the transaction's id */
async function pay(
  { caseId }: { readonly caseId: string },
  value = coin,
  amount = '1',
): Promise<string> {
  await world.begin();
  const transactionId = await world.pay(amount);
  world.details.meta = metaOf(Number(value));
  world.details.lines = [lineOf(caseId, value)];
  await world.run();
  return transactionId;
}

describe('what a server has paid for 1,000 views of a campaign', () => {
  it('is nothing that anybody could tell before it has paid', async () => {
    const { campaignId } = await world.addCampaign();
    await show(campaignId, 1_000);
    expect(await paidCpmOf(campaignId)).toBeNull();
  });

  it('is the mean of views of hours that it has paid for, fees included, in USD', async () => {
    const { campaignId } = await world.addCampaign();
    const shown = await show(campaignId, 200);
    await pay(shown, coin / 2n);
    // Half a coin for 200 views: 2.5 for 1,000.
    expect(await paidCpmOf(campaignId)).toBe(usd('0.05'));
    // Of the hour that runs nothing can be paid yet.
    await show(campaignId, 800, 0);
    expect(await paidCpmOf(campaignId)).toBe(usd('0.05'));
    // The same of views that it has not paid for, though it has for others of the hour.
    await show(campaignId, 200);
    world.wait(3_600);
    expect(await paidCpmOf(campaignId)).toBe(usd('0.025'));
  });

  it('is not told by fewer than 100 views', async () => {
    const { campaignId } = await world.addCampaign();
    await pay(await show(campaignId, 99));
    expect(await paidCpmOf(campaignId)).toBeNull();
    await pay(await show(campaignId, 1));
    expect(await paidCpmOf(campaignId)).toBe(usd('0.4'));
  });

  it('is nothing for a campaign that it leaves out, and for all after 72 hours', async () => {
    const [left, late] = [await world.addCampaign(), await world.addCampaign()];
    await show(left.campaignId, 100, 2);
    const { campaignId } = await world.addCampaign();
    await pay(await show(campaignId, 100));
    expect(await paidCpmOf(left.campaignId)).toBe(0n);
    await show(late.campaignId, 100, 0);
    expect(await paidCpmOf(late.campaignId)).toBeNull();
    await wait(72);
    expect(await paidCpmOf(late.campaignId)).toBeNull();
    await wait(1);
    expect(await paidCpmOf(late.campaignId)).toBe(0n);
  });

  it('stays while nobody reads the ledger, for the server may have paid', async () => {
    const { campaignId } = await world.addCampaign();
    await pay(await show(campaignId, 100));
    expect(await paidCpmOf(campaignId)).toBe(usd('0.2'));
    await show(campaignId, 100, 0);
    await waitUnheard(80);
    expect(await paidCpmOf(campaignId)).toBe(usd('0.2'));
    await waitUnheard(8 * 24);
    expect(await paidCpmOf(campaignId)).toBe(usd('0.2'));
    await world.read();
    expect(await paidCpmOf(campaignId)).toBeNull();
  });

  it('counts views as overdue by what was read of the ledger', async () => {
    const { campaignId } = await world.addCampaign();
    await pay(await show(campaignId, 100));
    await show(campaignId, 100, 0);
    await wait(60);
    await waitUnheard(20);
    expect(await paidCpmOf(campaignId)).toBe(usd('0.2'));
    await world.read();
    world.wait(3_600);
    expect(await paidCpmOf(campaignId)).toBe(usd('0.1'));
  });

  it('goes with a receipt whose block is replaced, and after a week', async () => {
    const { campaignId } = await world.addCampaign();
    const transactionId = await pay(await show(campaignId, 100));
    expect(await paidCpmOf(campaignId)).toBe(usd('0.2'));
    const [receipt] = await world.receipts();
    expect(receipt).toMatchObject({ transactionId, state: 'booked' });
    await world.ctx.peerReceipts.change(receipt!, { isReversed: true, reversals: 1 });
    await world.explain();
    expect(await paidCpmOf(campaignId)).toBe(0n);
    await wait(8 * 24);
    expect(await paidCpmOf(campaignId)).toBeNull();
  });

  it('is found of all of its campaigns, wherever that is killed', async () => {
    const campaigns = [await world.addCampaign(), await world.addCampaign()];
    let [kills, isKilled] = [0, true];
    // A death behind a call is one before the next.
    for (let nth = 1; isKilled; nth += 1) {
      // Others each time: the second pays for all views that were shown till now.
      for (const { campaignId } of campaigns)
        await pay(await show(campaignId, 100), coin / 100n, '0.01');
      const stores = ['rates', 'peerCredits', 'peerPaidHours', 'peerCampaigns'] as const;
      const { ctx } = failingAt(world.ctx, stores, { nth, isAfter: false });
      isKilled = await price(ctx).then(
        () => false,
        () => true,
      );
      if (isKilled) kills += 1;
      for (const { campaignId } of campaigns)
        expect([nth, await paidCpmOf(campaignId)]).toEqual([nth, usd('0.002')]);
      expect(await world.ctx.peerCredits.listToPrice(world.ctx.now())).toEqual([]);
      for (const { campaignId } of campaigns)
        await world.ctx.peerCampaigns.setPaidCpm(address, [{ id: campaignId, paidCpm: null }]);
    }
    expect(kills).toBeGreaterThan(4);
  });

  it('is found again only when something may have changed', async () => {
    const { campaignId } = await world.addCampaign();
    await pay(await show(campaignId, 100));
    await price();
    const [before] = await world.ctx.peerCredits.listToPrice(world.ctx.now());
    expect(before).toBeUndefined();
    world.wait(3_600);
    expect(await world.ctx.peerCredits.listToPrice(world.ctx.now())).toMatchObject([
      { peer: address },
    ]);
  });
});
