import type { EventRule } from '../judge/event-rule';
import { ran } from '../judge/ran';

export const creativeNotRunning: EventRule = {
  reason: 'creative_not_running',
  description:
    'The creative was not active when its offer was made; or it was rejected by the operator.',
  refusesEvent: ({ occurredAt }, { creative }) => !ran(creative, occurredAt),
};
