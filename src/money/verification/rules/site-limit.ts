import type { EventRule } from '../judge/event-rule';

export const siteLimit: EventRule = {
  reason: 'site_limit',
  description: 'The site had shown enough of this advertiser in that hour.',
  refusesEvent: ({ kind }, { cases, limits }) =>
    kind === 'impression' && limits.cases.site > 0 && cases.site >= limits.cases.site,
};
