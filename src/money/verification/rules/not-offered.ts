import { maxAgeSeconds, maxSkewSeconds } from '../../../market/events/offer-lifetime';
import type { EventRule } from '../judge/event-rule';

export const notOffered: EventRule = {
  reason: 'not_offered',
  description:
    'It happened before its offer was made, or after that had run out: 30 minutes for a view, 24 hours for a click.',
  refusesEvent({ kind, occurredAt, offeredAt, exp = maxAgeSeconds, peer }) {
    if (peer !== undefined) return false;
    const seconds = (occurredAt.getTime() - offeredAt.getTime()) / 1000;
    const most = kind === 'click' ? maxAgeSeconds : exp;
    // Offers have whole seconds: each is good to the end of its last one.
    return seconds < -maxSkewSeconds || seconds >= most + 1;
  },
};
