import { type Connection, Schema } from 'mongoose';
import type { Authorization, AuthorizationCode } from './authorization';
import { daySeconds } from '../../../time';

interface AuthorizationDocument extends Omit<Authorization, 'id'> {
  readonly _id: string;
  readonly revokedAt: Date | null;
  /** When the last token that came of it has expired. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface CodeDocument extends AuthorizationCode {
  /** SHA-256 of the code, hex. */
  readonly _id: string;
  readonly usedAt: Date | null;
}

/** Codes are known for a day after they have expired, so that one that comes again is noticed. */
const keepCodesSeconds = daySeconds;

const authorizationSchema = new Schema<AuthorizationDocument>(
  {
    _id: String,
    accountId: String,
    clientId: String,
    scopes: [String],
    revokedAt: { type: Date, default: null },
    expiresAt: Date,
    createdAt: Date,
    updatedAt: Date,
  } satisfies Record<keyof AuthorizationDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'authorizations' },
)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index({ accountId: 1 })
  .index({ updatedAt: 1 });

const codeSchema = new Schema<CodeDocument>(
  {
    _id: String,
    authorizationId: String,
    clientId: String,
    redirectUri: String,
    codeChallenge: { type: String, default: null },
    expiresAt: Date,
    usedAt: { type: Date, default: null },
  } satisfies Record<keyof CodeDocument, unknown>,
  { versionKey: false, collection: 'authorizationCodes' },
).index({ expiresAt: 1 }, { expireAfterSeconds: keepCodesSeconds });

/** Stores the consents of people to clients, and the codes that tell clients of them. */
export function createAuthorizationStore(db: Connection) {
  const authorizations = db.model('Authorization', authorizationSchema);
  const codes = db.model('AuthorizationCode', codeSchema);
  return {
    models: [authorizations, codes],

    async insert({ id, scopes, ...authorization }: Authorization, expiresAt: Date): Promise<void> {
      await authorizations.create({ _id: id, ...authorization, scopes: [...scopes], expiresAt });
    },

    /** null when it was revoked, or when everything that came of it has expired. */
    async findById(id: string): Promise<Authorization | null> {
      const found = await authorizations
        .findOne({ _id: id, revokedAt: null }, { accountId: 1, clientId: 1, scopes: 1 })
        .lean<AuthorizationDocument>();
      return (
        found && {
          id: found._id,
          accountId: found.accountId,
          clientId: found.clientId,
          scopes: found.scopes,
        }
      );
    },

    /** Keeps an authorization for longer. One that was revoked stays revoked. */
    async extend(id: string, expiresAt: Date): Promise<void> {
      // No change that anybody must be told.
      await authorizations.updateOne({ _id: id }, { $max: { expiresAt } }, { timestamps: false });
    },

    async revoke(id: string, revokedAt: Date): Promise<void> {
      await authorizations.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt } });
    },

    /** An account's that are good for something, the last first; at most 1,000. */
    async listOwned(
      accountId: string,
    ): Promise<readonly (Authorization & { readonly createdAt: Date })[]> {
      const found = await authorizations
        .find({ accountId, revokedAt: null }, { clientId: 1, scopes: 1, createdAt: 1 })
        .sort({ createdAt: -1, _id: 1 })
        .limit(1_000)
        .lean<AuthorizationDocument[]>();
      return found.map(({ _id, clientId, scopes, createdAt }) => ({
        id: _id,
        accountId,
        clientId,
        scopes,
        createdAt,
      }));
    },

    /** @returns whether the account had one for the client. */
    async revokeOwned(accountId: string, clientId: string, revokedAt: Date): Promise<boolean> {
      const { matchedCount } = await authorizations.updateMany(
        { accountId, clientId, revokedAt: null },
        { $set: { revokedAt } },
      );
      return matchedCount > 0;
    },

    /** Ends all of an account's, whatever clients they are for. */
    async revokeAllOf(accountId: string, revokedAt: Date): Promise<void> {
      await authorizations.updateMany({ accountId, revokedAt: null }, { $set: { revokedAt } });
    },

    async insertCode(codeHash: string, code: AuthorizationCode): Promise<void> {
      await codes.create({ _id: codeHash, ...code });
    },

    async findCode(codeHash: string): Promise<AuthorizationCode | null> {
      return codes.findById(codeHash, { _id: 0, usedAt: 0 }).lean<AuthorizationCode>();
    },

    /** @returns whether it was unused before: of any number of callers one is told so. */
    async useCode(codeHash: string, usedAt: Date): Promise<boolean> {
      const { modifiedCount } = await codes.updateOne(
        { _id: codeHash, usedAt: null },
        { $set: { usedAt } },
      );
      return modifiedCount > 0;
    },
  };
}
