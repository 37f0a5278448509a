import type { ConversionRule } from '../judge/conversion-rule';

export const conversionLimit: ConversionRule = {
  reason: 'conversion_limit',
  description: 'As many conversions by the unsigned link had been paid for as the day may have.',
  refusesConversion: ({ evidence, dailyLimit = Infinity }, { unsigned, price }) =>
    evidence !== 'signed' && price > 0n && unsigned.day >= dailyLimit,
};
