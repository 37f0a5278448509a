import type { EventRule } from '../event-rule';

export const noImpression: EventRule = {
  reason: 'no_impression',
  description: 'No view of the same case was recorded within 10 minutes.',
  refuses: ({ kind, invalidTraffic }, { view }) =>
    invalidTraffic === 'no_impression' || (kind === 'click' && view === null),
};
