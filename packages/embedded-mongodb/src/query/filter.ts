import { compileExpression, type ExpressionOptions, isTruthy } from '../aggregate/expression';
import type { Doc, Value } from '../bson/values';
import { mongoError } from '../errors';
import { type Bound, boundsOf } from './bounds';
import {
  equalTo,
  every,
  isOperators,
  not,
  type OperatorContext,
  operators,
  refuse,
} from './operators';
import { matchAt, type MatchDetails, type Matcher, toPath } from './path';

/** A compiled filter; it keeps no state between documents. */
export interface Filter {
  matches(doc: Doc): boolean;
  /** The bounds, by dotted path, that every match lies within. A planner may use them and must still call `matches`. */
  readonly bounds: ReadonlyMap<string, Bound>;
  readonly matcher: Matcher;
}

/**
 * The index that `$` in an update stands for: of the element that matched in the outermost array of the
 * filter's last condition on an array; undefined where no condition met an array.
 */
export type Position = number | undefined;

export interface FilterOptions extends ExpressionOptions {
  /** The error that answers `$expr` where a filter cannot have it. */
  readonly exprError?: keyof typeof exprErrors | undefined;
}

const exprErrors = {
  BadValue: '$expr can only be applied to the top-level document',
  QueryFeatureNotAllowed: '$expr is not allowed in this context',
} as const;

type Compile = (operand: Value, options: FilterOptions) => Matcher;

function clauses(name: string) {
  return (operand: Value, options: FilterOptions): Matcher[] => {
    if (!Array.isArray(operand)) return refuse(`${name} must be an array`);
    if (operand.length === 0) refuse(`${name} must be a nonempty array`);
    return operand.map((clause) =>
      clause instanceof Map
        ? compileConjunction(clause, options)
        : refuse(`${name} entries need to be full objects`),
    );
  };
}

const and = clauses('$and');
const or = clauses('$or');
const nor = clauses('$nor');

/** Matches where a clause does. The first clause that matches decides the position, too. */
function some(matchers: readonly Matcher[]): Matcher {
  return (value, details) => {
    if (!details) return matchers.some((matcher) => matcher(value));
    return matchers.some((matcher) => {
      const own: MatchDetails = {};
      return matcher(value, own) && Object.assign(details, own) === details;
    });
  };
}

const topLevelOperators: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  ['$and', (operand, options) => every(and(operand, options))],
  ['$or', (operand, options) => some(or(operand, options))],
  ['$nor', (operand, options) => not(some(nor(operand, options)))],
  ['$comment', () => () => true],
  [
    '$expr',
    (operand, options) => {
      const { exprError } = options;
      if (exprError) throw mongoError(exprError, exprErrors[exprError]);
      const evaluate = compileExpression(operand, options);
      return (value) => value instanceof Map && isTruthy(evaluate(value));
    },
  ],
]);

function compileConjunction(filter: Doc, options: FilterOptions): Matcher {
  return every(
    Array.from(filter, ([name, condition]) => {
      if (!name.startsWith('$')) return compileField(name, condition, options);
      const compile = topLevelOperators.get(name);
      if (!compile) return refuse(`unknown top level operator: ${name}`);
      return compile(condition, options);
    }),
  );
}

function compileField(path: string, condition: Value, options: FilterOptions): Matcher {
  const parsed = toPath(path);
  const at: OperatorContext['at'] = (test, leaf) => matchAt(parsed, test, leaf);
  return isOperators(condition) ? compileOperators(condition, at, options) : at(equalTo(condition));
}

function compileOperators(
  siblings: Doc,
  at: OperatorContext['at'],
  options: FilterOptions,
): Matcher {
  return every(
    Array.from(siblings, ([name, operand]) => {
      const operator = operators.get(name);
      if (!operator) return refuse(`unknown operator: ${name}`);
      return operator(operand, {
        at,
        siblings,
        compileOperators: (inner) => compileOperators(inner, at, options),
        compileElement: (inner) => compileElement(inner, { ...options, exprError: 'BadValue' }),
      });
    }),
  );
}

/** `$elemMatch` holds operators for the element itself, or a filter for an element with fields. */
function compileElement(condition: Doc, options: FilterOptions): Matcher {
  const [first] = condition.keys();
  if (isOperators(condition) && first !== undefined && !topLevelOperators.has(first)) {
    return compileOperators(condition, (test) => test, options);
  }
  const matches = compileConjunction(condition, options);
  return (element) => {
    if (!Array.isArray(element)) return element instanceof Map && matches(element);
    return matches(new Map(element.map((member, index) => [String(index), member])));
  };
}

/**
 * Compiles a query filter.
 *
 * @param options `now` and `let` serve `$expr`.
 * @throws {MongoError} BadValue (2) for an unknown operator, a malformed operand, and `$expr` inside of `$elemMatch`; 51091 for a
 * regular expression that JavaScript cannot run; what `compileExpression` throws for `$expr`.
 */
export function compileFilter(filter: Doc, options: FilterOptions): Filter {
  const matcher = compileConjunction(filter, options);
  return { matches: (doc) => matcher(doc), bounds: boundsOf(filter), matcher };
}

/** The position for `$`. It has a meaning only for a document that matches. */
export function matchedPosition(filter: Filter, doc: Doc): Position {
  const details: MatchDetails = {};
  filter.matcher(doc, details);
  return details.position;
}
