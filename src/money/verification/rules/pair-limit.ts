import type { EventRule } from '../judge/event-rule';

export const pairLimit: EventRule = {
  reason: 'pair_limit',
  description:
    'The visitor’s network had seen enough of this advertiser in that hour on sites of this publisher.',
  refusesEvent: ({ kind }, { cases, limits, isLocal }) =>
    kind === 'impression' && !isLocal && limits.cases.pair > 0 && cases.pair >= limits.cases.pair,
};
