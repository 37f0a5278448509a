import type { ServiceContext } from '../../../src/api/context';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { aPlacement } from '../../support/placements';
import { aSite } from '../../support/verifier';
import { advertiserIds, publisherId } from './month-accounts';
import type { ShownAd } from './check-page';
import type { MonthCampaign } from './month-campaigns';
import { dealPlacement, dealSite } from './month-deals';
import { ownPlacements, ownSite } from './month-own-site';

export type MonthCreatives = ReadonlyMap<string, Pick<ShownAd, 'campaign' | 'nth'>>;

/** Makes the accounts, the publisher's site and the campaigns. */
export async function createMarket(
  ctx: ServiceContext,
  campaigns: ReadonlyMap<string, readonly MonthCampaign[]>,
): Promise<MonthCreatives> {
  await setRate(ctx, { rate: usd('1') });
  const account = { isEmailConfirmed: true, passwordHash: null, payoutAddress: null };
  for (const id of [...advertiserIds, publisherId]) {
    const isPublisher = id === publisherId;
    const roles = ['advertiser' as const, ...(isPublisher ? ['publisher' as const] : [])];
    await ctx.accounts.insert({ ...account, id, email: `${id}@shop.example`, roles });
  }
  for (const site of [ownSite, dealSite]) await ctx.sites.insertOrFind(aSite(site));
  for (const placement of [...ownPlacements, dealPlacement])
    await ctx.placements.insert(aPlacement(placement));
  const known = new Map<string, Pick<ShownAd, 'campaign' | 'nth'>>();
  for (const [size, some] of campaigns)
    for (const campaign of some)
      for (const [nth, id] of (await createCreatives(ctx, campaign, size)).entries())
        known.set(id, { campaign, nth });
  return known;
}

async function createCreatives(
  ctx: ServiceContext,
  { terms, creatives }: MonthCampaign,
  size: string,
): Promise<readonly string[]> {
  const sizes = creatives.map(() => size);
  const made = await createActiveCampaign(ctx, { campaign: terms, sizes });
  const ids = made.creatives.map(({ id }) => id);
  const { id: campaignId, advertiserId } = made.campaign;
  for (const [nth, id] of ids.entries())
    await updateCreative(ctx, { id, campaignId, advertiserId, ...creatives[nth] });
  return ids;
}
