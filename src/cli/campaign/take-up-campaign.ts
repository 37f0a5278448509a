import type { ServiceContext } from '../../api/context';

/** Has this process know the price of a campaign, and what of the campaign is for sale. */
export async function takeUpCampaign(
  { creatives, inventory }: Pick<ServiceContext, 'creatives' | 'inventory'>,
  id: string,
): Promise<void> {
  const creativeIds = (await creatives.listIdsByCampaigns([id])).get(id) ?? [];
  await inventory.refresh({ campaignIds: [id], creativeIds: [...creativeIds] });
}
