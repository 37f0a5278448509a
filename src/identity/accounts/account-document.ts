import type { Amount } from '../../amount';
import type { StateEntry } from '../../platform/states/state-history';
import type { Account } from './account';
import type { AccountState } from './account-state';
import type { Language } from '../../language';
import type { PendingSecondFactor, SecondFactor } from './second-factor/second-factor';

type Optional =
  | 'email'
  | 'name'
  | 'company'
  | 'showsCompany'
  | 'language'
  | 'emailConfirmedAt'
  | 'emailChangedAt'
  | 'payoutAddress'
  | 'payoutAddressChangedAt'
  | 'provenAddresses'
  | 'mergedIntoId'
  | 'mergedIds'
  | 'secondFactorResetAt'
  | 'creditLimit';

/** An account as it is stored. */
export interface AccountDocument
  extends Omit<Account, 'id' | 'hasPassword' | 'hasSecondFactor' | 'recoveryCodesLeft' | Optional> {
  readonly _id: string;
  /** Absent rather than null, so that the unique indexes pass over it. */
  readonly email?: string;
  readonly name?: string;
  readonly company?: string;
  readonly showsCompany?: boolean;
  readonly language?: Language;
  readonly payoutAddress?: string;
  readonly payoutAddressChangedAt?: Date;
  /** Never empty: the unique index would count that, too. */
  readonly provenAddresses?: readonly string[];
  readonly mergedIntoId?: string;
  readonly mergedIds?: readonly string[];
  readonly passwordHash?: string;
  readonly secondFactor?: SecondFactor;
  readonly pendingSecondFactor?: PendingSecondFactor;
  readonly secondFactorResetAt?: Date;
  /** Another server's account on the ledger: this one is no person's. See `createPeerAccounts`. */
  readonly peerAddress?: string;
  /** Absent where nobody asks for a confirmation: the account's maker vouches for the email. */
  readonly emailConfirmedAt?: Date | null;
  readonly emailChangedAt?: Date;
  readonly creditLimit?: Amount | null;
  /** When a find made it, where nobody else has had to do with it. */
  readonly foundAt?: Date;
  /** When it is to be removed. */
  readonly removeAt?: Date;
  /** Read only by `listStates`. */
  readonly states?: readonly StateEntry<AccountState>[];
}
