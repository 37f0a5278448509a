import type { ValueOf } from '../../platform/resources/kinds';
import type { ItemOf } from '../../platform/resources/resource';
import { type accountResource, accountRole } from './account.resource';

/** The rights of an account; the operator runs the server. */
export const roles = accountRole.values;
export type Role = ValueOf<typeof accountRole>;

export interface Account extends ItemOf<typeof accountResource> {}

/** The members of an account that decide whether it is paid. */
export interface PayableAccount
  extends Pick<
    Account,
    | 'payoutAddress'
    | 'payoutAddressChangedAt'
    | 'emailChangedAt'
    | 'secondFactorResetAt'
    | 'suspendedReason'
  > {
  /** Another server’s account on the ledger; null or absent: it is a person’s. */
  readonly peerAddress?: string | null;
}

/** Owner of sites that nobody has claimed; no account has this id, so nobody can log in as it. */
export const unclaimedPublisherId = '0'.repeat(32);
