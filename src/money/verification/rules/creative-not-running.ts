import type { EventRule } from '../judge/event-rule';
import { ran } from '../judge/ran';

export const creativeNotRunning: EventRule = {
  reason: 'creative_not_running',
  description:
    'The creative was not active, and had not been for 10 minutes; or it was rejected by the operator.',
  refusesEvent: ({ occurredAt }, { creative }) => !ran(creative, occurredAt),
};
