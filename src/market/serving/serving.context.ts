import type { Logger } from 'pino';
import type { DatabasePulse } from '../../platform/database/pulse';
import type { Outages } from '../../platform/process/outages';
import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { PeerDirectory } from '../../peers/directory/peer-directory';
import type { VisitorContext } from '../../supply/visitors/visitor.context';
import type { CreativeResults } from '../inventory/creative-results';
import type { Inventory } from '../inventory/inventory';
import type { FindListener } from './find-listener';
import type { OfferGate } from './offer-gate';
import type { PageSupply, PageSupplyContext } from './page-supply';
import type { UnseenOffers } from './unseen-offers';

/** Serving needs this of the context. */
export interface ServingContext extends PageSupplyContext, VisitorContext {
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
  readonly unseenOffers: UnseenOffers;
  readonly onFind: FindListener;
  readonly pageSupply: PageSupply;
  readonly peerDirectory: PeerDirectory;
}
