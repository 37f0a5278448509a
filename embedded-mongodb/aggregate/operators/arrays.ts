import { compareValues } from '../../bson/compare';
import type { Value } from '../../bson/values';
import { failedToParse, locationError } from '../../errors';
import {
  arrayOf,
  type Compiler,
  type Evaluate,
  integerOf,
  isNullish,
  isTruthy,
  members,
  type Operator,
  type Operators,
  type Result,
  takes,
  takesPresent,
} from '../operator';

function elementAt(name: string, array: Value, index: Value): Result {
  const list = arrayOf(array, 28689, `${name}'s first argument`);
  return list.at(integerOf(index, 28690, `${name}'s second argument`));
}

/** `[array, count]` or `[array, position, count]`. */
function slice(name: string, array: Value, first: Value, second?: Value): Result {
  const list = arrayOf(array, 28724, `First argument to ${name}`);
  const n = integerOf(first, 28725, `Second argument to ${name}`);
  if (second === undefined) return n < 0 ? list.slice(n) : list.slice(0, n);
  const count = integerOf(second, 28727, `Third argument to ${name}`);
  if (count <= 0) throw locationError(28729, `Third argument to ${name} must be positive`);
  const start = n < 0 ? Math.max(list.length + n, 0) : n;
  return list.slice(start, start + count);
}

function concatArrays(name: string, ...arrays: Value[]): Result {
  return arrays.flatMap((array) => arrayOf(array, 28664, `an argument of ${name}`));
}

interface Loop {
  readonly input: Evaluate;
  readonly body: Evaluate;
  readonly variable: string;
  readonly given: ReadonlyMap<string, Value>;
}

function readLoop(
  operand: Value,
  compiler: Compiler,
  name: string,
  bodyName: string,
  optional: readonly string[],
): Loop {
  const given = members(operand, name, ['input', bodyName], ['as', ...optional]);
  const variable = given.get('as') ?? 'this';
  if (typeof variable !== 'string') throw failedToParse(`${name}'s 'as' must be a string`);
  const body = compiler.binding([variable]).compile(given.get(bodyName)!);
  return { input: compiler.compile(given.get('input')!), body, variable, given };
}

const map: Operator = (operand, compiler, name) => {
  const { input, body, variable } = readLoop(operand, compiler, name, 'in', []);
  return (doc, variables) => {
    const array = input(doc, variables);
    if (isNullish(array)) return null;
    const own = new Map(variables);
    return arrayOf(array, 16883, `input to ${name}`).map(
      (element) => body(doc, own.set(variable, element)) ?? null,
    );
  };
};

const filter: Operator = (operand, compiler, name) => {
  const { input, body, variable, given } = readLoop(operand, compiler, name, 'cond', ['limit']);
  const limit = compiler.compile(given.get('limit') ?? null);
  return (doc, variables) => {
    const array = input(doc, variables);
    if (isNullish(array)) return null;
    const most = limit(doc, variables);
    const count = isNullish(most) ? Infinity : integerOf(most, 327391, `${name}: limit`);
    if (count < 1) throw locationError(327392, `${name}: limit must be positive`);
    const own = new Map(variables);
    const kept: Value[] = [];
    for (const element of arrayOf(array, 28651, `input to ${name}`)) {
      if (kept.length < count && isTruthy(body(doc, own.set(variable, element))))
        kept.push(element);
    }
    return kept;
  };
};

const reduce: Operator = (operand, compiler, name) => {
  const given = members(operand, name, ['input', 'initialValue', 'in']);
  const input = compiler.compile(given.get('input')!);
  const initial = compiler.compile(given.get('initialValue')!);
  const body = compiler.binding(['this', 'value']).compile(given.get('in')!);
  return (doc, variables) => {
    const array = input(doc, variables);
    if (isNullish(array)) return null;
    const own = new Map(variables);
    return arrayOf(array, 40080, `input to ${name}`).reduce<Result>(
      (value, element) => body(doc, own.set('this', element).set('value', value)),
      initial(doc, variables),
    );
  };
};

export const arrayOperators: Operators = {
  $arrayElemAt: takesPresent(2, elementAt),
  $first: takesPresent(1, (name, array) => arrayOf(array, 28689, `${name}'s argument`)[0]),
  $last: takesPresent(1, (name, array) => arrayOf(array, 28689, `${name}'s argument`).at(-1)),
  $size: takes(1, (name, value) => arrayOf(value, 17124, `The argument to ${name}`).length),
  $isArray: takes(1, (_name, value) => Array.isArray(value)),
  $in: takes(2, (name, value, array) =>
    arrayOf(array, 40081, `${name} requires an array as a second argument, which`).some(
      (element) => compareValues(element, value) === 0,
    ),
  ),
  $slice: takesPresent([2, 3], slice),
  $concatArrays: takesPresent([0, Infinity], concatArrays),
  $map: map,
  $filter: filter,
  $reduce: reduce,
};
