import type { BucketRule } from '../rule';
import type { OwnSites } from '../types';

const termOf = (priority: OwnSites['priority'], accountId: string) => `${priority} ${accountId}`;

/** Precedence is for nobody to buy: sponsorships and house ads are shown on sites of their own account alone. @see docs/http-api.md */
export const ownSites = {
  kind: 'bucket',
  nonBidReason: 'notOwnSite',
  statusCode: 513,
  terms: ({ ownSites: own }) => own && termOf(own.priority, own.accountId),
  ask: ({ imp: { publisherId } }) => ({
    values:
      publisherId === undefined
        ? []
        : [termOf('sponsorship', publisherId), termOf('house', publisherId)],
    box: null,
  }),
  explain: () => 'is shown on sites of its own account alone',
} as const satisfies BucketRule;
