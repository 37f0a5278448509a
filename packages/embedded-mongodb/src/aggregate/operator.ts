import { toFinite, toInteger } from '../bson/numbers';
import { isNumeric, typeName } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { failedToParse, locationError } from '../errors';

export type Variables = ReadonlyMap<string, Value | undefined>;
/** A value or undefined where MongoDB has none. */
export type Result = Value | undefined;
export type Evaluate = (doc: Doc, variables: Variables) => Result;

/** Compiles the operands of an operator. */
export interface Compiler {
  compile(expression: Value): Evaluate;
}

export type Operator = (operand: Value, compiler: Compiler, name: string) => Evaluate;
export type Operators = Readonly<Record<string, Operator>>;

export function isNullish(value: Result): value is null | undefined {
  return value === null || value === undefined;
}

/** Says that a value counts as true: all do but false, null, a missing value and zero. */
export function isTruthy(value: Result): boolean {
  if (isNullish(value) || value === false) return false;
  return !isNumeric(value) || toFinite(value) !== 0;
}

/** An operator on evaluated arguments, `count` of them or from the first to the second number. */
export function takes(
  count: number | readonly [number, number],
  apply: (name: string, ...values: Result[]) => Result,
): Operator {
  const [min, max] = typeof count === 'number' ? [count, count] : count;
  return (operand, compiler, name) => {
    const list = Array.isArray(operand) ? operand : [operand];
    if (list.length < min || list.length > max) {
      const wanted = min === max ? `exactly ${min} arguments` : `${min} to ${max} arguments`;
      const message = `Expression ${name} takes ${wanted}. ${list.length} were passed in.`;
      throw locationError(min === max ? 16020 : 28667, message);
    }
    const evaluate = list.map((expression) => compiler.compile(expression));
    const [first, second, ...others] = evaluate;
    if (first && !second) return (doc, variables) => apply(name, first(doc, variables));
    if (first && second && others.length === 0) {
      return (doc, variables) => apply(name, first(doc, variables), second(doc, variables));
    }
    return (doc, variables) => apply(name, ...evaluate.map((member) => member(doc, variables)));
  };
}

/** The same, answering null as soon as one argument is null or missing. */
export function takesPresent(
  count: number | readonly [number, number],
  apply: (name: string, ...values: Value[]) => Result,
): Operator {
  return takes(count, (name, ...values) => {
    const present = values.filter((value) => !isNullish(value));
    return present.length < values.length ? null : apply(name, ...present);
  });
}

/** The members of an operand such as `{ input, cond }`; every name must be known. */
export function members(
  operand: Value,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Doc {
  if (!(operand instanceof Map)) {
    throw failedToParse(`${name} only supports an object as its argument`);
  }
  for (const member of operand.keys()) {
    if (!required.includes(member) && !optional.includes(member)) {
      throw failedToParse(`Unrecognized argument to ${name}: ${member}`);
    }
  }
  for (const member of required) {
    if (!operand.has(member)) {
      throw failedToParse(`Missing '${member}' parameter to ${name}`);
    }
  }
  return operand;
}

/** An operator on an object of evaluated members; a member that is not given is undefined. */
export function takesMembers(
  required: readonly string[],
  optional: readonly string[],
  apply: (values: Readonly<Record<string, Result>>, name: string) => Result,
): Operator {
  return (operand, compiler, name) => {
    const evaluate = Array.from(
      members(operand, name, required, optional),
      ([member, expression]) => [member, compiler.compile(expression)] as const,
    );
    return (doc, variables) => {
      const values: Record<string, Result> = {};
      for (const [member, value] of evaluate) values[member] = value(doc, variables);
      return apply(values, name);
    };
  };
}

export function stringOf(value: Result, code: number, what: string): string {
  if (typeof value === 'string') return value;
  throw locationError(code, `${what} must be a string, but was of type ${typeName(value)}`);
}

export function arrayOf(value: Result, code: number, what: string): readonly Value[] {
  if (Array.isArray(value)) return value;
  throw locationError(code, `${what} must be an array, but was of type: ${typeName(value)}`);
}

export function integerOf(value: Result, code: number, what: string): number {
  const integer = toInteger(value);
  if (integer !== undefined) return integer;
  throw locationError(code, `${what} must be an integer, but was ${typeName(value)}`);
}
