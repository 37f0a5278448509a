import type { ConversionRule } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';

export const noImpression: EventRule & ConversionRule = {
  reason: 'no_impression',
  description: 'No view of the same case was recorded within 10 minutes.',
  refusesEvent: ({ kind, invalidTraffic }, { view }) =>
    invalidTraffic === 'no_impression' || (kind === 'click' && view === null),
  refusesConversion: ({ conversionId }, { outcomes }) =>
    conversionId !== null && outcomes.every((outcome) => outcome === null),
};
