import type { EventRule } from '../judge/event-rule';

export const proxyTraffic: EventRule = {
  reason: 'proxy',
  description: 'It came by a VPN or a proxy that is listed.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'proxy',
};
