import { encodeKey } from '../bson/key';
import type { Doc, Value } from '../bson/values';
import { locationError } from '../errors';
import { type Accumulator, accumulators } from './accumulators';
import { compileExpression, type Expression, type ExpressionOptions } from './expression';
import { MemoryMeter, sizeOf } from './memory';
import type { PipelineEnvironment, Stage } from './stage';
import { requireDoc } from './transforms';

interface Field {
  readonly name: string;
  readonly make: () => Accumulator;
  readonly evaluate: Expression;
}

interface Group {
  readonly id: Value;
  readonly values: readonly { readonly field: Field; readonly value: Accumulator }[];
}

const emptySpec: Value = new Map();

function readField([name, spec]: readonly [string, Value], options: ExpressionOptions): Field {
  if (name.includes('.')) throw locationError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$'))
    throw locationError(40236, `The field name '${name}' cannot be an operator name`);
  if (!(spec instanceof Map))
    throw locationError(40234, `The field '${name}' must be an accumulator object`);
  const [entry, other] = spec;
  if (!entry || other)
    throw locationError(40238, `The field '${name}' must specify one accumulator`);
  const [operator, operand] = entry;
  const make = accumulators.get(operator);
  if (!make) throw locationError(15952, `unknown group operator '${operator}'`);
  if (operator === '$count' && !(operand instanceof Map && operand.size === 0)) {
    throw locationError(40237, '$count takes no arguments, i.e. $count:{}');
  }
  if (Array.isArray(operand)) {
    throw locationError(40237, `The ${operator} accumulator is a unary operator`);
  }
  return {
    name,
    make,
    evaluate: compileExpression(operator === '$count' ? emptySpec : operand, options),
  };
}

/** Compiles `$group`: the groups come in the order of their first documents. */
export function group(operand: Value, env: PipelineEnvironment): Stage {
  const spec = requireDoc(operand, 15947, "a group's fields");
  const id = spec.get('_id');
  if (id === undefined) throw locationError(15955, 'a group specification must include an _id');
  const idOf = compileExpression(id, env);
  const fields = [...spec].filter(([name]) => name !== '_id').map((entry) => readField(entry, env));

  return function* grouped(input) {
    const groups = new Map<string, Group>();
    const memory = new MemoryMeter('$group');
    for (const doc of input) {
      if (doc) addTo(groups, { id: idOf(doc) ?? null, doc, fields, memory });
      else yield undefined;
    }
    for (const { id: value, values } of groups.values()) {
      const result: Doc = new Map([['_id', value]]);
      for (const { field, value } of values) result.set(field.name, value.result() ?? null);
      yield result;
      if (env.isDue()) yield undefined;
    }
  };
}

interface Member {
  readonly id: Value;
  readonly doc: Doc;
  readonly fields: readonly Field[];
  readonly memory: MemoryMeter;
}

function addTo(groups: Map<string, Group>, { id, doc, fields, memory }: Member): void {
  const key = encodeKey(id).toString('latin1');
  let found = groups.get(key);
  if (!found) {
    found = { id, values: fields.map((field) => ({ field, value: field.make() })) };
    memory.add(200 + key.length + sizeOf(id) + 100 * fields.length);
    groups.set(key, found);
  }
  for (const { field, value } of found.values) {
    const growth = value.add(field.evaluate(doc));
    if (growth !== 0) memory.add(growth);
  }
}
