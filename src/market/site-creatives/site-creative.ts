import type { Creative } from '../../demand/creatives/creative.resource';
import type { SoldCreative } from '../inventory/for-sale';

/** A publisher's decision on a creative for a site. */
export const creativeDecisions = ['undecided', 'accepted', 'rejected'] as const;
export type CreativeDecision = (typeof creativeDecisions)[number];

/** A creative that a site may show, ours or another server's. */
export type FoundCreative = Pick<
  SoldCreative,
  'id' | 'campaignId' | 'type' | 'mime' | 'scope' | 'hash' | 'impressionPixels' | 'origin'
>;

/** Another server of the network, as publishers know it. */
export interface SiteCreativePeer {
  /** Its account on the ledger. */
  readonly address: string;
  /** As it says; it may be called like others. */
  readonly name: string;
  /** Its host. */
  readonly host: string;
}

/** A creative as the publisher of a site sees it, who may take it or not. */
export interface SiteCreative extends Pick<Creative, 'id' | 'type' | 'mime' | 'scope' | 'hash'> {
  /** The landing URL of its clicks; null while nobody pays for it. */
  readonly landingUrl: string | null;
  /** The category of the goods, a code of the IAB Content Taxonomy 1.0; null: not said. */
  readonly category: string | null;
  /** Hosts of third parties that the ad calls when a visitor who consents has seen it. */
  readonly pixelHosts: readonly string[];
  /** null: it is of this server. */
  readonly peer: SiteCreativePeer | null;
  /** The URL that another server serves it at; null: this one does. */
  readonly serveUrl: string | null;
}

/** Some of the creatives of one decision, in the order of their ids. */
export interface SiteCreativePage {
  readonly nodes: readonly SiteCreative[];
  /** The cursor of the next page, which may be empty; null: this is the last page. */
  readonly endCursor: string | null;
}
