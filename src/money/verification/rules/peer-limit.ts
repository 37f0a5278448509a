import type { ConversionRule } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';

export const peerLimit: EventRule & ConversionRule = {
  reason: 'peer_limit',
  description: 'The other server had earned as much as it may on that day.',
  refusesEvent: (_event, { peer, charge }) =>
    peer !== null && charge > 0n && peer.earned + charge > peer.limit,
  refusesConversion: (_conversion, { peerRefusal }) => peerRefusal === 'peer_limit',
};
