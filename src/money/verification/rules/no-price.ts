import type { EventRule } from '../judge/event-rule';

export const noPrice: EventRule = {
  reason: 'no_price',
  description: 'It was recorded before offers had prices.',
  refusesEvent: ({ price }) => price === null,
};
