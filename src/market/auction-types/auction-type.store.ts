import { type Connection, Schema } from 'mongoose';
import { hourIdOf, hourOfId } from '../../hour';
import type { AuctionTypeSetting } from './auction-type';

interface AuctionTypeDocument extends Omit<AuctionTypeSetting, 'from'> {
  /** Number of the first clock hour that it is in force in, from the epoch. */
  readonly _id: number;
  /** Gateways that poll take up what changed by it. */
  readonly updatedAt: Date;
}

export type AuctionTypeStore = ReturnType<typeof createAuctionTypeStore>;

const schema = new Schema<AuctionTypeDocument>(
  { _id: Number, type: String, setAt: Date, updatedAt: Date } satisfies Record<
    keyof AuctionTypeDocument,
    unknown
  >,
  { versionKey: false, collection: 'auctionTypes' },
).index({ updatedAt: 1 });

const writeConcern = { w: 'majority', journal: true } as const;

export function createAuctionTypeStore(db: Connection) {
  const model = db.model('AuctionType', schema);
  return {
    models: [model],

    /** Stores the type of an hour to come; another one from the same hour gives way to it. */
    async put({ from, type, setAt }: AuctionTypeSetting): Promise<void> {
      await model.updateOne(
        { _id: hourIdOf(from) },
        { $set: { type, setAt, updatedAt: setAt } },
        { upsert: true, writeConcern },
      );
    },

    /** The latest ones by the hour from which they are in force, the latest first. */
    async listLatest(limit: number): Promise<readonly AuctionTypeSetting[]> {
      const found = await model.find().sort({ _id: -1 }).limit(limit).lean<AuctionTypeDocument[]>();
      return found.map(({ _id, type, setAt }) => ({
        type,
        from: hourOfId(_id),
        setAt,
      }));
    },
  };
}
