import type { EventRule } from '../judge/event-rule';

export const visitorLimit: EventRule = {
  reason: 'visitor_limit',
  description: 'The visitor had seen enough of this advertiser in that hour.',
  refusesEvent({ kind, trackingId }, { cases, limits }) {
    const most = trackingId === null ? limits.anonymousCases : limits.cases.visitor;
    return kind === 'impression' && most > 0 && cases.visitor >= most;
  },
};
