import { isNumeric, typeName } from '../../bson/types';
import { locationError } from '../../errors';
import { isNullish, type Operators, type Result, stringOf, takes, takesPresent } from '../operator';
import { formatValue } from './format-value';

/** Null counts as the empty string, as it does for the operators that coerce. */
function coerced(value: Result, name: string): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (isNumeric(value) || value instanceof Date) return formatValue(value);
  throw locationError(16007, `${name} cannot convert ${typeName(value)} to a string`);
}

export const stringOperators: Operators = {
  $toString: takes(1, (_name, value) => (isNullish(value) ? null : formatValue(value))),
  $concat: takesPresent([0, Infinity], (name, ...values) =>
    values.map((value) => stringOf(value, 16702, `an argument of ${name}`)).join(''),
  ),
  $toLower: takes(1, (name, value) =>
    coerced(value, name).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  ),
  $toUpper: takes(1, (name, value) =>
    coerced(value, name).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  ),
};
