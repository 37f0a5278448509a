import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';
import { isDuplicateKey } from '../../validation';
import type { Classification } from './classification';

interface ClassificationDocument extends Classification {
  /** `<creative>:<classifier>`. */
  readonly _id: string;
  /** False while the creative has not taken it up. */
  readonly isApplied?: boolean;
}

const schema = new Schema<ClassificationDocument>(
  {
    _id: String,
    creativeId: String,
    campaignId: String,
    classifier: String,
    status: String,
    keywords: Schema.Types.Mixed,
    decidedAt: Date,
    isApplied: Boolean,
  } satisfies Record<keyof ClassificationDocument, unknown>,
  { versionKey: false, collection: 'classifications', minimize: false },
).index({ campaignId: 1 });

const idOf = ({ creativeId, classifier }: Classification) => `${creativeId}:${classifier}`;

export function createClassificationStore(db: Connection) {
  const model = db.model('Classification', schema);
  return {
    models: [model],

    /**
     * Stores what a classifier says of a creative, unless it has said something later already, or this very thing and
     * that was taken up.
     *
     * @returns whether it was stored, and is to be taken up.
     */
    async put(classification: Classification): Promise<boolean> {
      const { decidedAt } = classification;
      const isOpen = [{ decidedAt: { $lt: decidedAt } }, { decidedAt, isApplied: false }];
      try {
        await upsertRacing(() =>
          model.updateOne(
            { _id: idOf(classification), $or: isOpen },
            { $set: { ...classification, isApplied: false } },
            { upsert: true },
          ),
        );
        return true;
      } catch (error) {
        // There is one, and it is not older: the insertion meets it.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Notes that the creative has taken it up. */
    async markApplied(classification: Classification): Promise<void> {
      const { decidedAt } = classification;
      await model.updateOne(
        { _id: idOf(classification), decidedAt },
        { $set: { isApplied: true } },
      );
    },

    async listByCampaigns(campaignIds: readonly string[]): Promise<readonly Classification[]> {
      return model
        .find({ campaignId: { $in: campaignIds } }, { _id: 0, isApplied: 0 })
        .lean<Classification[]>();
    },
  };
}
