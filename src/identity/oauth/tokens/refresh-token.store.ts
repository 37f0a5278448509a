import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../../platform/database/upsert';
import type { RefreshToken } from '../authorizations/authorization';

interface RefreshTokenDocument extends RefreshToken {
  /** SHA-256 of the token, hex. */
  readonly _id: string;
}

const schema = new Schema<RefreshTokenDocument>(
  {
    _id: String,
    authorizationId: String,
    clientId: String,
    expiresAt: Date,
    usedAt: { type: Date, default: null },
    successorKeyId: Number,
  } satisfies Record<keyof RefreshTokenDocument, unknown>,
  { versionKey: false, collection: 'refreshTokens' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Refresh tokens by their hash; used ones are kept until they expire, so that one that comes again is noticed. */
export function createRefreshTokenStore(db: Connection) {
  const model = db.model('RefreshToken', schema);
  return {
    models: [model],

    /** Stores a token, or leaves the one of the same hash as it is. */
    async insertOrKeep(
      tokenHash: string,
      token: Omit<RefreshToken, 'usedAt' | 'successorKeyId'>,
    ): Promise<void> {
      await upsertRacing(() =>
        model.updateOne(
          { _id: tokenHash },
          { $setOnInsert: { ...token, usedAt: null } },
          { upsert: true },
        ),
      );
    },

    async find(tokenHash: string): Promise<RefreshToken | null> {
      return model.findById(tokenHash, { _id: 0 }).lean<RefreshToken>();
    },

    /**
     * Notes the first use.
     *
     * @returns that use, and whether it is this one; its key is null for a use that noted none. null for no such token.
     */
    async use(
      tokenHash: string,
      use: { readonly usedAt: Date; readonly successorKeyId: number },
    ): Promise<{
      readonly usedAt: Date;
      readonly successorKeyId: number | null;
      readonly isFirst: boolean;
    } | null> {
      const { modifiedCount } = await model.updateOne(
        { _id: tokenHash, usedAt: null },
        { $set: use },
      );
      if (modifiedCount > 0) return { ...use, isFirst: true };
      const found = await model.findById(tokenHash).lean<RefreshTokenDocument>();
      if (!found?.usedAt) return null;
      const { usedAt, successorKeyId = null } = found;
      return { usedAt, successorKeyId, isFirst: false };
    },
  };
}
