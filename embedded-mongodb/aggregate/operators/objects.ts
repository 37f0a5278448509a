import { typeName } from '../../bson/types';
import type { Doc, Value } from '../../bson/values';
import { locationError } from '../../errors';
import {
  arrayOf,
  isNullish,
  members,
  type Operator,
  type Operators,
  type Result,
  takes,
  takesPresent,
} from '../operator';

function mergeObjects(name: string, ...values: Result[]): Result {
  const result: Doc = new Map();
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!(value instanceof Map))
      throw locationError(
        40400,
        `${name} requires object inputs, but input is of type ${typeName(value)}`,
      );
    for (const [field, member] of value) result.set(field, member);
  }
  return result;
}

function objectToArray(name: string, value: Value): Result {
  if (!(value instanceof Map))
    throw locationError(40390, `${name} requires a document input, found: ${typeName(value)}`);
  return Array.from(
    value,
    ([k, v]) =>
      new Map<string, Value>([
        ['k', k],
        ['v', v],
      ]),
  );
}

/** From `[[k, v], …]` or `[{ k, v }, …]`. */
function arrayToObject(name: string, value: Value): Result {
  const result: Doc = new Map();
  for (const pair of arrayOf(value, 40386, `${name}'s argument`)) {
    const isPair = Array.isArray(pair) ? pair.length === 2 : pair instanceof Map && pair.size === 2;
    const [k, v] = Array.isArray(pair)
      ? pair
      : pair instanceof Map
        ? [pair.get('k'), pair.get('v')]
        : [];
    if (!isPair || v === undefined)
      throw locationError(40392, `${name} requires an array of pairs [k, v] or { k, v }`);
    if (typeof k !== 'string')
      throw locationError(40394, `${name} requires keys of type string, found ${typeName(k)}`);
    result.set(k, v);
  }
  return result;
}

/** `'field'`, or `{ field, input }`; the name is taken as it is, with dots and dollars. */
const getField: Operator = (operand, compiler, name) => {
  const given =
    operand instanceof Map && operand.has('field')
      ? members(operand, name, ['field'], ['input'])
      : new Map([['field', operand]]);
  const field = compiler.compile(given.get('field')!);
  const input = compiler.compile(given.get('input') ?? '$$CURRENT');
  return (doc, variables) => {
    const key = field(doc, variables);
    if (typeof key !== 'string')
      throw locationError(
        5654602,
        `${name} requires 'field' to evaluate to type String, but got ${typeName(key)}`,
      );
    const value = input(doc, variables);
    return value instanceof Map ? value.get(key) : isNullish(value) ? value : undefined;
  };
};

const setField: Operator = (operand, compiler, name) => {
  const given = members(operand, name, ['field', 'input', 'value']);
  const [field, input, value] = ['field', 'input', 'value'].map((member) =>
    compiler.compile(given.get(member)!),
  );
  return (doc, variables) => {
    const key = field!(doc, variables);
    const target = input!(doc, variables);
    if (typeof key !== 'string')
      throw locationError(
        4161107,
        `${name} requires 'field' to evaluate to type String, but got ${typeName(key)}`,
      );
    if (isNullish(target)) return null;
    if (!(target instanceof Map))
      throw locationError(4161105, `${name} requires 'input' to evaluate to type Object`);
    const result = new Map(target);
    const set = value!(doc, variables);
    if (set === undefined) result.delete(key);
    else result.set(key, set);
    return result;
  };
};

export const objectOperators: Operators = {
  $mergeObjects: takes([0, Infinity], mergeObjects),
  $objectToArray: takesPresent(1, objectToArray),
  $arrayToObject: takesPresent(1, arrayToObject),
  $getField: getField,
  $setField: setField,
};
