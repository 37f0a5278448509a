import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { EventDocument } from './event-document';

/** How far the removing of old events came. */
export interface EventRemoval {
  /** Start of a day (UTC). Events of before may be gone: what rests on them is neither judged nor counted anew. */
  readonly goneBefore: Date;
  /** True where all these events are gone. */
  readonly isDone: boolean;
}

interface RemovalDocument extends EventRemoval {
  readonly _id: string;
}

const id = 'events';
const writeConcern = { w: 'majority', journal: true } as const;

const schema = new Schema<RemovalDocument>(
  { _id: String, goneBefore: Date, isDone: Boolean } satisfies Record<
    keyof RemovalDocument,
    unknown
  >,
  { versionKey: false, collection: 'eventRemovals' },
);

/** The removing of events that are old: that it begins is noted before the first one goes. */
export function createEventRemovalStore(db: Connection) {
  const model = db.model('EventRemoval', schema);
  const removals = nativeCollection<RemovalDocument>(model);
  const events = db.collection<EventDocument>('events');
  return {
    models: [model],

    /** null: no event was ever removed. */
    async find(session?: DatabaseSession): Promise<EventRemoval | null> {
      const options = session ? { session } : ({ readPreference: 'primary' } as const);
      const found = await removals.findOne({ _id: id }, options);
      return found && { goneBefore: found.goneBefore, isDone: found.isDone };
    },

    /** From now on events of before that time may be gone. It only grows. */
    async begin(goneBefore: Date): Promise<void> {
      await removals.updateOne(
        { _id: id },
        { $max: { goneBefore }, $set: { isDone: false } },
        { upsert: true, writeConcern },
      );
    },

    async finish(goneBefore: Date): Promise<void> {
      await removals.updateOne(
        { _id: id, goneBefore },
        { $set: { isDone: true } },
        { writeConcern },
      );
    },

    /** When the first event of some campaigns happened; null: there is none. */
    async findFirstTime(campaignIds: readonly string[]): Promise<Date | null> {
      const found = await events.findOne(
        { campaignId: { $in: [...campaignIds] } },
        { sort: { occurredAt: 1 }, projection: { occurredAt: 1 } },
      );
      return found && found.occurredAt;
    },

    /** Deletes some events of campaigns that happened before a time. @returns how many; 0: there are no more */
    async deleteSome(campaignIds: readonly string[], before: Date, limit: number): Promise<number> {
      const found = await events
        .find(
          { campaignId: { $in: [...campaignIds] }, occurredAt: { $lt: before } },
          { projection: { _id: 1 }, limit },
        )
        .toArray();
      if (found.length === 0) return 0;
      await events.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }, { writeConcern });
      return found.length;
    },
  };
}
