import { type Connection, Schema } from 'mongoose';
import type { RefreshToken } from './authorization';

interface RefreshTokenDocument extends RefreshToken {
  /** SHA-256 of the token, hex. */
  readonly _id: string;
}

export type RefreshTokenStore = ReturnType<typeof createRefreshTokenStore>;

const schema = new Schema<RefreshTokenDocument>(
  {
    _id: String,
    authorizationId: String,
    clientId: String,
    expiresAt: Date,
    usedAt: { type: Date, default: null },
  },
  { versionKey: false, collection: 'refreshTokens' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Refresh tokens by their hash; used ones are kept until they expire, so that one that comes again is noticed. */
export function createRefreshTokenStore(db: Connection) {
  const model = db.model('RefreshToken', schema);
  return {
    models: [model],

    /** Stores a token, or leaves the one of the same hash as it is. */
    async insertOrKeep(tokenHash: string, token: Omit<RefreshToken, 'usedAt'>): Promise<void> {
      await model.updateOne(
        { _id: tokenHash },
        { $setOnInsert: { ...token, usedAt: null } },
        { upsert: true },
      );
    },

    async find(tokenHash: string): Promise<RefreshToken | null> {
      return model.findById(tokenHash, { _id: 0 }).lean<RefreshToken>();
    },

    /** Notes the first use. @returns the time of that use, which may be another one's; null for no such token. */
    async use(tokenHash: string, usedAt: Date): Promise<Date | null> {
      await model.updateOne({ _id: tokenHash, usedAt: null }, { $set: { usedAt } });
      const found = await model.findById(tokenHash, { usedAt: 1 }).lean<RefreshTokenDocument>();
      return found?.usedAt ?? null;
    },
  };
}
