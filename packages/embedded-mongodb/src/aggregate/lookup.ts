import { BSONRegExp } from 'bson';
import { type Doc, elementsAt, type Value, valuesAt } from '../bson/values';
import { failedToParse, notSupported } from '../errors';
import { Draft } from '../update/paths';
import { fieldPath } from './expression';
import type { PipelineEnvironment, Stage } from './stage';

const members = ['from', 'localField', 'foreignField', 'as'] as const;
const refused = ['let', 'pipeline'];

/** The filter for what equals any of the local values; nothing there matches null and missing. */
function joinFilter(doc: Doc, localField: string, foreignField: string): Doc {
  const isMissing = valuesAt(doc, localField).length === 0;
  const wanted = isMissing ? [null] : elementsAt(doc, localField);
  if (!wanted.some((value) => value instanceof BSONRegExp)) {
    return new Map([[foreignField, new Map([['$in', wanted]])]]);
  }
  const clauses = wanted.map((value) => new Map([[foreignField, new Map([['$eq', value]])]]));
  return new Map([['$or', clauses]]);
}

function readSpec(operand: Value): Readonly<Record<(typeof members)[number], string>> {
  if (!(operand instanceof Map)) {
    throw failedToParse('the $lookup specification must be an object');
  }
  for (const name of operand.keys()) {
    if (refused.includes(name)) {
      throw notSupported(`the embedded database does not support '${name}' of $lookup`);
    }
    if (!members.some((member) => member === name)) {
      throw failedToParse(`unknown argument to $lookup: ${name}`);
    }
  }
  const stringOf = (name: string): string => {
    const value = operand.get(name);
    if (typeof value === 'string') return value;
    throw failedToParse(`$lookup argument '${name}' must be a string`);
  };
  return {
    from: stringOf('from'),
    localField: stringOf('localField'),
    foreignField: stringOf('foreignField'),
    as: stringOf('as'),
  };
}

/** Compiles `$lookup` by equality. */
export function lookup(operand: Value, env: PipelineEnvironment): Stage {
  const { from, localField, foreignField, as } = readSpec(operand);
  const path = fieldPath(as);
  return function* joined(input) {
    for (const doc of input) {
      if (!doc) {
        yield undefined;
        continue;
      }
      const matches: Doc[] = [];
      for (const match of env.lookup(from, joinFilter(doc, localField, foreignField))) {
        if (match) matches.push(match);
        else yield undefined;
      }
      const draft = new Draft(doc);
      draft.change(path, { creates: true, apply: () => matches });
      yield draft.root;
    }
  };
}
