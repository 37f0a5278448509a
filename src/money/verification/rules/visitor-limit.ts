import type { EventRule } from '../judge/event-rule';

export const visitorLimit: EventRule = {
  reason: 'visitor_limit',
  description: 'The visitor had seen enough of this advertiser in that hour.',
  refusesEvent: ({ kind }, { cases, limits }) =>
    kind === 'impression' && limits.cases.visitor > 0 && cases.visitor >= limits.cases.visitor,
};
