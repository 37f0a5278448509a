import type { EventRule } from '../judge/event-rule';

export const dataCenterTraffic: EventRule = {
  reason: 'data_center',
  description: 'It came from the network of a data centre.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'data_center',
};
