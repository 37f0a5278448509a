import { type Connection, Schema } from 'mongoose';
import { isDuplicateKey } from '../validation';

/** What whoever holds the token may do, once. */
export type MailTokenPurpose = 'confirmEmail' | 'resetPassword';

interface MailTokenDocument {
  /** Account and purpose: a new token takes the place of the one before. */
  readonly _id: string;
  readonly accountId: string;
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly purpose: MailTokenPurpose;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewMailToken extends Omit<MailTokenDocument, '_id'> {
  /** The last one of this account and purpose must have been made before this; null: whenever it was. */
  readonly lastBefore: Date | null;
}

/** Tokens that travel by mail, single use, one an account and purpose. */
export type MailTokenStore = ReturnType<typeof createMailTokenStore>;

const schema = new Schema<MailTokenDocument>(
  {
    _id: String,
    accountId: String,
    tokenHash: String,
    purpose: String,
    createdAt: Date,
    expiresAt: Date,
  },
  { versionKey: false, collection: 'mailTokens' },
)
  .index({ tokenHash: 1 }, { unique: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createMailTokenStore(db: Connection) {
  const model = db.model('MailToken', schema);
  return {
    models: [model],

    /** @returns false when the last one is too young. */
    async replace({ lastBefore, ...token }: NewMailToken): Promise<boolean> {
      const _id = `${token.accountId}:${token.purpose}`;
      try {
        await model.updateOne(
          { _id, ...(lastBefore !== null && { createdAt: { $lt: lastBefore } }) },
          { $set: token },
          { upsert: true },
        );
        return true;
      } catch (error) {
        // The one that is there was not found, for its age, so that another was to be made beside it.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** @returns whose token it is; null when there is none, or none any more. */
    async find(tokenHash: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      const found = await model
        .findOne({ tokenHash, purpose, expiresAt: { $gt: now } })
        .lean<MailTokenDocument>();
      return found?.accountId ?? null;
    },

    /** Uses it up. @returns whose token it was, to one caller only. */
    async take(tokenHash: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      const taken = await model
        .findOneAndDelete({ tokenHash, purpose, expiresAt: { $gt: now } })
        .lean<MailTokenDocument>();
      return taken?.accountId ?? null;
    },

    async deleteAllOf(accountId: string): Promise<void> {
      await model.deleteMany({
        _id: { $in: [`${accountId}:confirmEmail`, `${accountId}:resetPassword`] },
      });
    },
  };
}
