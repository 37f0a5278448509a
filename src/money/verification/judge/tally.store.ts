import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { dayMs } from '../../../time';

/** Counts of events. */
interface Counts {
  readonly cases?: number;
  readonly clicks?: number;
}

interface TallyDocument extends Counts {
  /** As `tallyKeysOf` makes it, up to the blank. */
  readonly _id: string;
  /** Of a network: by the publisher whose sites were visited. */
  readonly of?: Readonly<Record<string, Counts>>;
  readonly expiresAt: Date;
}

/** From the first view on. No event of the hour that is recorded comes later, but for outages of more than a day. */
const keptForMs = 2 * dayMs;

const schema = new Schema<TallyDocument>(
  { _id: String, cases: Number, clicks: Number, of: Object, expiresAt: Date } satisfies Record<
    keyof TallyDocument,
    unknown
  >,
  { versionKey: false, collection: 'caseTallies' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** A key's tally, and the member of the tally that counts; a key without a blank is a tally of cases. */
function partsOf(key: string): readonly [id: string, member: string] {
  const at = key.indexOf(' ');
  if (at === -1) return [key, 'cases'];
  return [key.slice(0, at), key.slice(at + 1)];
}

function countIn(tally: TallyDocument, member: string): number {
  const [, publisherId, ofPair] = /^of\.(\w+)\.(\w+)$/.exec(member) ?? [];
  const counts: Counts = publisherId === undefined ? tally : (tally.of?.[publisherId] ?? {});
  return (ofPair ?? member) === 'cases' ? (counts.cases ?? 0) : (counts.clicks ?? 0);
}

/** Counts to add, by the members of each tally. */
function byTally(added: ReadonlyMap<string, number>): Map<string, Record<string, number>> {
  const tallies = new Map<string, Record<string, number>>();
  for (const [key, count] of added) {
    const [id, member] = partsOf(key);
    const counts = tallies.get(id) ?? {};
    counts[member] = count;
    tallies.set(id, counts);
  }
  return tallies;
}

/** A new tally of counts by member, of which those of pairs are nested. */
function toDocument(
  _id: string,
  counts: Readonly<Record<string, number>>,
  expiresAt: Date,
): TallyDocument {
  const of: Record<string, Record<string, number>> = {};
  const own: Record<string, number> = {};
  for (const [member, count] of Object.entries(counts)) {
    const [first, publisherId, ofPair] = member.split('.');
    if (first === 'of' && publisherId !== undefined && ofPair !== undefined)
      (of[publisherId] ??= {})[ofPair] = count;
    else own[member] = count;
  }
  return { _id, ...own, ...(Object.keys(of).length > 0 && { of }), expiresAt };
}

/** Counted events of an hour, by visitor, network, pair of publisher and network, and site. */
export function createTallyStore(db: Connection) {
  const model = db.model('CaseTally', schema);
  const store = {
    models: [model],

    /** The counts of keys by `askedKeysOf`, of those tallies that are there. */
    async list(
      keys: readonly string[],
      session: DatabaseSession,
    ): Promise<ReadonlyMap<string, number>> {
      if (keys.length === 0) return new Map();
      const asked = keys.map((key) => [key, ...partsOf(key)] as const);
      const ids = new Set(asked.map(([, id]) => id));
      const found = await nativeCollection<TallyDocument>(model)
        .find({ _id: { $in: [...ids] } }, { session })
        .toArray();
      const tallies = new Map(found.map((tally) => [tally._id, tally]));
      return new Map(
        asked.flatMap(([key, id, member]) => {
          const tally = tallies.get(id);
          return tally ? [[key, countIn(tally, member)] as const] : [];
        }),
      );
    },

    /**
     * Adds to counts: tallies that are new are inserted, which takes a fraction of an upsert.
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
      const knownIds = new Set([...known.keys()].map((key) => partsOf(key)[0]));
      const all = [...byTally(added)];
      const fresh = all.filter(([id]) => !knownIds.has(id));
      const old = all.filter(([id]) => knownIds.has(id));
      const tallies = nativeCollection<TallyDocument>(model);
      if (fresh.length > 0)
        await tallies.insertMany(
          fresh.map(([id, counts]) => toDocument(id, counts, expiresAt)),
          { session, ordered: true },
        );
      if (old.length > 0)
        await tallies.bulkWrite(
          old.map(([_id, counts]) => ({
            updateOne: { filter: { _id }, update: { $inc: counts } },
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
        [...turned].filter(([key, count]) => count > 0 || (count < 0 && known.has(key))),
      );
      await store.add(changes, { known, now }, session);
    },
  };
  return store;
}
