import { t } from '../texts/texts';

/** A number as it is typed; null: its field is empty. */
export type TypedNumber = number | null;

/** @param valueAsNumber of the browser's field */
export const typedNumber = (valueAsNumber: number): TypedNumber =>
  Number.isNaN(valueAsNumber) ? null : valueAsNumber;

/** Why nothing can be sent, to be read after the name of its field; null: the server sees to the rest. */
export function numberProblem(typed: TypedNumber): string | null {
  if (typed === null) return t('common.mustBeFilledIn');
  return Number.isInteger(typed) ? null : t('campaigns.mustBeAWholeNumber');
}

/** GraphQL names no field of a number beyond these; the server refuses them where it has a range. */
const most = 2 ** 31 - 1;

/** The number of a field that `numberProblem` finds nothing wrong with; a huge one as the largest that can be sent. */
export function toNumber(typed: TypedNumber): number {
  if (typed === null) throw new Error('an empty field was let through');
  return Math.max(-most, Math.min(typed, most));
}
