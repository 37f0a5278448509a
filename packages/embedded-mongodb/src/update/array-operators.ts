import { BSONRegExp } from 'bson';
import { compareValues } from '../bson/compare';
import { toInteger } from '../bson/numbers';
import { typeName } from '../bson/types';
import { documentAt, type Value } from '../bson/values';
import { badValue, failedToParse, typeMismatch } from '../errors';
import { compileFilter } from '../query/filter';
import { operators } from '../query/operators';
import { compileSort } from '../query/sort';
import type { Change, UpdateContext, UpdateOperator } from './paths';

/** A change of an array; a missing one is made from nothing, or left alone unless it `creates`. */
function onArray(
  { name, path }: UpdateContext,
  creates: boolean,
  change: (array: readonly Value[]) => readonly Value[],
): Change {
  return {
    creates,
    apply: (old) => {
      if (old === undefined) return creates ? [...change([])] : undefined;
      if (Array.isArray(old)) {
        const changed = change(old);
        return changed === old ? old : [...changed];
      }
      if (name === '$pop') {
        throw typeMismatch(`'${path}' is of the non-array type '${typeName(old)}'`);
      }
      throw badValue(`'${path}' must be an array but is of type ${typeName(old)}`);
    },
  };
}

function requireInteger(value: Value, what: string): number {
  const integer = toInteger(value);
  if (integer !== undefined) return integer;
  throw badValue(`${what} must be an integer, not ${typeName(value)}`);
}

function eachOf(operand: Value, name: string): readonly Value[] {
  if (Array.isArray(operand)) return operand;
  throw badValue(`$each in ${name} must be an array, not ${typeName(operand)}`);
}

/**
 * Sorts elements by their own value, or by fields: an array there counts as a whole, and an element that is not a
 * document has no fields.
 */
function elementSort(operand: Value): (array: readonly Value[]) => readonly Value[] {
  if (operand instanceof Map) {
    if (operand.size === 0) throw badValue('the sort pattern is empty');
    const { keys, compareKeys } = compileSort(operand);
    const fields = (value: Value) =>
      keys.map(({ path }) => (value instanceof Map ? documentAt(value, path) : null) ?? null);
    return (array) => array.toSorted((a, b) => compareKeys(fields(a), fields(b)));
  }
  const direction = toInteger(operand);
  if (direction !== 1 && direction !== -1) {
    throw badValue('The $sort element value must be either 1 or -1');
  }
  return (array) => array.toSorted((a, b) => compareValues(a, b) * direction);
}

const push: UpdateOperator = (operand, context) => {
  const each = operand instanceof Map ? operand.get('$each') : undefined;
  if (!(operand instanceof Map) || each === undefined) {
    return onArray(context, true, (array) => [...array, operand]);
  }
  const unknown = [...operand.keys()].find(
    (name) => !['$each', '$slice', '$sort', '$position'].includes(name),
  );
  if (unknown !== undefined) throw badValue(`Unrecognized clause in $push: ${unknown}`);
  const added = eachOf(each, '$push');
  const position = requireInteger(operand.get('$position') ?? Number.MAX_SAFE_INTEGER, '$position');
  const slice = operand.get('$slice');
  const limit = slice === undefined ? undefined : requireInteger(slice, '$slice');
  const order = operand.get('$sort');
  const sort = order === undefined ? undefined : elementSort(order);
  return onArray(context, true, (array) => {
    const joined = array.toSpliced(position, 0, ...added);
    const sorted = sort ? sort(joined) : joined;
    if (limit === undefined) return added.length === 0 && !sort ? array : sorted;
    return limit < 0 ? sorted.slice(limit) : sorted.slice(0, limit);
  });
};

const addToSet: UpdateOperator = (operand, context) => {
  const isEach = operand instanceof Map && operand.keys().next().value === '$each';
  if (isEach && operand.size > 1) {
    throw badValue('Found unexpected fields after $each in $addToSet');
  }
  const each = isEach ? operand.get('$each') : undefined;
  const added = each === undefined ? [operand] : eachOf(each, '$addToSet');
  return onArray(context, true, (array) => {
    const result = [...array];
    for (const value of added) {
      if (!result.some((element) => compareValues(element, value) === 0)) result.push(value);
    }
    return result.length === array.length ? array : result;
  });
};

function without(context: UpdateContext, isGone: (element: Value) => boolean): Change {
  return onArray(context, false, (array) => {
    const left = array.filter((element) => !isGone(element));
    return left.length === array.length ? array : left;
  });
}

/** A document is a filter for elements that are documents; operators and patterns are for any element. */
const pull: UpdateOperator = (operand, context) => {
  const [first = ''] = operand instanceof Map ? operand.keys() : [];
  const options = { now: context.now, exprError: 'QueryFeatureNotAllowed' } as const;
  if (operand instanceof Map && !operators.has(first)) {
    const filter = compileFilter(operand, options);
    return without(context, (element) => element instanceof Map && filter.matches(element));
  }
  if (operand instanceof Map || operand instanceof BSONRegExp) {
    const filter = compileFilter(new Map([['element', operand]]), options);
    return without(context, (element) => filter.matches(new Map([['element', element]])));
  }
  return without(context, (element) => compareValues(element, operand) === 0);
};

const pullAll: UpdateOperator = (operand, context) => {
  if (!Array.isArray(operand)) {
    throw badValue(`$pullAll requires an array, not ${typeName(operand)}`);
  }
  return without(context, (element) =>
    operand.some((value) => compareValues(element, value) === 0),
  );
};

const pop: UpdateOperator = (operand, context) => {
  const end = toInteger(operand);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${String(end)}`);
  return onArray(context, false, (array) => {
    if (array.length === 0) return array;
    return end === 1 ? array.slice(0, -1) : array.slice(1);
  });
};

export const arrayOperators: Readonly<Record<string, UpdateOperator>> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};
