import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';
import { isDuplicateKey } from '../../validation';

/** What whoever holds the token may do, once. */
export type MailTokenPurpose = 'confirmEmail' | 'resetPassword' | 'logIn';

interface MailToken {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

interface MailTokensDocument {
  /** Account and purpose. */
  readonly _id: string;
  readonly accountId: string;
  readonly purpose: MailTokenPurpose;
  /** Oldest first. */
  readonly tokens: readonly MailToken[];
  /** When the last one was made. */
  readonly createdAt: Date;
  /** When the last one expires. */
  readonly expiresAt: Date;
}

export interface NewMailToken extends MailToken {
  readonly accountId: string;
  readonly purpose: MailTokenPurpose;
  readonly createdAt: Date;
  /** The last one of this account and purpose must have been made before this; null: it takes the place of them all. */
  readonly lastBefore: Date | null;
}

/**
 * Tokens that travel by mail. Strangers may ask for them in somebody's name: the ones before stay valid, and there are
 * few at a time. The use of one ends all of the same account and purpose.
 */
export type MailTokenStore = ReturnType<typeof createMailTokenStore>;

/** Of one account and purpose at a time, so that nobody's mailbox is filled. */
const maxTokens = 5;

const schema = new Schema<MailTokensDocument>(
  {
    _id: String,
    accountId: String,
    purpose: String,
    tokens: [{ _id: false, tokenHash: String, expiresAt: Date }],
    createdAt: Date,
    expiresAt: Date,
  },
  { versionKey: false, collection: 'mailLinks' },
)
  .index({ 'tokens.tokenHash': 1 }, { unique: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const idOf = (accountId: string, purpose: MailTokenPurpose) => `${accountId}:${purpose}`;

const holding = (tokenHash: string, purpose: MailTokenPurpose, now: Date) => ({
  purpose,
  tokens: { $elemMatch: { tokenHash, expiresAt: { $gt: now } } },
});

export function createMailTokenStore(db: Connection) {
  const model = db.model('MailTokens', schema);
  return {
    models: [model],

    /** @returns false when the last one is too young, or there are too many. */
    async add({ lastBefore, tokenHash, ...rest }: NewMailToken): Promise<boolean> {
      const _id = idOf(rest.accountId, rest.purpose);
      const token = { tokenHash, expiresAt: rest.expiresAt };
      if (lastBefore === null) {
        await upsertRacing(() =>
          model.updateOne({ _id }, { $set: { ...rest, tokens: [token] } }, { upsert: true }),
        );
        return true;
      }
      const expired = { expiresAt: { $lte: rest.createdAt } };
      await model.updateOne({ _id }, { $pull: { tokens: expired } });
      try {
        await upsertRacing(() =>
          model.updateOne(
            { _id, createdAt: { $lt: lastBefore }, tokens: { $not: { $size: maxTokens } } },
            { $set: rest, $push: { tokens: token } },
            { upsert: true },
          ),
        );
        return true;
      } catch (error) {
        // A duplicate key means: there is a token, but it is too young, or there are too many.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** @returns whose token it is; null when there is none, or none any more. */
    async find(tokenHash: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      const found = await model
        .findOne(holding(tokenHash, purpose, now))
        .lean<MailTokensDocument>();
      return found?.accountId ?? null;
    },

    /** Uses it up, and with it the others. @returns whose token it was, to one caller only. */
    async take(tokenHash: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      const taken = await model
        .findOneAndDelete(holding(tokenHash, purpose, now))
        .lean<MailTokensDocument>();
      return taken?.accountId ?? null;
    },

    async deleteAllOf(accountId: string): Promise<void> {
      await model.deleteMany({
        _id: {
          $in: [
            idOf(accountId, 'confirmEmail'),
            idOf(accountId, 'resetPassword'),
            idOf(accountId, 'logIn'),
          ],
        },
      });
    },
  };
}
