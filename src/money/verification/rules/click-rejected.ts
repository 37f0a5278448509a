import type { ConversionRule } from '../conversion-rule';

export const clickRejected: ConversionRule = {
  reason: 'click_rejected',
  description: 'Of a confirmed click: the click itself was rejected.',
  refusesConversion: ({ conversionId }, { outcomes }) =>
    conversionId === null && !outcomes.some((outcome) => outcome?.status === 'accepted'),
};
