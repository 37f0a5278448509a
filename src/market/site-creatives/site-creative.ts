import type { Creative } from '../../demand/creatives/creative.resource';

/** A publisher's decision on a creative for a site. */
export const creativeDecisions = ['undecided', 'accepted', 'rejected'] as const;
export type CreativeDecision = (typeof creativeDecisions)[number];

/** A creative as the publisher of a site sees it, who may take it or not. */
export interface SiteCreative extends Pick<Creative, 'id' | 'type' | 'mime' | 'scope' | 'hash'> {
  /** The landing URL of its clicks; null while nobody pays for it. */
  readonly landingUrl: string | null;
}

/** Some of the creatives of one decision, in the order of their ids. */
export interface SiteCreativePage {
  readonly nodes: readonly SiteCreative[];
  /** The cursor of the next page, which may be empty; null: this is the last page. */
  readonly endCursor: string | null;
}
