import { double, Sum } from '../bson/arithmetic';
import { compareValues } from '../bson/compare';
import { encodeKey } from '../bson/key';
import type { Value } from '../bson/values';
import { sizeOf } from './memory';
import { isNullish, type Operator, type Operators, type Result, takes } from './operator';

/** Collects the values of one field of a group. */
export interface Accumulator {
  /** @returns by how many bytes, about, the accumulator holds more than before. */
  add(value: Result): number;
  result(): Result;
}

type MakeAccumulator = () => Accumulator;

function sum(): Accumulator {
  const total = new Sum();
  return { add: (value) => addTo(total, value), result: () => total.total };
}

/** A sum grows by no bytes. */
function addTo(total: Sum, value: Result): number {
  total.add(value);
  return 0;
}

function average(): Accumulator {
  const total = new Sum();
  return {
    add: (value) => addTo(total, value),
    result: () => (total.count === 0 ? null : double(total.asDouble() / total.count)),
  };
}

function extreme(sign: number): MakeAccumulator {
  return () => {
    let best: Result;
    return {
      add: (value) => {
        if (isNullish(value)) return 0;
        if (best !== undefined && compareValues(value, best) * sign <= 0) return 0;
        const growth = sizeOf(value) - sizeOf(best);
        best = value;
        return growth;
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
        if (isFirst && !isEmpty) return 0;
        const growth = sizeOf(value) - sizeOf(kept);
        kept = value;
        isEmpty = false;
        return growth;
      },
      result: () => kept ?? null,
    };
  };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add: (value) => {
      if (value === undefined) return 0;
      values.push(value);
      return sizeOf(value);
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new Map<string, Value>();
  return {
    add: (value) => {
      if (value === undefined) return 0;
      const key = encodeKey(value).toString('latin1');
      if (values.has(key)) return 0;
      values.set(key, value);
      return key.length + sizeOf(value);
    },
    result: () => [...values.values()],
  };
}

function count(): Accumulator {
  const total = new Sum();
  return { add: () => addTo(total, 1), result: () => total.total };
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
