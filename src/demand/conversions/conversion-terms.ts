import type { ErrorDetails } from '../../errors';
import { flag, oneOf, price, textOfCharacters } from '../../input-members';
import { parserOf } from '../../validation';
import { type Conversion, conversionLimitTypes, conversionTypes } from './conversion';

const terms = {
  name: textOfCharacters(255),
  limitType: oneOf(conversionLimitTypes),
  eventType: textOfCharacters(50),
  value: price.nullable(),
  isValueMutable: flag,
  isRepeatable: flag,
};

export const parseNewConversion = parserOf(
  {
    name: terms.name,
    eventType: terms.eventType,
    type: oneOf(conversionTypes),
    limitType: terms.limitType.default('in_budget'),
    value: terms.value.default(null),
    isValueMutable: flag.default(false),
    isRepeatable: flag.default(false),
  },
  problemsOfTerms,
);

export const parseConversionChanges = parserOf({
  name: terms.name.exactOptional(),
  limitType: terms.limitType.exactOptional(),
  eventType: terms.eventType.exactOptional(),
  value: terms.value.exactOptional(),
  isValueMutable: flag.exactOptional(),
  isRepeatable: flag.exactOptional(),
});

/** The contradictions in a conversion; an unreadable member is left out. @see docs/reference-clients.md §5.9 */
export function problemsOfTerms(
  conversion: Partial<
    Pick<Conversion, 'type' | 'limitType' | 'value' | 'isValueMutable' | 'isRepeatable'>
  >,
): ErrorDetails {
  const details: Record<string, readonly string[]> = {};
  const { type, limitType, value, isValueMutable, isRepeatable } = conversion;
  if (value === null && isValueMutable === false)
    details.value = ['is required where the value cannot change'];
  if (type !== 'basic') return details;
  if (limitType === 'out_of_budget')
    details.limitType = ['must be in_budget where the type is basic'];
  if (isValueMutable === true)
    details.isValueMutable = ['must be false where the type is basic: anybody could name a value'];
  if (isRepeatable === true) details.isRepeatable = ['must be false where the type is basic'];
  return details;
}
