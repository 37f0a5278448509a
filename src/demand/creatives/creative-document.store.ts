import { type Connection, type Model, Schema } from 'mongoose';
import type { StateEntry } from '../../platform/states/state-history';
import { pathsOf, readerOf } from '../../platform/resources/resource-document.store';
import { type Creative, creativeResource, type StoredCreative } from './creative.resource';
import type { CreativeState } from './creative-state';

/** A creative as it is stored. */
export interface CreativeDocument extends StoredCreative {
  readonly contentId: string;
  /** Which insertion it came with. */
  readonly insertionId?: string;
  /** Soft deletion: statistics and payments keep the creative. */
  readonly deletedAt: Date | null;
  /** Read only by `listStates`. */
  readonly states?: readonly StateEntry<CreativeState>[];
}

export type CreativeModel = Model<CreativeDocument>;

const creativeSchema = new Schema<CreativeDocument>(
  {
    ...pathsOf(creativeResource),
    contentId: String,
    insertionId: String,
    deletedAt: { type: Date, default: null },
    states: { type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof CreativeDocument, unknown>,
  {
    versionKey: false,
    timestamps: true,
    collection: 'creatives',
    minimize: false,
  },
)
  .index({ campaignId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ status: 1, campaignId: 1, _id: 1 })
  .index({ contentId: 1 })
  .index({ advertiserId: 1, deletedAt: 1 })
  .index({ updatedAt: 1 })
  .index({ review: 1, _id: 1 }, { partialFilterExpression: { review: 'waiting' } })
  .index({ isUnreviewed: 1, _id: 1 }, { partialFilterExpression: { isUnreviewed: true } });

export const toCreative: (document: CreativeDocument) => Creative = readerOf(creativeResource);

export const createCreativeModel = (db: Connection): CreativeModel =>
  db.model<CreativeDocument>('Creative', creativeSchema);

/** The condition that finds a creative which is not deleted. */
export const presentCreative = (id: string) => ({ _id: id, deletedAt: null });
