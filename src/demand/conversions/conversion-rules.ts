import type { ErrorDetails } from '../../errors';
import type { Conversion } from './conversion.resource';

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
