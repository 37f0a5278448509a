import { maxAgeSeconds, maxSkewSeconds } from '../../../market/events/offer-lifetime';
import type { EventRule } from '../judge/event-rule';

export const notOffered: EventRule = {
  reason: 'not_offered',
  description: 'It happened before its offer was made, or over 24 hours after it.',
  refusesEvent({ occurredAt, offeredAt }) {
    const seconds = (occurredAt.getTime() - offeredAt.getTime()) / 1000;
    // A token is taken to the end of its last second.
    return seconds < -maxSkewSeconds || seconds >= maxAgeSeconds + 1;
  },
};
