import { type ConversionRule, isAnyAccepted } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';

export const impressionRejected: EventRule & ConversionRule = {
  reason: 'impression_rejected',
  description: 'The view of the same case was rejected.',
  refusesEvent: (_event, { view }) => view?.status === 'rejected',
  refusesConversion: ({ conversionId }, { outcomes }) =>
    conversionId !== null && !isAnyAccepted(outcomes),
};
