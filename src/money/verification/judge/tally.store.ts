import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';

interface TallyDocument {
  /** As `tallyKeysOf` makes it. */
  readonly _id: string;
  readonly cases: number;
  readonly expiresAt: Date;
}

/** From the first view on. No event of the hour that is recorded comes later, but for outages of more than a day. */
const keptForMs = 2 * 24 * 60 * 60 * 1000;

const schema = new Schema<TallyDocument>(
  { _id: String, cases: Number, expiresAt: Date } satisfies Record<keyof TallyDocument, unknown>,
  { versionKey: false, collection: 'caseTallies' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Accepted views of an hour, by visitor, network and site. */
export function createTallyStore(db: Connection) {
  const model = db.model('CaseTally', schema);
  const store = {
    models: [model],

    /** Unknown ones are left out. */
    async list(
      keys: readonly string[],
      session: DatabaseSession,
    ): Promise<ReadonlyMap<string, number>> {
      if (keys.length === 0) return new Map();
      const found = await nativeCollection<TallyDocument>(model)
        .find({ _id: { $in: [...keys] } }, { projection: { cases: 1 }, session })
        .toArray();
      return new Map(found.map(({ _id, cases }) => [_id, cases]));
    },

    /**
     * Adds to counts: those that are new are inserted, which takes a fraction of an upsert.
     *
     * @param counted.known what `list` has found of them in the same transaction
     * @param counted.now when they were judged
     */
    async add(
      added: ReadonlyMap<string, number>,
      counted: { readonly known: ReadonlyMap<string, number>; readonly now: Date },
      session: DatabaseSession,
    ): Promise<void> {
      const { known, now } = counted;
      const expiresAt = new Date(now.getTime() + keptForMs);
      const fresh = [...added].filter(([key]) => !known.has(key));
      const old = [...added].filter(([key]) => known.has(key));
      const tallies = nativeCollection<TallyDocument>(model);
      if (fresh.length > 0)
        await tallies.insertMany(
          fresh.map(([_id, cases]) => ({ _id, cases, expiresAt })),
          { session, ordered: true },
        );
      if (old.length > 0)
        await tallies.bulkWrite(
          old.map(([_id, cases]) => ({
            updateOne: { filter: { _id }, update: { $inc: { cases } } },
          })),
          { session },
        );
    },

    /** Adds to counts and takes from them. Nothing is taken from those that are gone. */
    async change(
      turned: ReadonlyMap<string, number>,
      now: Date,
      session: DatabaseSession,
    ): Promise<void> {
      const known = await store.list([...turned.keys()], session);
      const changes = new Map(
        [...turned].filter(([key, cases]) => cases > 0 || (cases < 0 && known.has(key))),
      );
      await store.add(changes, { known, now }, session);
    },
  };
  return store;
}
