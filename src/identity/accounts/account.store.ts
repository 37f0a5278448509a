import type { Connection } from 'mongoose';
import type { Amount } from '../../amount';
import type { Language } from '../../language';
import { nativeCollection } from '../../platform/database/native-collection';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import { pushState, type TimedState, toStates } from '../../platform/states/state-history';
import type { Account, PayableAccount, Role } from './account';
import { createAccountAddresses } from './account-address.store';
import type { AccountDocument } from './account-document';
import { createAccountTable } from './account-table.store';
import { createAccountModel, isPerson, toAccountWith } from './account-model.store';
import type { AccountState } from './account-state';
import type { Holder } from './holder';
import { createNamedAccounts } from './named-account.store';
import { createPeerAccounts } from './peer-account.store';
import { createSecondFactors } from './second-factor/second-factor.store';

export interface NewAccount {
  readonly id: string;
  readonly email: string | null;
  /** Default: the email counts as confirmed. */
  readonly isEmailConfirmed?: boolean;
  readonly passwordHash: string | null;
  readonly roles: readonly Role[];
  readonly payoutAddress: string | null;
  /** Default: none was said. */
  readonly language?: Language | undefined;
  /** Default: none. */
  readonly provenAddresses?: readonly string[];
  /** When a find made it; default: it is not a find that does. */
  readonly foundAt?: Date;
}

/** The members of an account that may be changed; an absent member keeps its value. */
export interface AccountChanges {
  readonly passwordHash?: string;
  readonly email?: string;
  readonly emailConfirmedAt?: Date;
  readonly emailChangedAt?: Date;
  readonly roles?: readonly Role[];
  readonly suspendedReason?: string | null;
  readonly creditLimit?: Amount | null;
  readonly language?: Language;
}

/** The account and the password hash that a log-in is checked against. */
export interface Login {
  readonly account: Account;
  readonly passwordHash: string;
}

export interface AccountQuery {
  /** Only those with it. */
  readonly role: Role | null;
  /** Only those behind it, in the order of emails. */
  readonly afterEmail: string | null;
  /** The beginning of their emails; null: any. */
  readonly emailPrefix: string | null;
  readonly limit: number;
}

export type AccountStore = ReturnType<typeof createAccountStore>;

