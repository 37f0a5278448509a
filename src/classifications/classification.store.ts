import { type Connection, Schema } from 'mongoose';
import { isDuplicateKey } from '../validation';
import type { Classification } from './classification';

interface ClassificationDocument extends Classification {
  /** `<creative>:<classifier>`. */
  readonly _id: string;
}

export type ClassificationStore = ReturnType<typeof createClassificationStore>;

const schema = new Schema<ClassificationDocument>(
  {
    _id: String,
    creativeId: String,
    campaignId: String,
    classifier: String,
    status: String,
    keywords: Schema.Types.Mixed,
    decidedAt: Date,
  },
  { versionKey: false, collection: 'classifications', minimize: false },
).index({ campaignId: 1 });

export function createClassificationStore(db: Connection) {
  const model = db.model('Classification', schema);
  return {
    models: [model],

    /**
     * Stores what a classifier says of a creative, unless it has said something later already, or this very thing.
     *
     * @returns whether it was stored.
     */
    async put(classification: Classification): Promise<boolean> {
      const { creativeId, classifier, decidedAt } = classification;
      try {
        await model.updateOne(
          { _id: `${creativeId}:${classifier}`, decidedAt: { $lt: decidedAt } },
          { $set: classification },
          { upsert: true },
        );
        return true;
      } catch (error) {
        // There is one, and it is not older: the insertion meets it.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async listByCampaigns(campaignIds: readonly string[]): Promise<readonly Classification[]> {
      return model.find({ campaignId: { $in: campaignIds } }, { _id: 0 }).lean<Classification[]>();
    },
  };
}
