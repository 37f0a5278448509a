import type { ConversionRule } from '../judge/conversion-rule';

export const noClick: ConversionRule = {
  reason: 'no_click',
  description:
    'Of a conversion by an unsigned link: it had no accepted click, and did not come from another network than its views.',
  refusesConversion: ({ evidence }, { hasClick, price }) =>
    evidence === 'none' && !hasClick && price > 0n,
};
