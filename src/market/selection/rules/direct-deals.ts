import type { LabelsRule } from '../rule';
import { requirements } from '../terms';

/** A site may take only campaigns that require this very site. */
export const directDeals = {
  kind: 'labels',
  nonBidReason: 'notDirectDeal',
  statusCode: 505,
  terms: requirements,
  ask: ({ context: { onlyDirectDealsWith: domain } }) =>
    domain === undefined ? undefined : { requires: [['site:domain', [domain]]] },
  explain: (_candidate, { context }) => `requires no site:domain ${context.onlyDirectDealsWith}`,
} as const satisfies LabelsRule;
