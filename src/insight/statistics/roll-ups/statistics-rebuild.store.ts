import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';

interface RebuildDocument {
  readonly _id: string;
  readonly beforeHour: number;
  readonly firstHour?: number;
}

/** Which clock hours, by their numbers, are to be counted yet. */
export interface StatisticsRebuild {
  /** The first one that is not. */
  readonly beforeHour: number;
  /** null: it was not looked for. */
  readonly firstHour: number | null;
}

/** As the migration that asks for it calls it. */
const id = 'first';

const schema = new Schema<RebuildDocument>(
  { _id: String, beforeHour: Number, firstHour: Number } satisfies Record<
    keyof RebuildDocument,
    unknown
  >,
  { versionKey: false, collection: 'statisticsRebuilds' },
);

/** How far the counting of hours came that were before there were roll-ups. */
export function createStatisticsRebuildStore(db: Connection) {
  const model = db.model('StatisticsRebuild', schema);
  const rebuilds = nativeCollection<RebuildDocument>(model);
  return {
    models: [model],

    /** null: all is counted. */
    async find(): Promise<StatisticsRebuild | null> {
      const found = await rebuilds.findOne({ _id: id });
      return found && { beforeHour: found.beforeHour, firstHour: found.firstHour ?? null };
    },

    async save({
      beforeHour,
      firstHour,
    }: {
      beforeHour: number;
      firstHour: number;
    }): Promise<void> {
      await rebuilds.updateOne({ _id: id }, { $min: { beforeHour }, $set: { firstHour } });
    },

    async delete(): Promise<void> {
      await rebuilds.deleteOne({ _id: id });
    },
  };
}
