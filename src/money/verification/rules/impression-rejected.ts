import { type ConversionRule, isAnyAccepted } from '../conversion-rule';
import type { EventRule } from '../event-rule';

export const impressionRejected: EventRule & ConversionRule = {
  reason: 'impression_rejected',
  description: 'The view of the same case was rejected.',
  refusesEvent: (_event, { view }) => view?.status === 'rejected',
  refusesConversion: ({ conversionId }, { outcomes }) =>
    conversionId !== null && !isAnyAccepted(outcomes),
};
