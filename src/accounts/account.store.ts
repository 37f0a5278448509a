import { type Connection, Schema } from 'mongoose';
import type { Account, Role } from './account';

interface AccountDocument extends Omit<Account, 'id' | 'payoutAddress' | 'email'> {
  readonly _id: string;
  /** Absent rather than null, so that the unique indexes pass over it. */
  readonly email?: string;
  readonly payoutAddress?: string;
  readonly passwordHash?: string;
}

interface SessionDocument {
  /** SHA-256 of the API token, hex. */
  readonly _id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewAccount {
  readonly id: string;
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly roles: readonly Role[];
  readonly payoutAddress: string | null;
}

/** Accounts and their sessions. */
export type AccountStore = ReturnType<typeof createAccountStore>;

const accountSchema = new Schema<AccountDocument>(
  {
    _id: String,
    email: String,
    passwordHash: String,
    roles: [String],
    payoutAddress: String,
    suspendedReason: { type: String, default: null },
    createdAt: Date,
    updatedAt: Date,
  },
  { versionKey: false, timestamps: true, collection: 'accounts' },
)
  .index({ email: 1 }, { unique: true, sparse: true })
  .index({ payoutAddress: 1 }, { unique: true, sparse: true })
  .index({ updatedAt: 1 });

const sessionSchema = new Schema<SessionDocument>(
  { _id: String, accountId: String, createdAt: Date, expiresAt: Date },
  { versionKey: false, collection: 'sessions' },
)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index({ accountId: 1 });

function toAccount(document: AccountDocument): Account {
  const { _id, email, payoutAddress, roles, suspendedReason, createdAt, updatedAt } = document;
  return {
    id: _id,
    email: email ?? null,
    roles,
    payoutAddress: payoutAddress ?? null,
    suspendedReason,
    createdAt,
    updatedAt,
  };
}

export function createAccountStore(db: Connection) {
  const accounts = db.model('Account', accountSchema);
  const sessions = db.model('Session', sessionSchema);
  return {
    models: [accounts, sessions],

    /** @throws a duplicate-key error for an email or payout address that exists. */
    async insert({ id, email, passwordHash, payoutAddress, roles }: NewAccount): Promise<Account> {
      const created = await accounts.create({
        _id: id,
        roles: [...roles],
        suspendedReason: null,
        ...(email !== null && { email }),
        ...(passwordHash !== null && { passwordHash }),
        ...(payoutAddress !== null && { payoutAddress }),
      });
      return toAccount(created.toObject());
    },

    async findById(id: string): Promise<Account | null> {
      const found = await accounts.findById(id).lean<AccountDocument>();
      return found && toAccount(found);
    },

    async findByPayoutAddress(payoutAddress: string): Promise<Account | null> {
      const found = await accounts.findOne({ payoutAddress }).lean<AccountDocument>();
      return found && toAccount(found);
    },

    /** The password hash leaves the store for this one purpose. */
    async findLogin(email: string): Promise<{ account: Account; passwordHash: string } | null> {
      const found = await accounts.findOne({ email }).lean<AccountDocument>();
      return found?.passwordHash === undefined
        ? null
        : { account: toAccount(found), passwordHash: found.passwordHash };
    },

    async isEmpty(): Promise<boolean> {
      return (await accounts.findOne({}, { _id: 1 }).lean()) === null;
    },

    async insertSession(tokenHash: string, accountId: string, createdAt: Date, expiresAt: Date) {
      await sessions.create({ _id: tokenHash, accountId, createdAt, expiresAt });
    },

    async findSession(tokenHash: string): Promise<Omit<SessionDocument, '_id'> | null> {
      return sessions.findById(tokenHash, { _id: 0 }).lean<SessionDocument>();
    },

    async extendSession(tokenHash: string, expiresAt: Date): Promise<void> {
      await sessions.updateOne({ _id: tokenHash }, { $set: { expiresAt } });
    },

    async deleteSession(tokenHash: string): Promise<void> {
      await sessions.deleteOne({ _id: tokenHash });
    },
  };
}
