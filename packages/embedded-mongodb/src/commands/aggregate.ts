import { members } from './arguments';
import { compilePipeline, splitLeadingMatch } from '../aggregate/pipeline';
import type { Docs, PipelineEnvironment } from '../aggregate/stage';
import { compareValues, type Doc, encodeDocument, toDoc } from '../bson/values';
import { ChangeStream } from '../change-streams/change-stream';
import { failedToParse, invalidOptions, locationError, mongoError } from '../errors';
import { cursorBatchSize } from './collections';
import type { Encoded } from './cursors';
import { type Command, type Reply, type Request, toInteger } from './request';
import { encodedMatches, Search } from './search';

const defaultFirstBatch = 101;
/** The end of a driver's `countDocuments`. */
const countStage = toDoc({ $group: toDoc({ _id: 1, n: toDoc({ $sum: 1 }) }) });

function readPipeline({ args }: Request): readonly Doc[] {
  const pipeline = args.array('pipeline');
  if (!pipeline) throw args.missing('pipeline');
  return pipeline.map((stage) => {
    if (stage instanceof Map && stage.size === 1) return stage;
    throw locationError(40323, 'a pipeline stage must have exactly one field');
  });
}

function toEnvironment(request: Request): PipelineEnvironment {
  const { now, args, pacer } = request;
  return { now, let: args.doc('let'), isDue: () => pacer.isDue() };
}

function* documentsOf(search: Search): Generator<Doc | undefined, void> {
  for (const match of search.matches()) yield match?.doc;
}

function* encoded({ pacer }: Request, docs: Docs): Generator<Uint8Array | undefined, void> {
  for (const doc of docs) {
    yield doc && encodeDocument(doc);
    if (doc && pacer.isDue()) yield undefined;
  }
}

/** Answers a driver's `countDocuments` without a look into the documents. */
function* counted(search: Search): Generator<Uint8Array | undefined, void> {
  const n = yield* search.count();
  if (n > 0) yield encodeDocument(toDoc({ _id: 1, n: toInteger(n) }));
}

function run(request: Request, name: string, stages: readonly Doc[]): Encoded {
  const { args, db, server } = request;
  const { rest, ...leading } = splitLeadingMatch(stages);
  const collection = server.store.catalog.find(db, name);
  const options = { ...leading, hint: args.value('hint'), let: args.doc('let') };
  const search = new Search(request, collection, options);
  const [next] = rest;
  if (!next) return encodedMatches(request, search, undefined);
  if (rest.length === 1 && compareValues(next, countStage) === 0) return counted(search);
  return encoded(request, compilePipeline(rest, toEnvironment(request))(documentsOf(search)));
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

function aggregate(request: Request): Promise<Reply> {
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
  const documents = run(request, name, stages);
  return server.cursors.open(request, { ns: `${db}.${name}`, documents, batchSize });
}

export const aggregateCommand: Command = {
  names: ['aggregate'],
  isTransactional: true,
  isSnapshotRead: true,
  members: members({
    any: 'aggregate hint',
    document: 'cursor let',
    array: 'pipeline',
    ignored: 'allowDiskUse bypassDocumentValidation',
    refused: 'collation explain',
  }),
  run: aggregate,
};
