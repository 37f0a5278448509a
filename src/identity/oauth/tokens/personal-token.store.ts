import { type Connection, Schema } from 'mongoose';
import type { PersonalToken } from './personal-token';

interface PersonalTokenDocument extends Omit<PersonalToken, 'id'> {
  readonly _id: string;
  /** Kept until it expires, for processes that poll for changes. */
  readonly revokedAt: Date | null;
}

const schema = new Schema<PersonalTokenDocument>(
  {
    _id: String,
    accountId: String,
    name: String,
    scopes: [String],
    expiresAt: Date,
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    createdAt: Date,
    updatedAt: Date,
  } satisfies Record<keyof PersonalTokenDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'personalTokens' },
)
  .index({ accountId: 1, createdAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index({ updatedAt: 1 });

function toPersonalToken(document: PersonalTokenDocument): PersonalToken {
  const { _id, revokedAt, ...rest } = document;
  return { id: _id, ...rest };
}

/** Personal access tokens. Revoked ones are found by nobody. */
export function createPersonalTokenStore(db: Connection) {
  const model = db.model('PersonalToken', schema);
  return {
    models: [model],

    async insert({
      id,
      scopes,
      ...token
    }: Omit<PersonalToken, 'createdAt' | 'updatedAt' | 'lastUsedAt'>): Promise<PersonalToken> {
      const created = await model.create({ _id: id, ...token, scopes: [...scopes] });
      return toPersonalToken(created.toObject());
    },

    async findById(id: string): Promise<PersonalToken | null> {
      const found = await model.findOne({ _id: id, revokedAt: null }).lean<PersonalTokenDocument>();
      return found && toPersonalToken(found);
    },

    /** An account's tokens, oldest first. */
    async listOwned(accountId: string): Promise<readonly PersonalToken[]> {
      const found = await model
        .find({ accountId, revokedAt: null })
        .sort({ createdAt: 1, _id: 1 })
        .lean<PersonalTokenDocument[]>();
      return found.map(toPersonalToken);
    },

    /** How many `listOwned` finds. */
    countOwned(accountId: string): Promise<number> {
      return model.countDocuments({ accountId, revokedAt: null });
    },

    async noteUse(id: string, lastUsedAt: Date): Promise<void> {
      // No change that anybody must be told.
      await model.updateOne({ _id: id }, { $set: { lastUsedAt } }, { timestamps: false });
    },

    /** @returns whether the account had such a token. */
    async revokeOwned(accountId: string, id: string, revokedAt: Date): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, accountId, revokedAt: null },
        { $set: { revokedAt } },
      );
      return matchedCount > 0;
    },

    async revokeAllOf(accountId: string, revokedAt: Date): Promise<void> {
      await model.updateMany({ accountId, revokedAt: null }, { $set: { revokedAt } });
    },

    /** @returns whether there was such a token. */
    async revoke(id: string, revokedAt: Date): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, revokedAt: null },
        { $set: { revokedAt } },
      );
      return matchedCount > 0;
    },
  };
}
