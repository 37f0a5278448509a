import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { AddressClaim } from './claim';

interface ClaimDocument extends Omit<AddressClaim, 'code'> {
  readonly _id: string;
  /** Some time after `expiresAt`, as its transfer may be read late; absent once it was shown. */
  readonly removedAt?: Date;
}

export type ClaimStore = ReturnType<typeof createClaimStore>;

const readLateMs = 30 * 24 * 60 * 60 * 1000;
const mostShown = 100;

const schema = new Schema<ClaimDocument>(
  {
    _id: String,
    accountId: String,
    address: String,
    requestedAt: Date,
    expiresAt: Date,
    provenAt: { type: Date, default: null },
    transactionId: { type: String, default: null },
    mergedId: { type: String, default: null },
    removedAt: Date,
  } satisfies Record<keyof ClaimDocument, unknown>,
  { versionKey: false, collection: 'addressClaims' },
)
  .index({ accountId: 1, requestedAt: -1, _id: 1 })
  .index({ removedAt: 1 }, { expireAfterSeconds: 0 });

export function createClaimStore(db: Connection) {
  const model = db.model('AddressClaim', schema);
  return {
    models: [model],

    async insert({ code, ...claim }: AddressClaim, session?: DatabaseSession): Promise<void> {
      const isOpen = claim.provenAt === null;
      const removedAt = new Date(claim.expiresAt.getTime() + readLateMs);
      const document = { ...claim, _id: code, ...(isOpen && { removedAt }) };
      await model.insertMany([document], { ...(session && { session }) });
    },

    /** The newest ones of an account. */
    async listOwned(accountId: string): Promise<readonly AddressClaim[]> {
      const found = await model
        .find({ accountId })
        .sort({ requestedAt: -1, _id: 1 })
        .limit(mostShown)
        .lean<ClaimDocument[]>();
      return found.map(toClaim);
    },

    /** Finds the claim that has one of these codes; null: none. */
    async findByCode(codes: readonly string[]): Promise<AddressClaim | null> {
      const found = await model.findOne({ _id: { $in: codes } }).lean<ClaimDocument>();
      return found && toClaim(found);
    },

    /** Notes that one was shown. @returns whether it was not before. */
    async prove(
      code: string,
      shown: Pick<AddressClaim, 'provenAt' | 'transactionId' | 'mergedId'>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const update = { $set: shown, $unset: { removedAt: 1 } };
      const filter = { _id: code, provenAt: null };
      return (await model.updateOne(filter, update, { session })).matchedCount === 1;
    },
  };
}

function toClaim({ _id, removedAt, ...rest }: ClaimDocument): AddressClaim {
  return { ...rest, code: _id };
}
