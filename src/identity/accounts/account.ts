import type { Amount } from '../../amount';

/** The rights of an account; the operator runs the server. */
export const roles = ['advertiser', 'publisher', 'operator'] as const;
export type Role = (typeof roles)[number];

export interface Account {
  /** 32 lower-case hex. */
  readonly id: string;
  /** Lower-case; null for publishers whom only a find has named, by an address. */
  readonly email: string | null;
  /** null while somebody who registered has not shown that the email is theirs: the roles count for nothing till then. */
  readonly emailConfirmedAt: Date | null;
  /** When it took the place of another one; null: never. */
  readonly emailChangedAt: Date | null;
  /** True where the account can log in; an operator may leave it to the owner to set a first password. */
  readonly hasPassword: boolean;
  readonly roles: readonly Role[];
  /** Where money goes: `<network>:<address>`, e.g. `ads:0001-00000001-8B4E`; null until one is known. Others may have the same. */
  readonly payoutAddress: string | null;
  /** When another address took the place of an earlier one; null: never. */
  readonly payoutAddressChangedAt: Date | null;
  /** By which finds name it, in the same form: each is that of one account. Never follows from `payoutAddress`. */
  readonly provenAddresses: readonly string[];
  /** The account that has claimed its address, and with it all that it has; null: none. */
  readonly mergedIntoId: string | null;
  /** Accounts whose addresses it has claimed: finds that name them mean this account. */
  readonly mergedIds: readonly string[];
  /** Why the account is suspended; null when it is not. */
  readonly suspendedReason: string | null;
  /** Unit: 10^-11 coins. How far the funds may go below 0; null: as far as they like. */
  readonly creditLimit: Amount | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The members of an account that decide whether it is paid. */
export type PayableAccount = Pick<
  Account,
  'payoutAddress' | 'payoutAddressChangedAt' | 'emailChangedAt' | 'suspendedReason'
>;

/** Owner of sites that nobody has claimed; no account has this id, so nobody can log in as it. */
export const unclaimedPublisherId = '0'.repeat(32);