/** @param defaultCredit of accounts that nobody has set one for, in 10^-11 coins; null: no limit */
export function createAccountStore(
  db: Connection,
  now: () => Date,
  defaultCredit: Amount | null = null,
) {
  const toAccount = (document: AccountDocument) => toAccountWith(defaultCredit, document);
  const accounts = createAccountModel(db);
  return {
    models: [accounts],
    ...createAccountTable(accounts, toAccount),

    /** @throws a duplicate-key error for an email or proven address that exists. */
    async insert(account: NewAccount): Promise<Account> {
      const { id, email, isEmailConfirmed = true, passwordHash, payoutAddress, roles } = account;
      const { provenAddresses = [], language, foundAt } = account;
      const created = await accounts.create({
        _id: id,
        roles: [...roles],
        suspendedReason: null,
        ...(email !== null && { email }),
        ...(language && { language }),
        ...(foundAt && { foundAt }),
        ...(!isEmailConfirmed && { emailConfirmedAt: null }),
        ...(passwordHash !== null && { passwordHash }),
        ...(payoutAddress !== null && { payoutAddress }),
        ...(provenAddresses.length > 0 && { provenAddresses: [...provenAddresses] }),
        states: [{ at: now(), isSuspended: false, roles: [...roles] }],
      });
      return toAccount(created.toObject());
    },

    async findById(id: string): Promise<Account | null> {
      const found = await accounts.findOne({ _id: id, ...isPerson }).lean<AccountDocument>();
      return found && toAccount(found);
    },

    /** 10^-11 coins, null: no limit; accounts that are not there are left out. */
    async listCreditLimits(ids: readonly string[]): Promise<ReadonlyMap<string, Amount | null>> {
      const found = await accounts.find({ _id: { $in: ids } }).lean<AccountDocument[]>();
      return new Map(found.map(toAccount).map(({ id, creditLimit }) => [id, creditLimit]));
    },

    /** The accounts that exist, in no order. @param session of the transaction that reads; default: none */
    async listByIds(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly Account[]> {
      const found = await accounts
        .find({ _id: { $in: ids } }, null, inOneReply(ids.length, session))
        .lean<AccountDocument[]>();
      return found.map(toAccount);
    },

    /**
     * Lists the members that decide on payments to accounts, by the accounts' ids; unknown ids are left out. @param
     * session as for `listByIds`
     */
    async listPayable(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, PayableAccount>> {
      const found = await nativeCollection<AccountDocument>(accounts)
        .find({ _id: { $in: ids } }, inOneReply(ids.length, session))
        .project<PayableDocument>(payableMembers)
        .toArray();
      return new Map(found.map((one) => [one._id, toPayable(one)]));
    },

    async findByEmail(email: string): Promise<Account | null> {
      const found = await accounts.findOne({ email }).lean<AccountDocument>();
      return found && toAccount(found);
    },

    ...createAccountAddresses(accounts, toAccount),
    ...createNamedAccounts(accounts, toAccount, now),
    ...createPeerAccounts(accounts, now),
    ...createSecondFactors(accounts, toAccount),

    /** The password hash leaves the store for this one purpose. */
    async findLogin(email: string): Promise<Login | null> {
      const found = await accounts.findOne({ email }).lean<AccountDocument>();
      return found?.passwordHash === undefined
        ? null
        : { account: toAccount(found), passwordHash: found.passwordHash };
    },

    /** Accounts that have an email, by email. */
    async list({
      role,
      afterEmail,
      emailPrefix,
      limit,
    }: AccountQuery): Promise<readonly Account[]> {
      const prefix = emailPrefix ?? '';
      const found = await accounts
        .find({
          $and: [
            { email: { $gt: afterEmail ?? '' } },
            { email: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } },
          ],
          ...(role !== null && { roles: role }),
        })
        .sort({ email: 1 })
        .limit(limit)
        .lean<AccountDocument[]>();
      return found.map(toAccount);
    },

    /** Says who a person's account is for. @returns null when there is no such account */
    async setHolder(id: string, holder: Holder): Promise<Account | null> {
      const said = Object.entries(holder).map(([key, value]) => [key, value || null] as const);
      const found = await accounts
        .findOneAndUpdate(
          { _id: id, ...isPerson },
          {
            $set: Object.fromEntries(said.filter(([, value]) => value !== null)),
            $unset: Object.fromEntries(said.flatMap(([key, value]) => (value ? [] : [[key, 1]]))),
          },
          { returnDocument: 'after' },
        )
        .lean<AccountDocument>();
      return found && toAccount(found);
    },

    /**
     * @param options.ifPasswordHash changes nothing unless the account's password is still this one
     * @param options.transaction default: none
     * @returns null when there is no such account.
     * @throws a duplicate-key error for an email that is another account's.
     */
    async update(
      id: string,
      changes: AccountChanges,
      options: {
        readonly ifPasswordHash?: string | undefined;
        readonly transaction?: DatabaseSession;
      } = {},
    ): Promise<Account | null> {
      const { roles, ...others } = changes;
      const { ifPasswordHash, transaction } = options;
      const changed = await accounts
        .findOneAndUpdate(
          {
            _id: id,
            ...isPerson,
            ...(ifPasswordHash !== undefined && { passwordHash: ifPasswordHash }),
          },
          {
            $set: { ...others, ...(roles && { roles: [...roles] }) },
            ...pushState(now(), stateChangesOf(changes)),
          },
          { returnDocument: 'after', ...(transaction && { session: transaction }) },
        )
        .lean<AccountDocument>();
      return changed && toAccount(changed);
    },

    /** Lists the states that accounts have had, by the accounts' ids. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<AccountState>[]>> {
      const found = await accounts
        .find({ _id: { $in: ids } }, { states: 1, roles: 1, suspendedReason: 1 })
        .lean<AccountDocument[]>();
      return new Map(
        found.map(({ _id, states = [], roles, suspendedReason }) => [
          _id,
          toStates(states, { roles, isSuspended: suspendedReason !== null }),
        ]),
      );
    },

    async isEmpty(): Promise<boolean> {
      return (await accounts.findOne(isPerson, { _id: 1 }).lean()) === null;
    },
  };
}

function stateChangesOf({ roles, suspendedReason }: AccountChanges): Partial<AccountState> {
  return {
    ...(roles && { roles: [...roles] }),
    ...(suspendedReason !== undefined && { isSuspended: suspendedReason !== null }),
  };
}

type PayableDocument = Pick<AccountDocument, '_id' | keyof PayableAccount>;

const payableMembers = {
  payoutAddress: 1,
  payoutAddressChangedAt: 1,
  emailChangedAt: 1,
  secondFactorResetAt: 1,
  suspendedReason: 1,
  peerAddress: 1,
} as const satisfies Record<keyof PayableAccount, 1>;

function toPayable(document: PayableDocument): PayableAccount {
  return {
    payoutAddress: document.payoutAddress ?? null,
    payoutAddressChangedAt: document.payoutAddressChangedAt ?? null,
    emailChangedAt: document.emailChangedAt ?? null,
    secondFactorResetAt: document.secondFactorResetAt ?? null,
    suspendedReason: document.suspendedReason ?? null,
    peerAddress: document.peerAddress ?? null,
  };
}
