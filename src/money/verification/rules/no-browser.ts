import { pageRunMs } from '../../../market/events/offer-lifetime';
import type { EventRule } from '../judge/event-rule';

export const noBrowser: EventRule = {
  reason: 'no_browser',
  description:
    'It came from a site of another server, and no browser of that network has run our page of the view within 10 minutes.',
  refusesEvent({ kind, peer, occurredAt, remoteAddress }) {
    if (kind === 'click' || peer?.needsPage !== true) return false;
    const { ran } = peer;
    if (ran === undefined || ran.network !== remoteAddress) return true;
    return ran.at.getTime() - occurredAt.getTime() > pageRunMs;
  },
};
