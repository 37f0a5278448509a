import type { IdsRule } from '../rule';

/** Categories of goods that the publisher blocked. @see OpenRTB 2.6 §3.2.1 `bcat` */
export const blockedCategories = {
  kind: 'ids',
  nonBidReason: 'categoryExclusion',
  statusCode: 357,
  terms: ({ category }) => category,
  ask: ({ context }) => ({ notAmong: context.blockedCategories }),
  explain: ({ category }) => `is for ${category}`,
} as const satisfies IdsRule;
