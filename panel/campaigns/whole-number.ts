import { t } from '../texts/texts';

/** A number as it is typed; null: its field is empty. */
export type TypedNumber = number | null;

/** @param valueAsNumber of the browser's field */
export const typedNumber = (valueAsNumber: number): TypedNumber =>
  Number.isNaN(valueAsNumber) ? null : valueAsNumber;

/** Why nothing can be sent, to be read after the name of its field; null: the server sees to the rest. */
export const numberProblem = (typed: TypedNumber): string | null =>
  typed === null ? t('common.mustBeFilledIn') : null;

/** The number of a field that `numberProblem` finds nothing wrong with. */
export function toNumber(typed: TypedNumber): number {
  if (typed === null) throw new Error('an empty field was let through');
  return typed;
}
