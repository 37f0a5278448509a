import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';

/** How far a look at what time brings has come: to this moment, and of it to this id. */
export interface NoticeMark {
  readonly at: Date;
  readonly id: string;
}

type MarkDocument = Record<'_id' | 'lastId', string> & { readonly at: Date };

const schema = new Schema<MarkDocument>(
  { _id: String, at: Date, lastId: String } satisfies Record<keyof MarkDocument, unknown>,
  { versionKey: false, collection: 'noticeMarks' },
);

export function createNoticeMarkStore(db: Connection) {
  const model = db.model('NoticeMark', schema);
  return {
    models: [model],

    /** null: nobody has looked. */
    async find(name: string, session: DatabaseSession): Promise<NoticeMark | null> {
      const found = await model.findById(name, null, { session }).lean<MarkDocument>();
      return found && { at: found.at, id: found.lastId };
    },

    async put(name: string, { at, id }: NoticeMark, session: DatabaseSession): Promise<void> {
      await model.updateOne({ _id: name }, { $set: { at, lastId: id } }, { upsert: true, session });
    },
  };
}
