import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { NoticeData } from '../../platform/notices/notice';

/** Notices of one kind to one account, as they were put down. */
export interface OutboxEntry {
  readonly id: string;
  readonly kind: string;
  readonly accountId: string;
  readonly at: Date;
  readonly items: readonly { readonly campaignId: string | null; readonly data: NoticeData }[];
}

type OutboxDocument = Omit<OutboxEntry, 'id'> & { readonly _id: string };

export type NoticeOutboxStore = ReturnType<typeof createNoticeOutboxStore>;

const schema = new Schema<OutboxDocument>(
  {
    _id: String,
    kind: String,
    accountId: String,
    at: Date,
    items: [Schema.Types.Mixed],
  } satisfies Record<keyof OutboxDocument, unknown>,
  { versionKey: false, collection: 'noticeOutbox', minimize: false },
).index({ at: 1, _id: 1 });

/** Keeps notices from the transaction that caused them until they are sent. */
export function createNoticeOutboxStore(db: Connection) {
  const model = db.model('NoticeOutboxEntry', schema);
  return {
    models: [model],

    async insert(entries: readonly OutboxEntry[], session: DatabaseSession): Promise<void> {
      const documents = entries.map(({ id, items, ...rest }) => ({
        _id: id,
        ...rest,
        items: [...items],
      }));
      await model.insertMany(documents, { session });
    },

    /** In the order in which they were put down, about. */
    async listOldest(limit: number): Promise<readonly OutboxEntry[]> {
      const found = await model
        .find()
        .sort({ at: 1, _id: 1 })
        .limit(limit)
        .lean<OutboxDocument[]>();
      return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
    },

    /** @returns how many of them were there. */
    async remove(ids: readonly string[], session: DatabaseSession): Promise<number> {
      return (await model.deleteMany({ _id: { $in: ids } }, { session })).deletedCount;
    },
  };
}
