import type { Account } from './account';

/** The link that opens an account to its owner. */
export interface Invitation {
  readonly account: Account;
  readonly link: string;
  /** True where it is sent by mail; else the operator hands it over. */
  readonly isMailed: boolean;
}
