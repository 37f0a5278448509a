import { compareValues } from '../../bson/compare';
import { toInteger } from '../../bson/numbers';
import { typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { locationError, mongoError } from '../../errors';
import { compileSort } from '../../query/sort';
import {
  arrayOf,
  type Compiler,
  type Evaluate,
  isNullish,
  isTruthy,
  members,
  type Operator,
  type Operators,
  type Result,
  takes,
  takesPresent,
} from '../operator';

function indexAt(value: Value, code: number, what: string): number {
  const index = toInteger(value);
  if (index === undefined)
    throw locationError(code, `${what} must be an integer, but is ${typeName(value)}`);
  return index;
}

function elementAt(name: string, array: Value, index: Value): Result {
  const list = arrayOf(array, 28689, `${name}'s first argument`);
  return list.at(indexAt(index, 28690, `${name}'s second argument`));
}

/** `[array, count]` or `[array, position, count]`. */
function slice(name: string, array: Value, first: Value, second?: Value): Result {
  const list = arrayOf(array, 28724, `First argument to ${name}`);
  const n = indexAt(first, 28725, `Second argument to ${name}`);
  if (second === undefined) return n < 0 ? list.slice(n) : list.slice(0, n);
  const count = indexAt(second, 28727, `Third argument to ${name}`);
  if (count <= 0) throw locationError(28729, `Third argument to ${name} must be positive`);
  const start = n < 0 ? Math.max(list.length + n, 0) : n;
  return list.slice(start, start + count);
}

function concatArrays(name: string, ...arrays: Value[]): Result {
  return arrays.flatMap((array) => arrayOf(array, 28664, `an argument of ${name}`));
}

function range(name: string, start: Result, end: Result, step: Result = 1): Result {
  const [from, to, by] = [start, end, step].map((value, i) =>
    indexAt(value ?? null, 34443 + 2 * i, `an argument of ${name}`),
  ) as [number, number, number];
  if (by === 0) throw locationError(34449, `${name} requires a non-zero step value`);
  const count = Math.max(0, Math.ceil((to - from) / by));
  if (count > 1_000_000)
    throw mongoError('BadValue', `${name} would make more than 1000000 elements`);
  return Array.from({ length: count }, (_, i) => from + i * by);
}

function indexOfArray(name: string, ...values: Result[]): Result {
  const [array, sought, start, end] = values;
  if (isNullish(array)) return null;
  const list = arrayOf(array, 40090, `${name}'s first argument`);
  const from = start === undefined ? 0 : indexAt(start ?? null, 40096, `${name}'s start`);
  const to = end === undefined ? list.length : indexAt(end ?? null, 40096, `${name}'s end`);
  const found = list
    .slice(0, Math.max(to, 0))
    .findIndex((value, i) => i >= from && compareValues(value, sought) === 0);
  return found;
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
  if (typeof variable !== 'string')
    throw mongoError('FailedToParse', `${name}'s 'as' must be a string`);
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
    const count = isNullish(most) ? Infinity : indexAt(most, 327391, `${name}: limit`);
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

const sortArray: Operator = (operand, compiler, name) => {
  const given = members(operand, name, ['input', 'sortBy']);
  const input = compiler.compile(given.get('input')!);
  const order = given.get('sortBy')!;
  const wrapped = new Map<string, Value>(
    order instanceof Map ? [...order].map(([path, way]) => [`v.${path}`, way]) : [['v', order]],
  );
  const sort = compileSort(wrapped);
  return (doc, variables) => {
    const array = input(doc, variables);
    if (isNullish(array)) return null;
    const list = arrayOf(array, 2942504, `input to ${name}`);
    if (!(order instanceof Map)) {
      const sign = sort.keys[0]!.descending ? -1 : 1;
      return list.toSorted((a, b) => compareValues(a, b) * sign);
    }
    return list.toSorted((a, b) => sort.compare(new Map([['v', a]]), new Map([['v', b]])));
  };
};

function unique(values: readonly Value[]): Value[] {
  return values
    .toSorted(compareValues)
    .filter((value, i, sorted) => i === 0 || compareValues(value, sorted[i - 1]) !== 0);
}

function has(list: readonly Value[], value: Value): boolean {
  return list.some((element) => compareValues(element, value) === 0);
}

/** Sets are arrays; the result is sorted and without duplicates. */
function setOperator(
  code: number,
  apply: (first: readonly Value[], rest: readonly (readonly Value[])[]) => Result,
  count: number | readonly [number, number] = [1, Infinity],
): Operator {
  return takesPresent(count, (name, ...sets) => {
    const [first, ...rest] = sets.map((set) => arrayOf(set, code, `an argument of ${name}`));
    return first ? apply(first, rest) : [];
  });
}

function allOrAny(every: boolean): Operator {
  return takes(1, (name, value) => {
    const list = arrayOf(value, every ? 17040 : 17041, `${name}'s argument`);
    return every ? list.every(isTruthy) : list.some(isTruthy);
  });
}

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
  $reverseArray: takesPresent(1, (name, array) =>
    arrayOf(array, 34435, `The argument to ${name}`).toReversed(),
  ),
  $range: takes([2, 3], range),
  $indexOfArray: takes([2, 4], indexOfArray),
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $sortArray: sortArray,
  $setUnion: setOperator(17043, (first, rest) => unique([...first, ...rest.flat()])),
  $setIntersection: setOperator(17047, (first, rest) =>
    unique(first.filter((value) => rest.every((set) => has(set, value)))),
  ),
  $setDifference: setOperator(
    17048,
    (first, [second = []]) => unique(first.filter((value) => !has(second, value))),
    2,
  ),
  $setIsSubset: setOperator(
    17046,
    (first, [second = []]) => first.every((value) => has(second, value)),
    2,
  ),
  $setEquals: setOperator(
    17044,
    (first, rest) => rest.every((set) => compareValues(unique(first), unique(set)) === 0),
    [2, Infinity],
  ),
  $allElementsTrue: allOrAny(true),
  $anyElementTrue: allOrAny(false),
};
