import type { CreativeModel } from './creative-document.store';

const batchSize = 500;

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
    async *listCampaignIds(before: Date): AsyncGenerator<readonly string[]> {
      for (let after = ''; ; ) {
        const found = await creatives
          .find(
            { campaignId: { $gt: after }, createdAt: { $lt: before } },
            { _id: 0, campaignId: 1 },
          )
          .sort({ campaignId: 1, createdAt: 1 })
          .limit(batchSize)
          .lean<{ readonly campaignId: string }[]>();
        yield [...new Set(found.map(({ campaignId }) => campaignId))];
        const last = found.at(-1);
        if (!last || found.length < batchSize) return;
        after = last.campaignId;
      }
    },

    /** Takes those of campaigns back that were made before a time. */
    async discardOfCampaigns(campaignIds: readonly string[], before: Date): Promise<void> {
      await creatives.deleteMany({
        campaignId: { $in: [...campaignIds] },
        createdAt: { $lt: before },
      });
    },
  };
}
