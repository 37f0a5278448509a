import { type Connection, Schema } from 'mongoose';
import { inBatches } from '../../../platform/database/in-batches';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { inParts } from '../questions/in-parts';
import { encodeSections } from './encode-sections';
import { type FamilyName, familyNames, type RollUp, rollUpIdOf, type RollUpKey } from './roll-up';

interface RollUpDocument extends RollUpKey {
  readonly _id: string;
  /** See `encodeSections`. */
  readonly sections: Readonly<Record<string, string>>;
}

/** The stored roll-up of an owner's hour, or one of its layers. */
export interface StoredRollUp extends RollUpKey {
  readonly sections: Readonly<Record<string, string>>;
}

/** Hours of some owners; null: of all that there are. */
export interface RollUpQuery {
  readonly family: FamilyName;
  readonly ownerIds: readonly string[] | null;
  /** Numbers of clock hours. */
  readonly fromHour: number;
  /** The first one that is not meant. */
  readonly toHour: number;
}

/** Of layers behind the first one. */
const behindFirst = { layer: { $gt: 0 } };

const schema = new Schema<RollUpDocument>(
  {
    _id: String,
    family: String,
    ownerId: String,
    hour: Number,
    part: Number,
    layer: Number,
    sections: Schema.Types.Mixed,
  } satisfies Record<keyof RollUpDocument, unknown>,
  { versionKey: false, collection: 'statisticsRollUps', minimize: false },
)
  .index({ ownerId: 1, family: 1, hour: 1 })
  .index({ family: 1, hour: 1 })
  .index({ hour: 1 }, { partialFilterExpression: behindFirst });

/** As many as an answer has room for: they are read as one. */
const batchSize = 5_000;
/** Of one command, which has 16 MiB at most: those of a transaction may be some 100,000, and as many of each layer. */
const idsAtOnce = 20_000;
/** Few enough that some are summed up while the database reads the next ones. */
const streamedAtOnce = 1_000;

/** Sums of hours. */
export function createRollUpStore(db: Connection) {
  const model = db.model('StatisticsRollUp', schema);
  const rollUps = nativeCollection<RollUpDocument>(model);
  const conditionsOf = ({ family, ownerIds, fromHour, toHour }: RollUpQuery) => ({
    ...(ownerIds && { ownerId: { $in: [...ownerIds] } }),
    family,
    hour: { $gte: fromHour, $lt: toHour },
  });
  return {
    models: [model],

    /** How many there are, at most `limit`. */
    count(query: RollUpQuery, limit: number): Promise<number> {
      return rollUps.countDocuments(conditionsOf(query), { limit });
    },

    /** Some sections of them, in parts, in no order. */
    async *stream(
      query: RollUpQuery,
      sections: readonly string[],
      session: DatabaseSession,
    ): AsyncGenerator<readonly Omit<StoredRollUp, 'family'>[]> {
      const named = Object.fromEntries(sections.map((name) => [`sections.${name}`, 1]));
      const projection = { _id: 0, ownerId: 1, hour: 1, ...named };
      yield* inBatches(
        rollUps.find(conditionsOf(query), {
          session,
          batchSize: streamedAtOnce,
          projection,
          // Nobody else writes these texts: to check that they are UTF-8 takes a third of decoding them.
          enableUtf8Validation: false,
        }),
      );
    },

    /** The stored roll-ups with these ids, whole. */
    async listByIds(
      ids: readonly string[],
      session: DatabaseSession,
    ): Promise<readonly StoredRollUp[]> {
      const found: StoredRollUp[] = [];
      for (const some of inParts(ids, idsAtOnce)) {
        const filter = { _id: { $in: [...some] } };
        for await (const rollUp of rollUps.find(filter, { session, batchSize })) found.push(rollUp);
      }
      return found;
    },

    /** Layers behind the first one, of hours before one, without their sections. */
    listLayered(
      { beforeHour, limit }: { readonly beforeHour: number; readonly limit: number },
      session: DatabaseSession,
    ): Promise<readonly RollUpKey[]> {
      const projection = { _id: 0, family: 1, ownerId: 1, hour: 1, part: 1, layer: 1 };
      return rollUps
        .find({ ...behindFirst, hour: { $lt: beforeHour } }, { session, limit, projection })
        .toArray();
    },

    /** The roll-ups of every owner. */
    listHour(hour: number, session: DatabaseSession): Promise<readonly StoredRollUp[]> {
      return rollUps
        .find({ family: { $in: [...familyNames] }, hour }, { session, batchSize })
        .toArray();
    },

    /**
     * Puts roll-ups in the place of what is stored of them: those that are new are inserted, which takes a fraction of an
     * upsert, and those that are empty are removed.
     *
     * @param knownIds of those that are stored, as the same transaction has found
     */
    async save(
      saved: readonly RollUp[],
      knownIds: ReadonlySet<string>,
      session: DatabaseSession,
    ): Promise<void> {
      const documents = saved.map(({ sections, ...key }) => ({
        _id: rollUpIdOf(key),
        ...key,
        sections: encodeSections({ sections }),
      }));
      const fresh: RollUpDocument[] = [];
      const operations = documents.flatMap(({ _id, ownerId, sections, ...rest }) => {
        if (knownIds.has(_id))
          return [
            sections === null
              ? { deleteOne: { filter: { _id, ownerId } } }
              : { updateOne: { filter: { _id, ownerId }, update: { $set: { sections } } } },
          ];
        if (sections !== null) fresh.push({ _id, ownerId, ...rest, sections });
        return [];
      });
      if (fresh.length > 0) await rollUps.insertMany(fresh, { session });
      if (operations.length > 0) await rollUps.bulkWrite(operations, { session });
    },
  };
}
