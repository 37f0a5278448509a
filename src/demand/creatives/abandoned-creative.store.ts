import { listNamedCampaigns } from '../campaigns/named-campaigns.store';
import type { CreativeModel } from './creative-document.store';

/** Takes creatives back whose campaign was never stored. */
export function abandonedCreatives(creatives: CreativeModel) {
  return {
    /** Takes those back that were made before a time. @returns how many */
    async discardOlder(ids: readonly string[], before: Date): Promise<number> {
      if (ids.length === 0) return 0;
      const old = { _id: { $in: ids }, createdAt: { $lt: before } };
      return (await creatives.deleteMany(old)).deletedCount;
    },

    /** The campaigns that creatives from before a time name, once each, some at once. */
    listCampaignIds: (before: Date) => listNamedCampaigns(creatives, before),

    /** Takes those of campaigns back that were made before a time. */
    async discardOfCampaigns(campaignIds: readonly string[], before: Date): Promise<void> {
      await creatives.deleteMany({
        campaignId: { $in: [...campaignIds] },
        createdAt: { $lt: before },
      });
    },
  };
}
