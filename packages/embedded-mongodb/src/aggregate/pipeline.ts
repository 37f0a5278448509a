import { toInteger } from '../bson/numbers';
import type { Doc, Value } from '../bson/values';
import { locationError } from '../errors';
import { compileFilter } from '../query/filter';
import { compileSort, type Sort } from '../query/sort';
import { sorted } from '../query/sorter';
import { group } from './group';
import { sizeOf } from './memory';
import type { Docs, PipelineEnvironment, Stage } from './stage';
import { readStage, requireDoc, transforms, unknownStage } from './transforms';
import { unwind } from './unwind';

export type { PipelineEnvironment } from './stage';

type CompileStage = (operand: Value, env: PipelineEnvironment) => Stage;

function match(operand: Value, env: PipelineEnvironment): Stage {
  const filter = compileFilter(requireDoc(operand, 15959, 'the match filter'), env);
  return function* matched(input) {
    for (const doc of input) if (!doc || filter.matches(doc)) yield doc;
  };
}

function readSort(operand: Value): Sort {
  const spec = requireDoc(operand, 15973, 'the $sort key specification');
  if (spec.size === 0) throw locationError(15976, '$sort stage must have at least one sort key');
  return compileSort(spec);
}

/** Without a limit all; with one the first so many, and little more is held. */
function sortBy(sort: Sort, limit: number, { isDue }: PipelineEnvironment): Stage {
  return (input) => {
    const entryOf = (doc: Doc) => ({ held: doc, doc, bytes: sizeOf(doc) });
    return sorted(input, sort, { most: limit, isDue, entryOf });
  };
}

function readCount(operand: Value, least: number, name: string): number {
  const count = toInteger(operand);
  if (count !== undefined && count >= least) return count;
  if (count === 0) throw locationError(15958, 'the limit must be positive');
  throw locationError(
    5107201,
    `invalid argument to ${name}: expected a ${least > 0 ? 'positive ' : ''}integer`,
  );
}

function limitTo(limit: number): Stage {
  return function* limited(input) {
    let left = limit;
    for (const doc of input) {
      yield doc;
      if (doc) left -= 1;
      if (left === 0) return;
    }
  };
}

function skip(operand: Value): Stage {
  const count = readCount(operand, 0, '$skip');
  return function* skipped(input) {
    let left = count;
    for (const doc of input) {
      if (!doc || left === 0) yield doc;
      else left -= 1;
    }
  };
}

function count(operand: Value): Stage {
  if (typeof operand !== 'string' || operand === '')
    throw locationError(40156, 'the count field must be a non-empty string');
  if (operand.startsWith('$'))
    throw locationError(40158, 'the count field cannot be a $-prefixed path');
  if (operand.includes('.')) throw locationError(40160, "the count field cannot contain '.'");
  return function* counted(input) {
    let total = 0;
    for (const doc of input) {
      if (doc) total += 1;
      else yield undefined;
    }
    if (total > 0) yield new Map([[operand, total]]);
  };
}

const stages: ReadonlyMap<string, CompileStage> = new Map<string, CompileStage>([
  ['$match', match],
  ['$sort', (operand, env) => sortBy(readSort(operand), Infinity, env)],
  ['$limit', (operand) => limitTo(readCount(operand, 1, '$limit'))],
  ['$skip', skip],
  ['$count', count],
  ['$group', group],
  ['$unwind', unwind],
]);

function compileStage(name: string, operand: Value, env: PipelineEnvironment): Stage {
  const compile = stages.get(name);
  if (compile) return compile(operand, env);
  const transform = transforms.get(name)?.(operand, env, name);
  if (!transform) throw unknownStage(name);
  return function* transformed(input) {
    for (const doc of input) yield doc && transform(doc);
  };
}

/**
 * Compiles a pipeline; a compiled one may run many times. It is lazy.
 *
 * @throws {MongoError} 40324 for an unknown stage.
 */
export function compilePipeline(pipeline: readonly Value[], env: PipelineEnvironment): Stage {
  const entries = pipeline.map(readStage);
  const compiled = entries.map(([name, operand], i) => {
    const next = entries[i + 1];
    if (name === '$sort' && next?.[0] === '$limit') {
      return sortBy(readSort(operand), readCount(next[1], 1, '$limit'), env);
    }
    return compileStage(name, operand, env);
  });
  return (input) => compiled.reduce((docs, stage) => stage(docs), input);
}

/** Compiles and runs a pipeline. @throws {MongoError} as `compilePipeline`, before anything is read. */
export function runPipeline(
  pipeline: readonly Value[],
  input: Docs,
  env: PipelineEnvironment,
): Docs {
  return compilePipeline(pipeline, env)(input);
}

/** The beginning of a pipeline, for a planner, and what is left. */
export interface LeadingStages {
  readonly filter: Doc;
  readonly sort: Doc | undefined;
  readonly skip: number;
  /** After `skip`. */
  readonly limit: number | undefined;
  readonly rest: readonly Doc[];
}

/** Takes `$match`es, then at most one `$sort`, `$skip` and `$limit`, in this order, off the front. */
export function splitLeadingMatch(pipeline: readonly Doc[]): LeadingStages {
  const rest = [...pipeline];
  const take = (name: string): Value | undefined => {
    const stage = rest[0];
    if (stage?.size !== 1 || !stage.has(name)) return undefined;
    rest.shift();
    return stage.get(name);
  };
  const filters: Doc[] = [];
  for (let filter = take('$match'); filter !== undefined; filter = take('$match')) {
    filters.push(requireDoc(filter, 15959, 'the match filter'));
  }
  const sort = take('$sort');
  if (sort !== undefined) readSort(sort);
  const [skipped, limit] = [take('$skip'), take('$limit')];
  return {
    filter:
      filters.length > 1 ? new Map([['$and', filters]]) : (filters[0] ?? new Map<string, Value>()),
    sort: sort instanceof Map ? sort : undefined,
    skip: skipped === undefined ? 0 : readCount(skipped, 0, '$skip'),
    limit: limit === undefined ? undefined : readCount(limit, 1, '$limit'),
    rest,
  };
}
