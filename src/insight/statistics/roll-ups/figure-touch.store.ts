import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';

interface FigureTouchDocument {
  /** Partition and batch of the verdicts. */
  readonly _id: string;
  readonly campaignIds: readonly string[];
  readonly siteIds: readonly string[];
  readonly updatedAt: Date;
}

/** The campaigns and sites whose figures a transaction has changed. */
export type FigureTouch = Pick<FigureTouchDocument, 'campaignIds' | 'siteIds'>;

/** Gateways are told within seconds; one that was away for longer starts anew. */
const keptSeconds = 600;

const schema = new Schema<FigureTouchDocument>(
  { _id: String, campaignIds: [String], siteIds: [String], updatedAt: Date } satisfies Record<
    keyof FigureTouchDocument,
    unknown
  >,
  { versionKey: false, collection: 'figureTouches' },
).index({ updatedAt: 1 }, { expireAfterSeconds: keptSeconds });

/** Tells every gateway, by its change feed, whose figures have become others. */
export function createFigureTouchStore(db: Connection) {
  const model = db.model('FigureTouch', schema);
  const touches = nativeCollection<FigureTouchDocument>(model);
  return {
    models: [model],

    async insert(
      touch: FigureTouch & { readonly id: string; readonly at: Date },
      session: DatabaseSession,
    ): Promise<void> {
      const { id, at, campaignIds, siteIds } = touch;
      await touches.insertOne({ _id: id, campaignIds, siteIds, updatedAt: at }, { session });
    },

    /** The stored ones with these ids, in no order. */
    async listByIds(ids: readonly string[]): Promise<readonly FigureTouch[]> {
      return touches.find({ _id: { $in: [...ids] } }).toArray();
    },
  };
}
