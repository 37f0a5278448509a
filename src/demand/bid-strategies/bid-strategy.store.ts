import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { BidStrategy } from './bid-strategy';

type BidStrategyDocument = Omit<BidStrategy, 'id' | 'advertiserId'> & {
  readonly _id: string;
  readonly advertiserId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type OwnBidStrategy = BidStrategy & { readonly advertiserId: string };

const schema = new Schema<BidStrategyDocument>(
  {
    _id: String,
    advertiserId: String,
    name: String,
    medium: String,
    vendor: { type: String, default: null },
    createdAt: Date,
    updatedAt: Date,
  } satisfies Record<keyof BidStrategyDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'bidStrategies' },
).index({ advertiserId: 1, createdAt: 1, _id: 1 });

function toBidStrategy({ _id, advertiserId, name, medium, vendor }: BidStrategyDocument) {
  return { id: _id, advertiserId, name, medium, vendor } satisfies OwnBidStrategy;
}

export function createBidStrategyStore(db: Connection) {
  const model = db.model('BidStrategy', schema);
  return {
    models: [model],

    async insert({ id, ...rest }: OwnBidStrategy): Promise<OwnBidStrategy> {
      const created = await model.create({ _id: id, ...rest });
      return toBidStrategy(created.toObject());
    },

    async findOwned(advertiserId: string, id: string): Promise<OwnBidStrategy | null> {
      const found = await model.findOne({ _id: id, advertiserId }).lean<BidStrategyDocument>();
      return found && toBidStrategy(found);
    },

    /** Oldest first. */
    async list(advertiserId: string): Promise<readonly OwnBidStrategy[]> {
      const found = await model
        .find({ advertiserId })
        .sort({ createdAt: 1, _id: 1 })
        .lean<BidStrategyDocument[]>();
      return found.map(toBidStrategy);
    },

    async rename(advertiserId: string, id: string, name: string): Promise<OwnBidStrategy | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, advertiserId },
          { $set: { name } },
          { returnDocument: 'after' },
        )
        .lean<BidStrategyDocument>();
      return found && toBidStrategy(found);
    },

    /**
     * Marks a strategy as used in a transaction: of another one that deletes the strategy meanwhile, one waits for the other.
     *
     * @returns false where the advertiser has no such strategy.
     */
    async use(advertiserId: string, id: string, session: DatabaseSession): Promise<boolean> {
      const used = await model.updateOne({ _id: id, advertiserId }, {}, { session });
      return used.matchedCount === 1;
    },

    /** @param session default: no transaction */
    async delete(advertiserId: string, id: string, session?: DatabaseSession): Promise<boolean> {
      const deleted = await model.deleteOne({ _id: id, advertiserId }, session && { session });
      return deleted.deletedCount === 1;
    },
  };
}
