import type { Logger } from 'pino';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { InTransaction } from '../../platform/database/transaction';
import type { Egress } from '../../platform/egress/egress';
import type { FairTurns } from '../../platform/limits/fair-turns';
import type { WindowLimiter } from '../../platform/limits/window-limiter';
import type { PlacementContext } from '../placements/placement.context';
import type { AdsTxtLookStore } from './ads-txt-look.store';

/** The services of claims of sites need this of the context. */
export interface SiteClaimContext extends PlacementContext {
  readonly accounts: AccountStore;
  readonly adsTxtLooks: AdsTxtLookStore;
  /** Looks at hosts that accounts may ask for. */
  readonly adsTxtLimiter: WindowLimiter;
  /** Looks that are made at once. */
  readonly adsTxtTurns: FairTurns;
  readonly egress: Egress;
  readonly inTransaction: InTransaction;
  readonly log: Logger;
}
