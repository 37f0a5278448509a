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

/** An event that is old. */
export interface OldEvent {
  readonly id: string;
  /** True where another server's site has shown it. */
  readonly isOfPeer: boolean;
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

    /** Some events of campaigns that happened before a time; none: there are no more. */
    async listSome(
      campaignIds: readonly string[],
      before: Date,
      limit: number,
    ): Promise<readonly OldEvent[]> {
      const found = events.find(
        { campaignId: { $in: [...campaignIds] }, occurredAt: { $lt: before } },
        { projection: { 'peer.address': 1 }, limit, readPreference: 'primary' },
      );
      return (await found.toArray()).map(({ _id, peer }) => ({
        ...{ id: _id, isOfPeer: peer !== undefined },
      }));
    },

    /** Does no harm twice. */
    async delete(ids: readonly string[]): Promise<void> {
      await events.deleteMany({ _id: { $in: [...ids] } }, { writeConcern });
    },
  };
}
