import { type ConversionRule, isAnyAccepted } from '../judge/conversion-rule';

export const clickRejected: ConversionRule = {
  reason: 'click_rejected',
  description: 'Of a confirmed click: the click itself was rejected.',
  refusesConversion: ({ conversionId }, { outcomes }) =>
    conversionId === null && !isAnyAccepted(outcomes),
};
