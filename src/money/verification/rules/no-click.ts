import type { ConversionRule } from '../judge/conversion-rule';

export const noClick: ConversionRule = {
  reason: 'no_click',
  description:
    'Of a conversion by an unsigned link: it had no accepted click, and did not come from another network than its views. Of one on another server’s site: it had no accepted click.',
  refusesConversion: ({ evidence }, { hasClick, price, peerRefusal }) =>
    peerRefusal === 'no_click' || (evidence === 'none' && !hasClick && price > 0n),
};
