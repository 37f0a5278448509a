import { BSONRegExp, MaxKey, MinKey } from 'bson';
import { isNan } from '../bson/numbers';
import { typeBracket } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { isOperators } from './operators';

/**
 * The paths of a filter that asks for nothing but its bounds: plain values and ranges of top-level fields. A document
 * within the bounds matches, unless one of these fields is an array. Undefined for any other filter.
 */
export function exactPaths(filter: Doc): readonly string[] | undefined {
  for (const [path, condition] of filter)
    if (path.startsWith('$') || path.includes('.') || !isExact(condition)) return undefined;
  return [...filter.keys()];
}

function isExact(condition: Value): boolean {
  if (!isOperators(condition)) return isPlain(condition);
  const operands = [...condition.values()];
  // `$gte` and `$lte` count as `$gt` and `$lt`.
  const names = [...condition.keys()].map((name) => name.slice(0, 3)).sort();
  switch (names.join()) {
    case '$eq':
      return isPlain(operands[0]);
    case '$in':
      return Array.isArray(operands[0]) && operands[0].every(isPlain);
    case '$gt':
    case '$lt':
    case '$gt,$lt':
      return operands.every(isPlain) && new Set(operands.map(typeBracket)).size === 1;
    default:
      return false;
  }
}

/** Says that only equal values share the value's index key. The key of null is also that of a missing field. */
function isPlain(value: Value | undefined): boolean {
  if (value === undefined || value === null || isNan(value)) return false;
  if (Array.isArray(value) || value instanceof Map) return false;
  return ![BSONRegExp, MinKey, MaxKey].some((type) => value instanceof type);
}
