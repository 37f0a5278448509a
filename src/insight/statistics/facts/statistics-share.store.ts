import { randomUUID } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';

interface ShareDocument {
  readonly _id: string;
  /** As `namePiece` names the piece that the facts wait for. */
  readonly piece: string;
  /** The partition of demand that has handed them on; -1: visitors have. */
  readonly source: number;
  /** The last batch of verdicts that the facts are from. A source hands on growing ones. */
  readonly batch: number;
  /** How many facts there are. */
  readonly count: number;
  /** See `encodeFacts`. */
  readonly facts: string;
}

/** Facts that one piece of folding has handed on to another. */
export type StoredShare = Pick<ShareDocument, 'piece' | 'facts'> & { readonly id: string };

const schema = new Schema<ShareDocument>(
  {
    ...{ _id: String, piece: String, source: Number },
    ...{ batch: Number, count: Number, facts: String },
  } satisfies Record<keyof ShareDocument, unknown>,
  { versionKey: false, collection: 'statisticsShares' },
).index({ piece: 1, batch: 1 });

/** Stores what pieces of folding hand on, in the transactions in which they do. */
export function createStatisticsShareStore(db: Connection) {
  const model = db.model('StatisticsShare', schema);
  const shares = nativeCollection<ShareDocument>(model);
  return {
    models: [model],

    async insert(
      handedOn: readonly Omit<ShareDocument, '_id'>[],
      session: DatabaseSession,
    ): Promise<void> {
      if (handedOn.length === 0) return;
      const documents = handedOn.map((share) => ({ _id: randomUUID(), ...share }));
      await shares.insertMany(documents, { session });
    },

    /**
     * Shares of some pieces, those of one source in the order in which they were handed on.
     * @param query.source default: every source
     */
    async list(
      query: {
        readonly pieces: readonly string[];
        readonly source?: number;
        readonly limit: number;
      },
      session: DatabaseSession,
    ): Promise<readonly StoredShare[]> {
      const { pieces, source, limit } = query;
      const isMeant = { piece: { $in: [...pieces] }, ...(source !== undefined && { source }) };
      const found = await shares
        .find(isMeant, { session, batchSize: limit })
        .sort({ batch: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, piece, facts }) => ({ id: _id, piece, facts }));
    },

    /** The pieces that shares wait for, at most `limit` shares, with the number of their facts. */
    async listWaiting(limit: number): Promise<readonly Pick<ShareDocument, 'piece' | 'count'>[]> {
      const projection = { _id: 0, piece: 1, count: 1 };
      return shares.find({}, { projection, batchSize: limit, limit }).toArray();
    },

    async delete(taken: readonly StoredShare[], session: DatabaseSession): Promise<void> {
      for (const [piece, some] of Map.groupBy(taken, (share) => share.piece))
        await shares.deleteMany({ piece, _id: { $in: some.map(({ id }) => id) } }, { session });
    },
  };
}
