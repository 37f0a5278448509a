import type { Logger } from 'pino';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { InTransaction } from '../../platform/database/transaction';
import type { PlacementContext } from '../placements/placement.context';

/** What the services of claims of sites use of the outside. */
export interface SiteClaimContext extends PlacementContext {
  readonly accounts: AccountStore;
  readonly inTransaction: InTransaction;
  readonly log: Logger;
}
