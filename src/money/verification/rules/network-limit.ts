import type { EventRule } from '../judge/event-rule';

export const networkLimit: EventRule = {
  reason: 'network_limit',
  description: 'The visitor’s network had seen enough of this advertiser in that hour.',
  refusesEvent: ({ kind }, { cases, limits, isLocal }) =>
    kind === 'impression' &&
    !isLocal &&
    limits.cases.network > 0 &&
    cases.network >= limits.cases.network,
};
