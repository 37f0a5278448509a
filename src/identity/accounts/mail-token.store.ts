import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { upsertRacing } from '../../platform/database/upsert';
import { isDuplicateKey } from '../../validation';

/** The right that a token gives its holder, once; that of `secondFactor` is a browser's, and no link has it. */
const purposes = [
  'confirmEmail',
  'resetPassword',
  'changeEmail',
  'logIn',
  'firstOperator',
  'secondFactor',
] as const;
export type MailTokenPurpose = (typeof purposes)[number];

interface MailToken {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
  /** The email that the account is to have; absent for other purposes. */
  readonly newEmail?: string;
}

/** The account of a token. */
export interface MailTokenSubject {
  readonly accountId: string;
  /** The email that the account is to have; null for other purposes. */
  readonly newEmail: string | null;
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
  /** The last one of this account and purpose must have been made before this; null: at any time. */
  readonly lastBefore: Date | null;
  /** True: the token takes the place of the tokens before it. */
  readonly isOnly: boolean;
}

/** The most tokens of one account and purpose at a time, so that nobody's mailbox is filled. */
const maxTokens = 5;

const schema = new Schema<MailTokensDocument>(
  {
    _id: String,
    accountId: String,
    purpose: String,
    tokens: [{ _id: false, tokenHash: String, expiresAt: Date, newEmail: String }],
    createdAt: Date,
    expiresAt: Date,
  } satisfies Record<keyof MailTokensDocument, unknown>,
  { versionKey: false, collection: 'mailLinks' },
)
  .index({ 'tokens.tokenHash': 1 }, { unique: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const idOf = (accountId: string, purpose: MailTokenPurpose) => `${accountId}:${purpose}`;

const holding = (tokenHash: string, purpose: MailTokenPurpose, now: Date) => ({
  purpose,
  tokens: { $elemMatch: { tokenHash, expiresAt: { $gt: now } } },
});

/**
 * Tokens that travel by mail. Strangers may ask for them in somebody's name: the ones before stay valid, and there are
 * few at a time. The use of one ends all of the same account and purpose.
 */
export function createMailTokenStore(db: Connection) {
  const model = db.model('MailTokens', schema);
  return {
    models: [model],

    /** @returns false when the last one is too young, or there are too many. */
    async add(added: NewMailToken): Promise<boolean> {
      const { lastBefore, isOnly, tokenHash, newEmail, ...rest } = added;
      const _id = idOf(rest.accountId, rest.purpose);
      const token = { tokenHash, expiresAt: rest.expiresAt, ...(newEmail && { newEmail }) };
      const isOldEnough = lastBefore && { createdAt: { $lt: lastBefore } };
      if (!isOnly) {
        const expired = { expiresAt: { $lte: rest.createdAt } };
        await model.updateOne({ _id }, { $pull: { tokens: expired } });
      }
      try {
        await upsertRacing(() =>
          isOnly
            ? model.updateOne(
                { _id, ...isOldEnough },
                { $set: { ...rest, tokens: [token] } },
                { upsert: true },
              )
            : model.updateOne(
                { _id, ...isOldEnough, tokens: { $not: { $size: maxTokens } } },
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
    async find(
      tokenHash: string,
      purpose: MailTokenPurpose,
      now: Date,
    ): Promise<MailTokenSubject | null> {
      const found = await model
        .findOne(holding(tokenHash, purpose, now))
        .lean<MailTokensDocument>();
      return found && toSubject(found, tokenHash);
    },

    /** Uses it up, and with it the others. @returns whose token it was, to one caller only. */
    async take(
      tokenHash: string,
      purpose: MailTokenPurpose,
      now: Date,
    ): Promise<MailTokenSubject | null> {
      const taken = await model
        .findOneAndDelete(holding(tokenHash, purpose, now))
        .lean<MailTokensDocument>();
      return taken && toSubject(taken, tokenHash);
    },

    /** @param transaction default: none */
    async deleteAllOf(accountId: string, transaction?: DatabaseSession): Promise<void> {
      const ids = purposes.map((purpose) => idOf(accountId, purpose));
      await model.deleteMany({ _id: { $in: ids } }, transaction && { session: transaction });
    },
  };
}

function toSubject({ accountId, tokens }: MailTokensDocument, tokenHash: string): MailTokenSubject {
  const token = tokens.find((one) => one.tokenHash === tokenHash);
  return { accountId, newEmail: token?.newEmail ?? null };
}
