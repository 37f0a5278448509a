import type { EventRule } from '../judge/event-rule';

export const ownTraffic: EventRule = {
  reason: 'own_traffic',
  description: 'The publisher made it: from a network that the account logs in from.',
  refusesEvent: (_event, { isLocal, isOwn }) => isOwn && !isLocal,
};
