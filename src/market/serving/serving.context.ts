import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { DatabasePulse } from '../../platform/database/pulse';
import type { Outages } from '../../platform/process/outages';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { PlacementContext } from '../../supply/placements/placement.context';
import type { VisitorContext } from '../../supply/visitors/visitor.context';
import type { CreativeResults } from '../inventory/creative-results';
import type { Inventory } from '../inventory/inventory';
import type { NetworkLimiter } from '../../platform/limits/network-limiter';
import type { FindListener } from './find-listener';
import type { OfferGate } from './offer-gate';
import type { SupplyDirectory } from './supply-directory';

/** Serving needs this of the context. */
export interface ServingContext extends PlacementContext, VisitorContext {
  readonly config: Config;
  readonly log: Logger;
  readonly outages: Outages;
  readonly databasePulse: DatabasePulse;
  /** Origin of the URLs of creatives, without a trailing slash. */
  readonly serveUrl: string;
  /** Sign the URLs of events; the first one signs, all of them verify. */
  readonly eventUrlKeys: readonly SigningKey[];
  readonly inventory: Inventory;
  readonly creativeResults: CreativeResults;
  readonly offerGate: OfferGate;
  readonly onFind: FindListener;
  readonly supplyDirectory: SupplyDirectory;
  readonly creationLimiter: NetworkLimiter;
  readonly unclaimedSiteLimiter: NetworkLimiter;
  readonly accounts: AccountStore;
  readonly randomBytes: (length: number) => Buffer;
}
