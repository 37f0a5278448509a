import type { graphql } from '../graphql/graphql';

export type CreativeDecision = ReturnType<typeof graphql.scalar<'CreativeDecision'>>;

export const creativeDecisions = ['undecided', 'accepted', 'rejected'] as const;

/** Which ads the address asks for; absent: those that are undecided. */
export function readSiteAdsSearch(search: Readonly<Record<string, unknown>>): {
  readonly show?: CreativeDecision;
} {
  const show = creativeDecisions.find((one) => one === search['show']);
  return show === undefined || show === 'undecided' ? {} : { show };
}
