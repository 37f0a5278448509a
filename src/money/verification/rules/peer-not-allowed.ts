import type { ConversionRule } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';

export const peerNotAllowed: EventRule & ConversionRule = {
  reason: 'peer_not_allowed',
  description:
    'It came from a site of another server that the operator did not allow or the campaign excludes, or the campaign is for our own sites alone.',
  refusesEvent: ({ peer }, facts) =>
    peer !== undefined && (!peer.isShown || facts.peer?.isAllowed !== true),
  refusesConversion: (_conversion, { peerRefusal }) => peerRefusal === 'peer_not_allowed',
};
