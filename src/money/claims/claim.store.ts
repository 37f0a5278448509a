import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { BlockProof } from '../../platform/ledger/replaced-block';
import type { AddressClaim } from './claim';
import { dayMs } from '../../time';

interface ClaimDocument extends Omit<AddressClaim, 'code' | 'proof' | 'replacedAt'> {
  readonly _id: string;
  /** Some time after `expiresAt`, as its transfer may be read late; absent once it was shown. */
  readonly removedAt?: Date;
  /** Absent: null. */
  readonly proof?: BlockProof | null;
  readonly replacedAt?: Date;
}

const readLateMs = 30 * dayMs;
const mostShown = 100;
/** As the index of those has it whose blocks were replaced. */
const isReplaced = { replacedAt: { $gt: new Date(0) } };

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
    proof: { type: { _id: false, block: Date, shownAt: Date }, default: undefined },
    replacedAt: Date,
  } satisfies Record<keyof ClaimDocument, unknown>,
  { versionKey: false, collection: 'addressClaims' },
)
  .index({ accountId: 1, requestedAt: -1, _id: 1 })
  .index({ 'proof.shownAt': -1 }, { sparse: true })
  .index({ replacedAt: 1 }, { sparse: true })
  .index({ removedAt: 1 }, { expireAfterSeconds: 0 });

export function createClaimStore(db: Connection) {
  const model = db.model('AddressClaim', schema);
  return {
    models: [model],

    async insert(
      { code, replacedAt, ...claim }: AddressClaim,
      session?: DatabaseSession,
    ): Promise<void> {
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
      shown: Pick<AddressClaim, 'provenAt' | 'transactionId' | 'mergedId' | 'proof'>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const update = { $set: shown, $unset: { removedAt: 1 } };
      const filter = { _id: code, provenAt: null };
      return (await model.updateOne(filter, update, { session })).matchedCount === 1;
    },

    /** Lists the claims that the ledger has shown since a time, the newest first. */
    async listShownSince(since: Date, limit: number): Promise<readonly AddressClaim[]> {
      const found = await model
        .find({ 'proof.shownAt': { $gte: since } })
        .sort({ 'proof.shownAt': -1 })
        .limit(limit)
        .lean<ClaimDocument[]>();
      return found.map(toClaim);
    },

    /** Lists the claims whose blocks were replaced, the oldest first. */
    async listReplaced(limit: number): Promise<readonly AddressClaim[]> {
      const found = await model
        .find(isReplaced)
        .sort({ replacedAt: 1 })
        .limit(limit)
        .lean<ClaimDocument[]>();
      return found.map(toClaim);
    },

    /** Finds the accounts among these that have such a claim. @param session default: none */
    async listReplacedOwners(
      accountIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlySet<string>> {
      if (accountIds.length === 0) return new Set();
      const filter = { ...isReplaced, accountId: { $in: accountIds } };
      const found = await model
        .find(filter, { accountId: 1 }, session && { session })
        .lean<Pick<ClaimDocument, 'accountId'>[]>();
      return new Set(found.map(({ accountId }) => accountId));
    },

    /** One that an operator has vouched for meanwhile stays as it is. @returns whether it was noted. */
    async noteReplaced(code: string, replacedAt: Date): Promise<boolean> {
      const filter = { _id: code, proof: { $ne: null } };
      return (await model.updateOne(filter, { $set: { replacedAt } })).matchedCount === 1;
    },

    /** A block has its transfer again, perhaps by another id. */
    async noteShownAgain(
      code: string,
      shown: Pick<AddressClaim, 'transactionId' | 'proof'>,
    ): Promise<void> {
      await model.updateOne(
        { _id: code, ...isReplaced },
        { $set: shown, $unset: { replacedAt: 1 } },
      );
    },

    /** An operator vouches for an address: no block has to show it any more. */
    async vouchFor(
      { accountId, address }: Pick<AddressClaim, 'accountId' | 'address'>,
      session: DatabaseSession,
    ): Promise<void> {
      const update = { $unset: { proof: 1, replacedAt: 1 } };
      await model.updateMany({ accountId, address }, update, { session });
    },
  };
}

function toClaim({ _id, removedAt, ...rest }: ClaimDocument): AddressClaim {
  return { ...rest, code: _id, proof: rest.proof ?? null, replacedAt: rest.replacedAt ?? null };
}
