import type { EventRule } from '../judge/event-rule';

export const botTraffic: EventRule = {
  reason: 'bot',
  description: 'A program sent it, not a person.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'bot',
};
