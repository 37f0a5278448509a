import type { ConversionRule } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';

export const networkLimit: EventRule & ConversionRule = {
  reason: 'network_limit',
  description: 'The visitor’s network had seen enough of this advertiser in that hour.',
  refusesEvent: ({ kind }, { cases, limits, isLocal }) =>
    kind === 'impression' &&
    !isLocal &&
    limits.cases.network > 0 &&
    cases.network >= limits.cases.network,
  refusesConversion: ({ evidence }, { hasClick, price, unsigned, limits }) =>
    evidence === 'other_network' &&
    !hasClick &&
    price > 0n &&
    limits.conversions > 0 &&
    unsigned.network >= limits.conversions,
};
