import type { Creative } from '../../demand/creatives/creative.resource';
import type { SiteCreativePeer } from '../site-creatives/site-creative';

/** A creative that was reported, as operators judge it. */
export interface ReportedCreative extends Pick<Creative, 'type' | 'mime' | 'scope'> {
  readonly id: string;
  readonly hash: string;
  /** null: another server's, which does not say. */
  readonly name: string | null;
  /** null: another server's. */
  readonly status: Creative['status'] | null;
  /** null for a campaign that is gone. */
  readonly landingUrl: string | null;
  /** null: it is of this server. */
  readonly peer: SiteCreativePeer | null;
  /** The URL that another server serves it at; null: this one does. */
  readonly serveUrl: string | null;
}
