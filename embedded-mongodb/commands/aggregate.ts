import { members } from './arguments';
import { compileGroup } from '../aggregate/group';
import type { Variables } from '../aggregate/operator';
import {
  compilePipeline,
  type PipelineEnvironment,
  splitLeadingMatch,
} from '../aggregate/pipeline';
import { compareValues, type Doc, encodeDocument, toDoc } from '../bson/values';
import { ChangeStream } from '../change-streams/change-stream';
import { failedToParse, invalidOptions, locationError, mongoError } from '../errors';
import { cursorBatchSize } from './collections';
import type { Encoded } from './cursors';
import { mergeInto } from './merge';
import { type Command, type Reply, type Request, toInteger } from './request';
import { encodedMatches, type Match, Search } from './search';

const defaultFirstBatch = 101;
/** What is gathered in turns before the pipeline, which runs in one turn, begins. */
const gatheredBytes = 64 << 20;
/** The end of a driver's `countDocuments`. */
const countStage = toDoc({ $group: toDoc({ _id: 1, n: toDoc({ $sum: 1 }) }) });

function readPipeline({ args }: Request): readonly Doc[] {
  const pipeline = args.array('pipeline');
  if (!pipeline) throw args.missing('pipeline');
  for (const stage of pipeline) {
    if (stage instanceof Map && stage.size === 1) continue;
    const message = 'a pipeline stage must have exactly one field';
    throw locationError(40323, message);
  }
  return pipeline as Doc[];
}

function toEnvironment(request: Request, variables?: Variables): PipelineEnvironment {
  const { now, args } = request;
  return {
    now,
    let: args.doc('let'),
    variables,
    lookup: (name, filter) => documentsOf(searchIn(request, name, [toDoc({ $match: filter })])),
    pipelineOn(name, stages, inner) {
      const { rest } = splitLeadingMatch(stages);
      const run = compilePipeline(rest, toEnvironment(request, inner));
      return run(documentsOf(searchIn(request, name, stages, inner)));
    },
    merge: (target, options, docs) => mergeInto(request, target, options, docs),
  };
}

/** The search for what a pipeline begins with; undefined where there is no collection. */
function searchIn(
  request: Request,
  name: string,
  stages: readonly Doc[],
  variables?: Variables,
): Search | undefined {
  const collection = request.server.store.catalog.find(request.db, name);
  const { filter, sort, skip, limit } = splitLeadingMatch(stages);
  const options = { filter, sort, skip, limit, let: request.args.doc('let'), variables };
  const hint = variables ? undefined : request.args.value('hint');
  return collection && new Search(request, collection, { ...options, hint });
}

function* documentsOf(search: Search | undefined): Generator<Doc, void> {
  for (const match of search?.matches() ?? []) if (match) yield match.doc;
}

/** Gathers what fits in memory in turns of the event loop; only what is beyond that comes in one. */
async function gather(request: Request, search: Search | undefined): Promise<Iterable<Doc>> {
  const docs: Doc[] = [];
  const matches = search?.matches()[Symbol.iterator]() ?? [].values();
  let size = 0;
  for (;;) {
    const next: IteratorResult<Match | undefined, unknown> = matches.next();
    if (next.done) return docs;
    if (!next.value) await request.pacer.rest();
    else {
      docs.push(next.value.doc);
      size += next.value.bytes.length;
    }
    if (size > gatheredBytes) return chain(docs, matches);
  }
}

function* chain(docs: readonly Doc[], rest: Iterator<Match | undefined>): Generator<Doc, void> {
  yield* docs;
  for (let next = rest.next(); !next.done; next = rest.next()) {
    if (next.value) yield next.value.doc;
  }
}

function* encoded(
  { pacer }: Request,
  docs: Iterable<Doc>,
): Generator<Uint8Array | undefined, void> {
  for (const doc of docs) {
    yield encodeDocument(doc);
    if (pacer.isDue()) yield undefined;
  }
}

async function count({ pacer }: Request, search: Search | undefined): Promise<Encoded> {
  let n = 0;
  for (const match of search?.matches() ?? []) {
    if (match) n += 1;
    else await pacer.rest();
  }
  return (n === 0 ? [] : [encodeDocument(toDoc({ _id: 1, n: toInteger(n) }))]).values();
}

/** A `$group` right behind what is searched needs no more than its groups, and takes turns. */
async function grouped(
  request: Request,
  search: Search | undefined,
  [first, ...others]: readonly Doc[],
): Promise<Encoded> {
  const environment = toEnvironment(request);
  const pipeline = compilePipeline(others, environment);
  const grouping = compileGroup(first?.get('$group') ?? null, environment)();
  for (const match of search?.matches() ?? []) {
    if (match) grouping.add(match.doc);
    else await request.pacer.rest();
  }
  return encoded(request, pipeline(grouping.results()));
}

async function run(request: Request, name: string, stages: readonly Doc[]): Promise<Encoded> {
  const { rest } = splitLeadingMatch(stages);
  const search = searchIn(request, name, stages);
  const [next] = rest;
  if (rest.length === 1 && next && compareValues(next, countStage) === 0) {
    return count(request, search);
  }
  if (search && rest.length === 0) return encodedMatches(request, search, undefined);
  if (next?.has('$group')) return grouped(request, search, rest);
  const pipeline = compilePipeline(rest, toEnvironment(request));
  return encoded(request, pipeline(await gather(request, search)));
}

/** Opens a change stream: its cursor ends with what it watches. */
function watch(request: Request, stages: readonly Doc[], batchSize: number): Promise<Reply> {
  const { args, db, server, transaction } = request;
  if (transaction) {
    const message = '$changeStream is not supported in a transaction';
    throw mongoError('OperationNotSupportedInTransaction', message);
  }
  const target = args.value('aggregate');
  const collection = typeof target === 'string' ? target : '';
  const spec = stages[0]?.get('$changeStream');
  const isCluster = spec instanceof Map && spec.get('allChangesForCluster') === true;
  if (isCluster !== (db === 'admin' && collection === '')) {
    const message = 'allChangesForCluster belongs to the admin database, without a collection';
    throw invalidOptions(message);
  }
  const scope = isCluster ? { db: '', collection: '' } : { db, collection };
  const stream = new ChangeStream(request, scope, stages);
  const ns = `${db}.${collection || '$cmd.aggregate'}`;
  return server.cursors.open(request, { ns, documents: stream, tail: stream, batchSize });
}

async function aggregate(request: Request): Promise<Reply> {
  const { args, db, server } = request;
  const stages = readPipeline(request);
  if (!args.has('cursor')) {
    const message =
      "The 'cursor' option is required, except for aggregate with the explain argument";
    throw failedToParse(message);
  }
  const batchSize = cursorBatchSize(request) ?? defaultFirstBatch;
  if (stages[0]?.has('$changeStream')) return watch(request, stages, batchSize);
  const name = args.value('aggregate');
  if (typeof name !== 'string') {
    const message = 'a pipeline on a whole database must begin with $changeStream';
    throw mongoError('InvalidNamespace', message);
  }
  const documents = await run(request, name, stages);
  return server.cursors.open(request, { ns: `${db}.${name}`, documents, batchSize });
}

export const aggregateCommand: Command = {
  names: ['aggregate'],
  isTransactional: true,
  members: members({
    any: 'aggregate hint',
    document: 'cursor let',
    array: 'pipeline',
    ignored: 'allowDiskUse bypassDocumentValidation',
    refused: 'collation explain',
  }),
  run: aggregate,
};
