import { BSONRegExp } from 'bson';
import { valuesAt } from '../bson/paths';
import type { Doc, Value } from '../bson/values';
import { failedToParse, typeMismatch } from '../errors';
import { Draft } from '../update/paths';
import { compileExpression, fieldPath, variablesOf } from './expression';
import type { Variables } from './operator';
import type { PipelineEnvironment, Stage } from './stage';

const members = ['from', 'localField', 'foreignField', 'as', 'let', 'pipeline'];

function stringOf(spec: Doc, name: string): string {
  const value = spec.get(name);
  if (typeof value === 'string') return value;
  throw failedToParse(`$lookup argument '${name}' must be a string`);
}

/** The filter for what equals any of the local values; nothing there matches null and missing. */
function joinFilter(doc: Doc, localField: string, foreignField: string): Doc {
  const values = valuesAt(doc, localField);
  const wanted = values.length === 0 ? [null] : values.filter((value) => value !== undefined);
  if (!wanted.some((value) => value instanceof BSONRegExp)) {
    return new Map([[foreignField, new Map([['$in', wanted]])]]);
  }
  const clauses = wanted.map((value) => new Map([[foreignField, new Map([['$eq', value]])]]));
  return new Map([['$or', clauses]]);
}

function readPipeline(spec: Doc): Doc[] | undefined {
  const stages = spec.get('pipeline');
  if (stages === undefined) return undefined;
  if (Array.isArray(stages) && stages.every((stage) => stage instanceof Map)) return stages;
  throw typeMismatch("$lookup argument 'pipeline' must be an array of stages");
}

interface LookupSpec {
  readonly from: string;
  readonly as: readonly string[];
  readonly join: { readonly localField: string; readonly foreignField: string } | undefined;
  readonly stages: readonly Doc[] | undefined;
  readonly bindings: Doc;
}

function readSpec(operand: Value): LookupSpec {
  if (!(operand instanceof Map)) {
    throw failedToParse('the $lookup specification must be an object');
  }
  const unknown = [...operand.keys()].find((name) => !members.includes(name));
  if (unknown !== undefined) {
    throw failedToParse(`unknown argument to $lookup: ${unknown}`);
  }
  const stages = readPipeline(operand);
  const isJoin = operand.has('localField') || operand.has('foreignField');
  if (!isJoin && !stages) {
    const rule = "$lookup requires either 'pipeline' or both 'localField' and 'foreignField'";
    throw failedToParse(`${rule} to be specified`);
  }
  const bindings = operand.get('let') ?? new Map<string, Value>();
  if (!(bindings instanceof Map)) {
    throw failedToParse("$lookup argument 'let' must be an object");
  }
  const [localField, foreignField] = isJoin
    ? [stringOf(operand, 'localField'), stringOf(operand, 'foreignField')]
    : ['', ''];
  return {
    from: stringOf(operand, 'from'),
    as: fieldPath(stringOf(operand, 'as')),
    join: isJoin ? { localField, foreignField } : undefined,
    stages,
    bindings,
  };
}

/** Compiles `$lookup`: by equality, by a pipeline with `let`, or both. */
export function lookup(operand: Value, env: PipelineEnvironment): Stage {
  const { from, as, join, stages, bindings } = readSpec(operand);
  const outer = variablesOf(env);
  const evaluate = Array.from(
    bindings,
    ([name, value]) => [name, compileExpression(value, env)] as const,
  );

  function found(doc: Doc): Iterable<Doc> {
    const filter = join && joinFilter(doc, join.localField, join.foreignField);
    if (!stages) return filter ? env.lookup(from, filter) : [];
    const own = evaluate.map(([name, value]) => [name, value(doc)] as const);
    const variables: Variables = new Map([...outer, ...own]);
    const first: Doc[] = filter ? [new Map([['$match', filter]])] : [];
    return env.pipelineOn(from, [...first, ...stages], variables);
  }

  return function* joined(input) {
    for (const doc of input) {
      const draft = new Draft(doc);
      const matches = Array.from(found(doc));
      draft.change(as, { creates: true, apply: () => matches });
      yield draft.root;
    }
  };
}
