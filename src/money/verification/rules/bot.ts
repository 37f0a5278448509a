import type { EventRule } from '../event-rule';

export const botTraffic: EventRule = {
  reason: 'bot',
  description: 'A program sent it, not a person.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'bot',
};
