import { compareValues } from '../../bson/compare';
import type { Value } from '../../bson/values';
import { locationError } from '../../errors';
import {
  isNullish,
  isTruthy,
  members,
  type Operator,
  type Operators,
  type Result,
  takes,
} from '../operator';

function comparison(accepts: (order: number) => boolean): Operator {
  return takes(2, (_name, a, b) => accepts(compareValues(a, b)));
}

/** `$and` and `$or` stop at the first argument that decides. */
function logical(decides: boolean): Operator {
  return (operand, compiler) => {
    const list = (Array.isArray(operand) ? operand : [operand]).map((part) =>
      compiler.compile(part),
    );
    return (doc, variables) =>
      list.some((part) => isTruthy(part(doc, variables)) === decides) === decides;
  };
}

const cond: Operator = (operand, compiler, name) => {
  const names = ['if', 'then', 'else'];
  const given = operand instanceof Map ? members(operand, name, names) : null;
  const parts = given ? names.map((part) => given.get(part)) : operand;
  const [first, second, third, ...others] = Array.isArray(parts) ? parts : [];
  if (first === undefined || second === undefined || third === undefined || others.length > 0) {
    throw locationError(16020, `Expression ${name} takes exactly 3 arguments.`);
  }
  const test = compiler.compile(first);
  const yes = compiler.compile(second);
  const no = compiler.compile(third);
  return (doc, variables) => (isTruthy(test(doc, variables)) ? yes : no)(doc, variables);
};

const ifNull: Operator = (operand, compiler, name) => {
  if (!Array.isArray(operand) || operand.length < 2) {
    throw locationError(1257300, `${name} needs at least two arguments`);
  }
  const list = operand.map((part) => compiler.compile(part));
  return (doc, variables) => {
    let value: Result;
    for (const evaluate of list) {
      value = evaluate(doc, variables);
      if (!isNullish(value)) break;
    }
    return value;
  };
};

export const logicOperators: Operators = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $and: logical(false),
  $or: logical(true),
  $not: takes(1, (_name, value) => !isTruthy(value)),
  $cond: cond,
  $ifNull: ifNull,
  $literal: (operand: Value) => () => operand,
};
