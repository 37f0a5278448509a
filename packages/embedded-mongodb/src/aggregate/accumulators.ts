import { double, Sum } from '../bson/arithmetic';
import { compareValues } from '../bson/compare';
import { encodeKey } from '../bson/key';
import type { Value } from '../bson/values';
import { isNullish, type Operator, type Operators, type Result, takes } from './operator';

/** Collects the values of one field of a group. */
export interface Accumulator {
  add(value: Result): void;
  result(): Result;
}

type MakeAccumulator = () => Accumulator;

function sum(): Accumulator {
  const total = new Sum();
  return { add: (value) => total.add(value), result: () => total.total };
}

function average(): Accumulator {
  const total = new Sum();
  return {
    add: (value) => total.add(value),
    result: () => (total.count === 0 ? null : double(total.asDouble() / total.count)),
  };
}

function extreme(sign: number): MakeAccumulator {
  return () => {
    let best: Result;
    return {
      add: (value) => {
        if (isNullish(value)) return;
        if (best === undefined || compareValues(value, best) * sign > 0) best = value;
      },
      result: () => best ?? null,
    };
  };
}

function edge(isFirst: boolean): MakeAccumulator {
  return () => {
    let kept: Result;
    let isEmpty = true;
    return {
      add: (value) => {
        if (isEmpty || !isFirst) kept = value;
        isEmpty = false;
      },
      result: () => kept ?? null,
    };
  };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new Map<string, Value>();
  return {
    add: (value) => {
      if (value === undefined) return;
      const key = encodeKey(value).toString('latin1');
      if (!values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

function count(): Accumulator {
  const total = new Sum();
  return { add: () => total.add(1), result: () => total.total };
}

/** By name, for `$group`. `$count` takes no expression. */
export const accumulators: ReadonlyMap<string, MakeAccumulator> = new Map<string, MakeAccumulator>([
  ['$sum', sum],
  ['$avg', average],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$first', edge(true)],
  ['$last', edge(false)],
  ['$push', push],
  ['$addToSet', addToSet],
  ['$count', count],
]);

/** The operator as an expression: it takes its arguments, or the elements of a single array. */
function overArguments(make: MakeAccumulator): Operator {
  return takes([0, Infinity], (_name, ...values) => {
    const [only] = values;
    return accumulate(make, values.length === 1 && Array.isArray(only) ? only : values);
  });
}

function accumulate(make: MakeAccumulator, values: readonly Result[]): Result {
  const accumulator = make();
  for (const value of values) accumulator.add(value);
  return accumulator.result();
}

export const accumulatingOperators: Operators = {
  $sum: overArguments(sum),
  $avg: overArguments(average),
  $min: overArguments(extreme(-1)),
  $max: overArguments(extreme(1)),
};
