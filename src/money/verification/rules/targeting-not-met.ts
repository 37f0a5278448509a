import type { EventRule } from '../judge/event-rule';

export const targetingNotMet: EventRule = {
  reason: 'targeting_not_met',
  description:
    'Another server has shown it to a visitor, or on a host, that the campaign is not for.',
  refusesEvent: ({ peer }) => peer !== undefined && peer.unmet !== null,
};
