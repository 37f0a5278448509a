import type { EventRule } from '../judge/event-rule';

export const repeatedEvent: EventRule = {
  reason: 'repeat',
  description: 'Its offer has an event of the same kind already, of another case.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'repeat',
};
