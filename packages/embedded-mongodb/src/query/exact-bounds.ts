import { BSONRegExp, MaxKey, MinKey } from 'bson';
import { isNan } from '../bson/numbers';
import { typeBracket } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { isOperators } from './operators';

/**
 * The paths of a filter whose bounds say all that it asks for: where none of them is an array, what lies within them
 * matches. They are plain values and ranges of fields at the top; undefined for any other filter.
 */
export function exactPaths(filter: Doc): readonly string[] | undefined {
  for (const [path, condition] of filter)
    if (path.startsWith('$') || path.includes('.') || !isExact(condition)) return undefined;
  return [...filter.keys()];
}

function isExact(condition: Value): boolean {
  if (!isOperators(condition)) return isPlain(condition);
  const operands = [...condition.values()];
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

/** A value that only equal ones have the key of: not null, which stands for a missing field. */
function isPlain(value: Value | undefined): boolean {
  if (value === undefined || value === null || isNan(value)) return false;
  if (Array.isArray(value) || value instanceof Map) return false;
  return ![BSONRegExp, MinKey, MaxKey].some((type) => value instanceof type);
}
