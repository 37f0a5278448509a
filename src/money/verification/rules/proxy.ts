import type { EventRule } from '../judge/event-rule';

export const proxyTraffic: EventRule = {
  reason: 'proxy',
  description: 'It came by a VPN or a proxy that the operator has listed.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'proxy',
};
