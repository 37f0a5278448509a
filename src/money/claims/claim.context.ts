import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { PlacementStore } from '../../supply/placements/placement.store';
import type { SiteStore } from '../../supply/sites/site.store';
import type { BookContext } from '../books/book.context';
import type { PayeeStore } from '../payments/due/payee.store';
import type { SettlementStore } from '../payments/settlement.store';
import type { ClaimStore } from './claim.store';

/** The context of the services and jobs of claims. */
export interface ClaimContext extends BookContext {
  readonly config: Config;
  readonly accounts: AccountStore;
  readonly addressClaims: ClaimStore;
  readonly sites: SiteStore;
  readonly placements: PlacementStore;
  readonly payees: PayeeStore;
  readonly settlements: SettlementStore;
  readonly randomBytes: (length: number) => Buffer;
  readonly log: Logger;
}
