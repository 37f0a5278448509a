import { Binary, BSONRegExp, Code, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { compareValues } from '../bson/compare';
import { arrayIndex } from '../bson/paths';
import { isNan } from '../bson/numbers';
import { typeBracket } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { isOperators } from './operators';
import { assertPresent } from '../present';

export interface Limit {
  readonly value: Value;
  readonly inclusive: boolean;
  /** Nobody asked for it: a type ends here. */
  readonly isTypeEnd?: boolean;
}

/**
 * The limits that every matching document keeps at one path, in terms of its index keys (`valuesAt`).
 *
 * With `equalities` at least one key equals one of them; `undefined` there is the key of an empty array,
 * null also that of a missing field, so a sparse index cannot serve it. Else at least one key is
 * above `lower` and at least one below `upper`: in an index with several keys of one document these may
 * be different keys, so only one side may be used there, unless `isJoint` says that one key
 * satisfies both.
 */
export interface Bound {
  readonly equalities?: readonly (Value | undefined)[];
  readonly lower?: Limit;
  readonly upper?: Limit;
  readonly isJoint?: boolean;
}

const inclusive = (value: Value): Limit => ({ value, inclusive: true });
const exclusive = (value: Value): Limit => ({ value, inclusive: false });

/** The least value of each type that ranges are used on, in the order of the types. */
const leastValues: readonly Value[] = [
  new MinKey(),
  null,
  -Infinity,
  '',
  new Map(),
  [],
  new Binary(Buffer.alloc(0), 0),
  new ObjectId('0'.repeat(24)),
  false,
  new Date(-8.64e15),
  new Timestamp({ t: 0, i: 0 }),
  new BSONRegExp('', ''),
  new Code(''),
  new MaxKey(),
];

/** `$gt: 5` means a number above 5: the other end is where the type ends. */
function range(operator: string, operand: Value): Bound {
  if (Array.isArray(operand) || isNan(operand)) return {};
  if (operand instanceof MinKey || operand instanceof MaxKey) return {};
  if (operand === null) return operator.endsWith('e') ? { equalities: [null] } : {};
  const at = leastValues.findIndex((least) => typeBracket(least) === typeBracket(operand));
  const limit = operator.endsWith('e') ? inclusive(operand) : exclusive(operand);
  const ofType = 'each type that compares has its least value, and one after it';
  if (!operator.startsWith('$g')) {
    const lower = inclusive(assertPresent(leastValues[at], ofType));
    return { lower, upper: limit, isJoint: true };
  }
  const end = exclusive(assertPresent(leastValues[at + 1], ofType));
  return { lower: limit, upper: { ...end, isTypeEnd: true }, isJoint: true };
}

/** The keys under which a document that equals the value is found: of an array, one of its elements. */
function keysOf(value: Value): (Value | undefined)[] {
  return Array.isArray(value) ? [value[0], value] : [value];
}

function operatorBound(operator: string, operand: Value): Bound {
  switch (operator) {
    case '$eq':
      return { equalities: keysOf(operand) };
    case '$in':
      if (!Array.isArray(operand) || operand.some((value) => value instanceof BSONRegExp))
        return {};
      return { equalities: operand.flatMap(keysOf) };
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return range(operator, operand);
    default:
      return {};
  }
}

function tighter(a: Limit | undefined, b: Limit | undefined, sign: number): Limit | undefined {
  if (!a || !b) return a ?? b;
  const order = compareValues(a.value, b.value) * sign || Number(b.inclusive) - Number(a.inclusive);
  return order >= 0 ? a : b;
}

/** Both hold, perhaps for different keys unless `isJoint`. */
function both(a: Bound, b: Bound, isJoint: boolean): Bound {
  if (a.equalities && b.equalities) return a.equalities.length <= b.equalities.length ? a : b;
  if (a.equalities || b.equalities) return a.equalities ? a : b;
  const lower = tighter(a.lower, b.lower, 1);
  const upper = tighter(a.upper, b.upper, -1);
  if (!lower && !upper) return {};
  const isOfOne = [a, b].some(
    (bound) => bound.isJoint && bound.lower === lower && bound.upper === upper,
  );
  return {
    ...(lower && { lower }),
    ...(upper && { upper }),
    ...((isJoint || isOfOne) && { isJoint: true }),
  };
}

/** Collects the bounds of a filter's top-level conjunction, `$and` and `$elemMatch` included. */
export function boundsOf(filter: Doc): ReadonlyMap<string, Bound> {
  const bounds = new Map<string, Bound>();
  collect(filter, '', bounds);
  return bounds;
}

/**
 * `bounds` made tighter by what all branches of a filter's top-level `$or` have in common: a path that
 * each of them bounds lies between the least and the greatest of those bounds.
 *
 * @returns `bounds` itself when there is no such path
 */
export function boundsAroundOr(
  filter: Doc,
  bounds: ReadonlyMap<string, Bound>,
): ReadonlyMap<string, Bound> {
  let tighterBounds: Map<string, Bound> | undefined;
  for (const branches of alternatives(filter)) {
    const [first, ...others] = branches.map((branch) =>
      branch instanceof Map ? boundsOf(branch) : new Map<string, Bound>(),
    );
    for (const [path, bound] of first ?? []) {
      const hull = others.reduce((wide, other) => around(wide, other.get(path) ?? {}), bound);
      if (!hull.equalities && !hull.lower) continue;
      tighterBounds ??= new Map(bounds);
      add(tighterBounds, path, hull);
    }
  }
  return tighterBounds ?? bounds;
}

/** The branches of each `$or` that has to hold. */
function alternatives(filter: Doc): readonly (readonly Value[])[] {
  return Array.from(filter, ([name, operand]) => {
    if (!Array.isArray(operand)) return [];
    if (name === '$or') return [operand];
    if (name !== '$and') return [];
    return operand.flatMap((part) => (part instanceof Map ? alternatives(part) : []));
  }).flat();
}

/** The least bound around both; none unless they are of one type or both lists of values. */
function around(a: Bound, b: Bound): Bound {
  if (a.equalities && b.equalities) return { equalities: [...a.equalities, ...b.equalities] };
  return aroundRanges(toRange(a), toRange(b));
}

function toRange({ equalities, ...range }: Bound): Bound {
  if (!equalities) return range;
  const points = equalities.map((value): Bound => {
    if (value === undefined || value === null || isNan(value)) return {};
    return { lower: inclusive(value), upper: inclusive(value), isJoint: true };
  });
  return points.length > 0 ? points.reduce(aroundRanges) : {};
}

function isOfOneType({ lower, upper }: Bound): boolean {
  if (!lower || !upper) return false;
  return upper.isTypeEnd === true || typeBracket(lower.value) === typeBracket(upper.value);
}

function aroundRanges(a: Bound, b: Bound): Bound {
  const isSameType =
    isOfOneType(a) && isOfOneType(b) && typeBracket(a.lower?.value) === typeBracket(b.lower?.value);
  if (!isSameType || !a.lower || !b.lower || !a.upper || !b.upper) return {};
  const lower = tighter(a.lower, b.lower, 1) === a.lower ? b.lower : a.lower;
  const upper = tighter(a.upper, b.upper, -1) === a.upper ? b.upper : a.upper;
  return { lower, upper, ...(a.isJoint && b.isJoint && { isJoint: true }) };
}

function collect(filter: Doc, prefix: string, bounds: Map<string, Bound>): void {
  for (const [name, condition] of filter) {
    if (name === '$and' && Array.isArray(condition)) {
      for (const part of condition) if (part instanceof Map) collect(part, prefix, bounds);
    } else if (!name.startsWith('$')) collectField(prefix + name, condition, bounds);
  }
}

function collectField(path: string, condition: Value, bounds: Map<string, Bound>): void {
  if (!isOperators(condition)) {
    if (!(condition instanceof BSONRegExp)) add(bounds, path, { equalities: keysOf(condition) });
    return;
  }
  for (const [operator, operand] of condition) {
    if (operator === '$elemMatch') collectElement(path, operand, bounds);
    else add(bounds, path, operatorBound(operator, operand));
    if (operator === '$all' && Array.isArray(operand)) {
      for (const member of operand) {
        if (!(member instanceof Map) || !isOperators(member)) collectField(path, member, bounds);
      }
    }
  }
}

/** One element satisfies all of it, so the sides of its range hold together. */
function collectElement(path: string, operand: Value, bounds: Map<string, Bound>): void {
  if (!(operand instanceof Map)) return;
  if (isOperators(operand)) {
    const parts = [...operand].map(([operator, value]) => operatorBound(operator, value));
    const bound = parts.reduce((a, b) => both(a, b, true), {});
    add(bounds, path, bound);
    return;
  }
  const inner = new Map<string, Bound>();
  collect(operand, `${path}.`, inner);
  for (const [innerPath, bound] of inner) {
    const isOrdinary = innerPath
      .slice(path.length)
      .split('.')
      .every((part) => arrayIndex(part) < 0);
    if (isOrdinary) add(bounds, innerPath, bound);
  }
}

/** Numeric components also name elements, whose absence has no key: null cannot be looked up there. */
function add(bounds: Map<string, Bound>, path: string, bound: Bound): void {
  const isNumeric = path.split('.').some((part) => arrayIndex(part) >= 0);
  if (isNumeric && bound.equalities?.includes(null)) return;
  const merged = both(bounds.get(path) ?? {}, bound, false);
  if (merged.equalities ?? merged.lower ?? merged.upper) bounds.set(path, merged);
}
