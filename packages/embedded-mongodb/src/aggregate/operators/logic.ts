import { compareValues } from '../../bson/compare';
import type { Value } from '../../bson/values';
import { locationError } from '../../errors';
import {
  arrayOf,
  type Evaluate,
  isNullish,
  isTruthy,
  members,
  type Operator,
  type Operators,
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
  let parts = operand;
  if (operand instanceof Map) {
    const given = members(operand, name, ['if', 'then', 'else']);
    parts = ['if', 'then', 'else'].map((part) => given.get(part)!);
  }
  if (!Array.isArray(parts) || parts.length !== 3) {
    throw locationError(16020, `Expression ${name} takes exactly 3 arguments.`);
  }
  const [test, yes, no] = parts.map((part) => compiler.compile(part)) as [
    Evaluate,
    Evaluate,
    Evaluate,
  ];
  return (doc, variables) => (isTruthy(test(doc, variables)) ? yes : no)(doc, variables);
};

const ifNull: Operator = (operand, compiler, name) => {
  if (!Array.isArray(operand) || operand.length < 2) {
    throw locationError(1257300, `${name} needs at least two arguments`);
  }
  const list = operand.map((part) => compiler.compile(part));
  return (doc, variables) => {
    for (const evaluate of list.slice(0, -1)) {
      const value = evaluate(doc, variables);
      if (!isNullish(value)) return value;
    }
    return list.at(-1)!(doc, variables);
  };
};

const switchOperator: Operator = (operand, compiler, name) => {
  const given = members(operand, name, ['branches'], ['default']);
  const branches = arrayOf(given.get('branches'), 40061, "$switch expected 'branches', which").map(
    (branch) => {
      const parts = members(branch, `${name} branch`, ['case', 'then']);
      return {
        test: compiler.compile(parts.get('case')!),
        then: compiler.compile(parts.get('then')!),
      };
    },
  );
  if (branches.length === 0) throw locationError(40068, `${name} requires at least one branch`);
  const last = given.get('default');
  const otherwise = last === undefined ? undefined : compiler.compile(last);
  return (doc, variables) => {
    const taken = branches.find(({ test }) => isTruthy(test(doc, variables)))?.then ?? otherwise;
    if (taken) return taken(doc, variables);
    throw locationError(40066, `${name} found no matching branch and has no default`);
  };
};

export const logicOperators: Operators = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: takes(2, (_name, a, b) => Math.sign(compareValues(a, b))),
  $and: logical(false),
  $or: logical(true),
  $not: takes(1, (_name, value) => !isTruthy(value)),
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $literal: (operand: Value) => () => operand,
};
