import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Boost } from './peer-receipt';

interface BoostsDocument {
  /** The receipt. */
  readonly _id: string;
  readonly boosts: readonly Boost[];
  /** Coins booked for the cases of each campaign: 10^-11, by the campaign. Absent: none is. */
  readonly values?: Readonly<Record<string, Amount>>;
}

/** Boosts of a receipt, and by what they are divided. */
export interface ReceiptBoosts {
  /** In the order in which they were told. */
  readonly boosts: readonly Boost[];
  readonly valueOf: ReadonlyMap<string, Amount>;
}

const schema = new Schema<BoostsDocument>(
  {
    _id: String,
    boosts: [{ _id: false, campaignId: String, value: BigInt }],
    values: Schema.Types.Mixed,
  } satisfies Record<keyof BoostsDocument, unknown>,
  { versionKey: false, collection: 'peerReceiptBoosts' },
);

/** Boosts of campaigns that servers have paid beside their cases. */
export function createReceiptBoostStore(db: Connection) {
  const model = db.model('PeerReceiptBoosts', schema);
  return {
    models: [model],

    async put(id: string, boosts: readonly Boost[], session: DatabaseSession): Promise<void> {
      await model.replaceOne({ _id: id }, { boosts }, { upsert: true, session });
    },

    async find(id: string, session: DatabaseSession): Promise<ReceiptBoosts> {
      const found = await model.findById(id, null, { session }).lean<BoostsDocument>();
      return {
        boosts: found?.boosts ?? [],
        valueOf: new Map(Object.entries(found?.values ?? {})),
      };
    },

    async remove(id: string): Promise<void> {
      await model.deleteOne({ _id: id });
    },

    /** Counts what is booked for cases, below 0 what is taken back, by their campaigns. */
    async addValues(
      id: string,
      values: ReadonlyMap<string, Amount>,
      session: DatabaseSession,
    ): Promise<void> {
      if (values.size === 0) return;
      const added: Record<string, Amount> = {};
      for (const [campaignId, value] of values) added[`values.${campaignId}`] = value;
      await model.updateOne({ _id: id }, { $inc: added }, { session });
    },
  };
}
