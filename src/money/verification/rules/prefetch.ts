import type { EventRule } from '../judge/event-rule';

export const prefetchTraffic: EventRule = {
  reason: 'prefetch',
  description: 'A browser loaded it ahead of time: nobody was looking.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'prefetch',
};
