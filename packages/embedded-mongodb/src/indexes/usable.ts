import { typeBracket } from '../bson/types';
import { compareValues, type Doc, type Value } from '../bson/values';
import type { Bound, Limit } from '../query/bounds';
import type { Index } from '../storage/collection';

/** Says that in every document that the bound allows the field is present and not null. */
function impliesPresence(bound: Bound | undefined): boolean {
  if (bound?.equalities) return bound.equalities.every((value) => value !== null);
  return bound !== undefined;
}

/** A range holds values of the type of what it was made from only. */
function impliesRange(bound: Bound, operator: string, operand: Value): boolean {
  const isOfType = (limit: Limit) => typeBracket(limit.value) === typeBracket(operand);
  if (operator === '$gt' || operator === '$gte') {
    if (!bound.lower || !isOfType(bound.lower)) return false;
    const order = compareValues(bound.lower.value, operand);
    return order > 0 || (order === 0 && (operator === '$gte' || !bound.lower.inclusive));
  }
  if (operator === '$lt' || operator === '$lte') {
    if (!bound.upper || bound.upper.isTypeEnd || !isOfType(bound.upper)) return false;
    const order = compareValues(bound.upper.value, operand);
    return order < 0 || (order === 0 && (operator === '$lte' || !bound.upper.inclusive));
  }
  return operator === '$exists' && operand !== false && operand !== 0;
}

/** `$type` tells numbers apart that are equal. */
function asksForType(condition: Value): boolean {
  return condition instanceof Map && condition.has('$type');
}

/** A document with one value, at a path of one name or more. */
function documentOf(path: string, value: Value): Doc {
  const [first = '', ...others] = path.split('.');
  const inner = others.reduceRight<Value>((member, name) => new Map([[name, member]]), value);
  return new Map([[first, inner]]);
}

/** Says that a partial index's expression holds for all that the bounds allow; false when in doubt. */
function impliesPartial({ partial }: Index, bounds: ReadonlyMap<string, Bound>): boolean {
  return (partial?.clauses ?? []).every(({ path, condition, filter }) => {
    const bound = bounds.get(path);
    if (bound?.equalities) {
      return bound.equalities.every(
        (value) =>
          value !== null &&
          value !== undefined &&
          !asksForType(condition) &&
          filter.matches(documentOf(path, Array.isArray(value) ? [value] : value)),
      );
    }
    return (
      bound !== undefined &&
      condition instanceof Map &&
      [...condition].every(([operator, operand]) => impliesRange(bound, operator, operand))
    );
  });
}

/**
 * Says that an index has every document that the bounds allow: all indexes do but unfinished, sparse and partial ones.
 */
export function isUsable(index: Index, bounds: ReadonlyMap<string, Bound>): boolean {
  if (!index.isReady || !impliesPartial(index, bounds)) return false;
  return !index.isSparse || index.parts.some(({ path }) => impliesPresence(bounds.get(path)));
}
