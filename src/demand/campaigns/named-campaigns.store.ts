import type { Model } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';

const batchSize = 500;

/** A document of a campaign. */
interface OfCampaign {
  readonly _id: string;
  readonly campaignId: string;
  readonly createdAt: Date;
}

/**
 * The campaigns that documents from before a time name, once each, some at once: by the index `{ campaignId, createdAt }`.
 */
export async function* listNamedCampaigns(
  model: Pick<Model<OfCampaign>, 'db' | 'collection'>,
  before: Date,
): AsyncGenerator<readonly string[]> {
  const documents = nativeCollection<OfCampaign>(model);
  for (let after = ''; ; ) {
    const found = await documents
      .find({ campaignId: { $gt: after }, createdAt: { $lt: before } })
      .project<Pick<OfCampaign, 'campaignId'>>({ _id: 0, campaignId: 1 })
      .sort({ campaignId: 1, createdAt: 1 })
      .limit(batchSize)
      .toArray();
    yield [...new Set(found.map(({ campaignId }) => campaignId))];
    const last = found.at(-1);
    if (!last || found.length < batchSize) return;
    after = last.campaignId;
  }
}
