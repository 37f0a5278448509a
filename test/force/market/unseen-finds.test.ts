import { beforeEach, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import type { Bid } from '../../../src/market/serving/bid';
import { requestBids } from '../../../src/market/serving/serving.service';
import { asRequest } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anEvent } from '../../support/events';
import { usualTimes } from '../../support/patience';
import { startVerifier } from '../../support/verification';

/**
 * Finds that nobody looks at: each sets money aside for half an hour. Somebody who makes a thousand of them, from one
 * address, takes next to nothing of an hour's budget from others.
 */
const attacker = '198.51.100.7';
let ctx: ServiceContext;
let finds: number;
beforeEach(async () => {
  finds = 0;
  ({ ctx } = await startVerifier({ env: usualTimes }));
});

/** A campaign of half a cent a view. */
const aCampaignOf = (hourlyBudget: bigint) =>
  createActiveCampaign(ctx, { campaign: { hourlyBudget, maxCpm: usd('5'), pacing: 'asap' } });

async function find(remoteAddress: string, placements = 3, host = 'news.example') {
  const box = { width: 300, height: 250, depth: 0 };
  const { bids } = await requestBids(
    Object.assign(asRequest(ctx), { request: { remoteAddress, userAgent: 'test', headers: {} } }),
    {
      id: `find ${(finds += 1)}`,
      site: { host, publisher: null, medium: 'web', vendor: null },
      user: { id: null, hasWallet: false, utcOffset: null, consent: null },
      imps: Array.from({ length: placements }, (_value, at) => ({
        id: String(at),
        placement: { ...box, name: `Box ${at}` },
        types: undefined,
        mimes: undefined,
        isTopFrame: null,
      })),
      isTest: false,
      isFromTag: false,
    },
    { explainTo: null },
  );
  return bids;
}

function see(remoteAddress: string, bids: readonly Bid[], campaignId: string): void {
  ctx.unseenOffers.noteEvents(
    bids.map(({ siteId }) => anEvent({ remoteAddress, siteId, trackingId: null, campaignId })),
  );
}

it('a thousand finds from one address take at most 2% of an hour’s budget from others', async () => {
  // 2,400 views.
  await aCampaignOf(usd('12'));
  let taken = 0;
  for (let nth = 0; nth < 1_000; nth += 1) taken += (await find(attacker)).length;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(48);
  for (let reader = 0; reader < 20; reader += 1)
    expect(await find(`203.0.${reader}.9`, 1)).toHaveLength(1);
});

it('three processes together let no more of them through', async () => {
  await aCampaignOf(usd('12'));
  ctx.unseenOffers.divideAmong(3);
  let taken = 0;
  for (let nth = 0; nth < 334; nth += 1) taken += (await find(attacker)).length;
  expect(taken).toBeGreaterThan(0);
  expect(3 * taken).toBeLessThanOrEqual(48);
});

it('neighbours of the address, on the same network, take no more', async () => {
  await aCampaignOf(usd('12'));
  let taken = 0;
  for (let nth = 0; nth < 250; nth += 1) taken += (await find(`198.51.100.${nth}`)).length;
  expect(taken).toBeLessThanOrEqual(48);
});

it('others win in the place of campaigns that have too many unseen offers there', async () => {
  const small = await aCampaignOf(usd('1'));
  const large = await createActiveCampaign(ctx, { campaign: { maxCpm: usd('1') } });
  const wonBy = async () => (await find(attacker, 10)).map(({ creativeId }) => creativeId);
  const won = [...(await wonBy()), ...(await wonBy()), ...(await wonBy())];
  expect(won).toHaveLength(30);
  const counts = [small, large].map(
    ({ creatives }) => won.filter((id) => id === creatives[0]!.id).length,
  );
  expect(counts).toEqual([3, 27]);
});

it('a network that looks at one of five offers has no bound', async () => {
  const { campaign } = await aCampaignOf(usd('12'));
  let filled = 0;
  for (let nth = 0; nth < 200; nth += 1) {
    const bids = await find(attacker, 5);
    filled += bids.length;
    see('198.51.100.0', bids.slice(0, 1), campaign.id);
  }
  expect(filled).toBe(1_000);
});

it('a site that nobody looks at takes an eighth at most, whoever makes its finds', async () => {
  await aCampaignOf(usd('12'));
  let taken = 0;
  for (let nth = 0; nth < 400; nth += 1)
    taken += (await find(`203.${nth % 200}.${Math.floor(nth / 200)}.1`, 3, 'farm.example')).length;
  expect(taken).toBeLessThanOrEqual(300);
  expect(await find('192.0.2.1', 3, 'honest.example')).toHaveLength(3);
});

it('the first find of a page gets its ads, and what a campaign cannot pay for goes to others', async () => {
  // Pays for two views.
  const scarce = await createActiveCampaign(ctx, {
    campaign: { hourlyBudget: usd('0.05'), maxCpm: usd('20'), pacing: 'asap' },
  });
  await createActiveCampaign(ctx, { campaign: { maxCpm: usd('1') } });
  const bids = await find('192.0.2.1', 3);
  expect(bids).toHaveLength(3);
  const scarceOnes = bids.filter(({ creativeId }) => creativeId === scarce.creatives[0]!.id);
  expect(scarceOnes).toHaveLength(2);
});

it('views that come sooner than people look lift no bound: they are refused, and cost nobody anything', async () => {
  const { campaign } = await aCampaignOf(usd('12'));
  let taken = 0;
  for (let nth = 0; nth < 1_000; nth += 1) {
    const bids = await find(attacker);
    taken += bids.length;
    ctx.unseenOffers.noteEvents(
      bids.map(({ siteId }) => {
        const offeredAt = ctx.now();
        const to = { remoteAddress: '198.51.100.0', siteId, trackingId: null };
        const times = { offeredAt, occurredAt: new Date(offeredAt.getTime() + 100) };
        return anEvent({ ...to, ...times, campaignId: campaign.id, isWeb: true });
      }),
    );
  }
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(48);
});
