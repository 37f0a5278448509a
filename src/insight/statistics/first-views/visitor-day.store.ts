import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { dayMs } from '../../../time';
import { storedForm } from '../roll-ups/stored-json';

interface VisitorDayDocument {
  /** As `visitorDayIdOf` makes it. */
  readonly _id: string;
  /** The stored form of `FirstViews`: the database does not look into it. */
  readonly firsts: string;
}

/** A view by when it happened, Unix milliseconds, and its id. */
export type ViewPlace = readonly [at: number, id: string];

/** By `c<campaign id>` and `s<site id>`: a visitor's first accepted view of the day there. */
export type FirstViews = Readonly<Record<string, ViewPlace>>;

const firstViews = storedForm<FirstViews>('a visitor’s day', 2);

const schema = new Schema<VisitorDayDocument>(
  { _id: String, firsts: String } satisfies Record<keyof VisitorDayDocument, unknown>,
  { versionKey: false, collection: 'visitorDays' },
);

/** The number of the day (UTC) that a time lies in. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);

export const visitorDayIdOf = (trackingId: string, at: number) => `${dayOf(at)}:${trackingId}`;

/** Which views of a day were a visitor's first: what makes them unique. */
export function createVisitorDayStore(db: Connection) {
  const model = db.model('VisitorDay', schema);
  const days = nativeCollection<VisitorDayDocument>(model);
  return {
    models: [model],

    /** By their ids; unknown ids are left out. */
    async list(
      ids: readonly string[],
      session: DatabaseSession,
    ): Promise<ReadonlyMap<string, FirstViews>> {
      if (ids.length === 0) return new Map();
      const found = await days
        .find({ _id: { $in: [...ids] } }, { session, batchSize: ids.length })
        .toArray();
      return new Map(found.map(({ _id, firsts }) => [_id, firstViews.decode(firsts)]));
    },

    /** @param knownIds of those that are stored, as the same transaction has found: the others are inserted */
    async save(
      saved: ReadonlyMap<string, FirstViews>,
      knownIds: ReadonlySet<string>,
      session: DatabaseSession,
    ): Promise<void> {
      const documents = [...saved].map(([_id, firsts]) => ({
        _id,
        firsts: firstViews.encode(firsts),
      }));
      const fresh = documents.filter(({ _id }) => !knownIds.has(_id));
      const known = documents.filter(({ _id }) => knownIds.has(_id));
      if (fresh.length > 0) await days.insertMany(fresh, { session });
      if (known.length > 0)
        await days.bulkWrite(
          known.map(({ _id, firsts }) => ({
            updateOne: { filter: { _id }, update: { $set: { firsts } } },
          })),
          { session },
        );
    },

    /** Deletes some of before a day. @returns how many; 0: there are no more */
    async deleteSome(beforeDay: number, limit: number): Promise<number> {
      // As texts: days have five digits until the year 2243.
      const found = await days
        .find({ _id: { $lt: `${beforeDay}:` } }, { projection: { _id: 1 }, limit })
        .toArray();
      if (found.length > 0) await days.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      return found.length;
    },
  };
}
