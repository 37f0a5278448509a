import type { EventRule } from '../judge/event-rule';

export const notViewable: EventRule = {
  reason: 'not_viewable',
  description: 'Its campaign pays for views that the tag has measured, and this view was not.',
  refusesEvent: ({ requiresViewability = false, isMeasured = false }) =>
    requiresViewability && !isMeasured,
};
