import { conversionResource } from '../../src/demand/conversions/conversion.resource';
import type { NewConversion } from '../../src/demand/conversions/conversion.store';
import { exampleOf } from '../../src/platform/resources/resource';

/** A conversion to make: basic, in budget. */
export function aNewConversion(changes: Partial<NewConversion>): NewConversion {
  const { cost, occurrences, createdAt, updatedAt, ...terms } = exampleOf(conversionResource);
  return { ...terms, name: 'Sale', eventType: 'Purchase', ...changes };
}
