import type { graphql } from '../graphql/graphql';

export type CreativeDecision = ReturnType<typeof graphql.scalar<'CreativeDecision'>>;

export const creativeDecisions = ['undecided', 'accepted', 'rejected'] as const;

interface SiteAdsSearch {
  readonly show?: CreativeDecision;
  /** Only ads of other servers. */
  readonly of?: 'others';
}

/** Which ads the address asks for; absent: those that are undecided, of all servers. */
export function readSiteAdsSearch(search: Readonly<Record<string, unknown>>): SiteAdsSearch {
  const show = creativeDecisions.find((one) => one === search['show']);
  return {
    ...(show !== undefined && show !== 'undecided' && { show }),
    ...(search['of'] === 'others' && { of: 'others' as const }),
  };
}
