import type { Creative } from '../../demand/creatives/creative';

/** What a publisher has said of a creative for a site. */
export const creativeDecisions = ['undecided', 'accepted', 'rejected'] as const;
export type CreativeDecision = (typeof creativeDecisions)[number];

/** A creative as the publisher of a site sees it, who may take it or not. */
export interface SiteCreative extends Pick<Creative, 'id' | 'type' | 'mime' | 'scope' | 'hash'> {
  /** Where clicks lead to; null while nobody pays for it. */
  readonly landingUrl: string | null;
}

/** Some of the creatives of one decision, in the order of their ids. */
export interface SiteCreativePage {
  readonly nodes: readonly SiteCreative[];
  /** Where the next page begins, which may have creatives; null: this is the last one. */
  readonly endCursor: string | null;
}
