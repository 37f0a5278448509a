import { Double } from 'bson';
import { type Doc, toDoc, type Value } from '../bson/values';
import { notSupported } from '../errors';
import type { IndexScan, Plan } from '../indexes/planner';
import { Arguments, members, type Members } from './arguments';
import { countCommand, distinctCommand } from './count';
import { findCommand, findOptions } from './find';
import { type Command, emptyDoc, type Reply, type Request, toInteger } from './request';
import { Search, type SearchOptions } from './search';

function describeScan({ index, isDescending, ranges }: IndexScan): Doc {
  return toDoc({
    stage: 'IXSCAN',
    keyPattern: index.spec.get('key'),
    indexName: index.name,
    isMultiKey: index.isMultikey,
    isUnique: index.isUnique,
    isSparse: index.isSparse,
    isPartial: index.partial !== undefined,
    direction: isDescending ? 'backward' : 'forward',
    ranges: ranges.length,
  });
}

function describePlan({ scans, isSorted }: Plan, options: SearchOptions): Doc {
  const [first] = scans;
  const filter = options.filter;
  let stage = toDoc({ stage: 'COLLSCAN', filter, direction: 'forward' });
  if (first) {
    const inputs: Value[] = scans.map(describeScan);
    const inputStage = scans.length > 1 ? toDoc({ stage: 'OR', inputStages: inputs }) : inputs[0];
    stage = toDoc({ stage: 'FETCH', filter, inputStage });
  }
  if (isSorted || !options.sort || options.sort.size === 0) return stage;
  return toDoc({ stage: 'SORT', sortPattern: options.sort, inputStage: stage });
}

/** The command inside `explain` as a search, with the members its own command allows. */
function toSearch(request: Request, command: Doc): { name: string; options: SearchOptions } {
  const [verb = ''] = command.keys();
  const known: Readonly<Record<string, Members>> = {
    find: findCommand.members,
    count: countCommand.members,
    distinct: distinctCommand.members,
  };
  const members = Object.hasOwn(known, verb) ? known[verb] : undefined;
  if (!members) {
    const message = `the embedded database explains find, count and distinct, not ${verb}`;
    throw notSupported(message);
  }
  const args = new Arguments(verb, command, members);
  const name = args.string(verb);
  if (verb === 'find') return { name, options: findOptions({ ...request, args }) };
  const [filter, hint] = [args.doc('query') ?? emptyDoc, args.value('hint')];
  return { name, options: { filter, hint } };
}

async function explain(request: Request): Promise<Reply> {
  const { args, db, server } = request;
  const command = args.doc('explain') ?? emptyDoc;
  const { name, options } = toSearch(request, command);
  const verbosity = args.has('verbosity') ? args.string('verbosity') : 'allPlansExecution';
  const collection = server.store.catalog.find(db, name);
  const ns = `${db}.${name}`;
  const search = new Search(request, collection, options);
  if (!collection) {
    const winningPlan = toDoc({ stage: 'EOF' });
    return toDoc({ queryPlanner: toDoc({ namespace: ns, winningPlan, rejectedPlans: [] }) });
  }
  const winningPlan = describePlan(search.plan, options);
  const queryPlanner = toDoc({ namespace: ns, winningPlan, rejectedPlans: [] });
  if (verbosity === 'queryPlanner') return toDoc({ explainVersion: '1', queryPlanner });
  const startedAt = performance.now();
  let nReturned = 0;
  for (const match of search.matches()) {
    if (match) nReturned += 1;
    else await request.pacer.rest();
  }
  const executionStats = toDoc({
    executionSuccess: true,
    nReturned: toInteger(nReturned),
    totalDocsExamined: toInteger(search.examined),
    executionTimeMillis: new Double(Math.round(performance.now() - startedAt)),
  });
  return toDoc({ explainVersion: '1', queryPlanner, executionStats });
}

export const explainCommand: Command = {
  names: ['explain'],
  members: members({ string: 'verbosity', document: 'explain' }),
  run: explain,
};
