import { Timestamp } from 'bson';
import { calculate, type Operation, operations } from '../bson/arithmetic';
import { compareValues } from '../bson/compare';
import { isNumeric, typeName } from '../bson/types';
import type { Value } from '../bson/values';
import { badValue, typeMismatch } from '../errors';
import { arrayOperators } from './array-operators';
import type { UpdateOperator } from './paths';

const set: UpdateOperator = (operand) => ({ creates: true, apply: () => operand });

/** `$inc` and `$mul`: an int64 that overflows is an error, not a double. */
function arithmetic(
  operation: Operation,
  verb: string,
  initial: (operand: Value) => Value,
): UpdateOperator {
  return (operand, { name, path }) => {
    if (!isNumeric(operand)) {
      throw typeMismatch(`Cannot ${verb} '${path}' by a non-numeric argument`);
    }
    return {
      creates: true,
      apply: (old) => {
        if (old === undefined) return initial(operand);
        if (!isNumeric(old)) {
          throw typeMismatch(
            `Cannot apply ${name} to '${path}' of non-numeric type ${typeName(old)}`,
          );
        }
        const result = calculate(operation, old, operand);
        if (result !== undefined) return result;
        throw badValue(`${name} of '${path}' overflows int64`);
      },
    };
  };
}

function extreme(sign: number): UpdateOperator {
  return (operand) => ({
    creates: true,
    apply: (old) => (old === undefined || compareValues(operand, old) * sign > 0 ? operand : old),
  });
}

const currentDate: UpdateOperator = (operand, { now, path }) => {
  const type =
    operand instanceof Map
      ? operand.size === 1 && operand.get('$type')
      : operand === true || operand === false
        ? 'date'
        : undefined;
  const time = BigInt(Math.floor(now.getTime() / 1000));
  if (type === 'date') return { creates: true, apply: () => now };
  if (type === 'timestamp')
    return { creates: true, apply: () => new Timestamp((time << 32n) | 1n) };
  throw badValue(`$currentDate of '${path}' must be true or { $type: 'date' | 'timestamp' }`);
};

/** Every operator that changes a field by itself; `$rename` concerns two and stands in update.ts. */
export const updateOperators: ReadonlyMap<string, UpdateOperator> = new Map<string, UpdateOperator>(
  [
    ['$set', set],
    ['$setOnInsert', set],
    ['$unset', () => ({ creates: false, apply: () => undefined })],
    ['$inc', arithmetic(operations.add, 'increment', (operand) => operand)],
    [
      '$mul',
      arithmetic(
        operations.multiply,
        'multiply',
        (operand) => calculate(operations.multiply, operand, 0) ?? 0,
      ),
    ],
    ['$min', extreme(-1)],
    ['$max', extreme(1)],
    ['$currentDate', currentDate],
    ...Object.entries(arrayOperators),
  ],
);
