import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../amount';
import type { Account, Role } from './account';

type Optional = 'email' | 'emailConfirmedAt' | 'payoutAddress' | 'balance' | 'creditLimit';

interface AccountDocument extends Omit<Account, 'id' | 'hasPassword' | Optional> {
  readonly _id: string;
  /** Absent rather than null, so that the unique indexes pass over it. */
  readonly email?: string;
  readonly payoutAddress?: string;
  readonly passwordHash?: string;
  /** Absent where nobody asks for a confirmation: the account's maker vouches for the email. */
  readonly emailConfirmedAt?: Date | null;
  readonly balance?: Amount;
  readonly creditLimit?: Amount | null;
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
  /** Default: the email counts as confirmed. */
  readonly isEmailConfirmed?: boolean;
  readonly passwordHash: string | null;
  readonly roles: readonly Role[];
  readonly payoutAddress: string | null;
}

/** What may be changed of an account: absent = keep. */
export interface AccountChanges {
  readonly passwordHash?: string;
  readonly emailConfirmedAt?: Date;
  readonly roles?: readonly Role[];
  readonly suspendedReason?: string | null;
  readonly creditLimit?: Amount | null;
}

/** What a log-in is held against. */
export interface Login {
  readonly account: Account;
  readonly passwordHash: string;
}

export interface AccountQuery {
  /** Only those with it. */
  readonly role: Role | null;
  /** Only those behind it, in the order of emails. */
  readonly afterEmail: string | null;
  readonly limit: number;
}

/** Accounts and their sessions. */
export type AccountStore = ReturnType<typeof createAccountStore>;

const accountSchema = new Schema<AccountDocument>(
  {
    _id: String,
    email: String,
    emailConfirmedAt: Date,
    passwordHash: String,
    roles: [String],
    payoutAddress: String,
    suspendedReason: { type: String, default: null },
    balance: BigInt,
    creditLimit: BigInt,
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
  const { _id, email, emailConfirmedAt, payoutAddress, passwordHash, createdAt } = document;
  return {
    id: _id,
    email: email ?? null,
    emailConfirmedAt: emailConfirmedAt === undefined ? createdAt : emailConfirmedAt,
    hasPassword: passwordHash !== undefined,
    roles: document.roles,
    payoutAddress: payoutAddress ?? null,
    suspendedReason: document.suspendedReason,
    balance: document.balance ?? 0n,
    creditLimit: document.creditLimit ?? null,
    createdAt,
    updatedAt: document.updatedAt,
  };
}

export function createAccountStore(db: Connection) {
  const accounts = db.model('Account', accountSchema);
  const sessions = db.model('Session', sessionSchema);
  return {
    models: [accounts, sessions],

    /** @throws a duplicate-key error for an email or payout address that exists. */
    async insert(account: NewAccount): Promise<Account> {
      const { id, email, isEmailConfirmed = true, passwordHash, payoutAddress, roles } = account;
      const created = await accounts.create({
        _id: id,
        roles: [...roles],
        suspendedReason: null,
        ...(email !== null && { email }),
        ...(!isEmailConfirmed && { emailConfirmedAt: null }),
        ...(passwordHash !== null && { passwordHash }),
        ...(payoutAddress !== null && { payoutAddress }),
      });
      return toAccount(created.toObject());
    },

    async findById(id: string): Promise<Account | null> {
      const found = await accounts.findById(id).lean<AccountDocument>();
      return found && toAccount(found);
    },

    async findByEmail(email: string): Promise<Account | null> {
      const found = await accounts.findOne({ email }).lean<AccountDocument>();
      return found && toAccount(found);
    },

    async findByPayoutAddress(payoutAddress: string): Promise<Account | null> {
      const found = await accounts.findOne({ payoutAddress }).lean<AccountDocument>();
      return found && toAccount(found);
    },

    /** The password hash leaves the store for this one purpose. */
    async findLogin(email: string): Promise<Login | null> {
      const found = await accounts.findOne({ email }).lean<AccountDocument>();
      return found?.passwordHash === undefined
        ? null
        : { account: toAccount(found), passwordHash: found.passwordHash };
    },

    /** Accounts that have an email, by email. */
    async list({ role, afterEmail, limit }: AccountQuery): Promise<readonly Account[]> {
      const found = await accounts
        .find({ email: { $gt: afterEmail ?? '' }, ...(role !== null && { roles: role }) })
        .sort({ email: 1 })
        .limit(limit)
        .lean<AccountDocument[]>();
      return found.map(toAccount);
    },

    /**
     * @param ifPasswordHash changes nothing unless the account's password is still this one
     * @returns null when there is no such account.
     */
    async update(
      id: string,
      changes: AccountChanges,
      ifPasswordHash?: string,
    ): Promise<Account | null> {
      const { roles, ...others } = changes;
      const changed = await accounts
        .findOneAndUpdate(
          { _id: id, ...(ifPasswordHash !== undefined && { passwordHash: ifPasswordHash }) },
          { $set: { ...others, ...(roles && { roles: [...roles] }) } },
          { returnDocument: 'after' },
        )
        .lean<AccountDocument>();
      return changed && toAccount(changed);
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

    /** @param exceptTokenHash the one session that stays; null: none */
    async deleteSessionsOf(accountId: string, exceptTokenHash: string | null): Promise<void> {
      await sessions.deleteMany({
        accountId,
        ...(exceptTokenHash !== null && { _id: { $ne: exceptTokenHash } }),
      });
    },
  };
}
