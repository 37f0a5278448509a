import { compareValues } from '../../bson/compare';
import type { Value } from '../../bson/values';
import { arrayOf, integerOf, type Operators, type Result, takes, takesPresent } from '../operator';

function elementAt(name: string, array: Value, index: Value): Result {
  const list = arrayOf(array, 28689, `${name}'s first argument`);
  return list.at(integerOf(index, 28690, `${name}'s second argument`));
}

export const arrayOperators: Operators = {
  $arrayElemAt: takesPresent(2, elementAt),
  $size: takes(1, (name, value) => arrayOf(value, 17124, `The argument to ${name}`).length),
  $in: takes(2, (name, value, array) =>
    arrayOf(array, 40081, `${name} requires an array as a second argument, which`).some(
      (element) => compareValues(element, value) === 0,
    ),
  ),
};
