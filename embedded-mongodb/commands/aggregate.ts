import { compareValues, type Doc, encodeDocument, type Value } from '../bson/values';
import { locationError } from '../errors';
import type { Collection } from '../storage/catalog';
import { cursorBatchSize } from './collections';
import {
  type Command,
  emptyDoc,
  findCollection,
  type Reply,
  type Request,
  toDoc,
  toInteger,
} from './request';
import { openSearch, type SearchOptions } from './search';

const defaultFirstBatch = 101;

function readPipeline({ args }: Request): Doc[] {
  const pipeline = args.array('pipeline');
  if (!pipeline) throw args.missing('pipeline');
  for (const stage of pipeline) {
    if (stage instanceof Map && stage.size === 1) continue;
    const message = 'A pipeline stage specification object must contain exactly one field.';
    throw locationError(40323, message);
  }
  return pipeline as Doc[];
}

const countGroup = toDoc({ _id: 1, n: toDoc({ $sum: 1 }) });

/** The search behind a driver's `countDocuments`: `$match`, `$skip`, `$limit`, and `$group` to one number. */
function toCount({ args }: Request, stages: readonly Doc[]): SearchOptions | undefined {
  const group = stages.at(-1)?.get('$group');
  if (!group || compareValues(group, countGroup) !== 0) return undefined;
  const found = new Map<string, Value>();
  for (const stage of stages.slice(0, -1))
    for (const [name, value] of stage) found.set(name, value);
  const names = ['$match', '$skip', '$limit'].filter((name) => found.has(name));
  const isPlain = stages.slice(0, -1).every((stage, i) => stage.has(names[i] ?? ''));
  const filter = found.get('$match') ?? emptyDoc;
  if (!isPlain || names.length !== stages.length - 1 || !(filter instanceof Map)) return undefined;
  const [skip, limit] = [Number(found.get('$skip') ?? 0), Number(found.get('$limit') ?? 0)];
  return { filter, skip, limit, hint: args.value('hint'), let: args.doc('let') };
}

async function countMatches(
  request: Request,
  collection: Collection | undefined,
  options: SearchOptions,
): Promise<readonly Uint8Array[]> {
  let n = 0;
  const search = collection && openSearch(request, collection, options);
  for (const match of search?.matches() ?? []) {
    if (match) n += 1;
    else await request.pacer.rest();
  }
  return n === 0 ? [] : [encodeDocument(toDoc({ _id: 1, n: toInteger(n) }))];
}

async function aggregate(request: Request): Promise<Reply> {
  const { args, db, server } = request;
  const stages = readPipeline(request);
  const batchSize = cursorBatchSize(request) ?? defaultFirstBatch;
  const count = toCount(request, stages);
  if (!count) throw locationError(40324, 'Unrecognized pipeline stage name');
  const documents = await countMatches(request, findCollection(request), count);
  return server.cursors.open(request, {
    ns: `${db}.${args.string('aggregate')}`,
    documents: documents.values(),
    batchSize,
  });
}

export const aggregateCommand: Command = {
  names: ['aggregate'],
  isTransactional: true,
  members: {
    aggregate: 'any',
    pipeline: 'documents',
    cursor: 'document',
    hint: 'any',
    let: 'document',
    allowDiskUse: 'ignored',
    bypassDocumentValidation: 'ignored',
    collation: 'refused',
    explain: 'refused',
  },
  run: aggregate,
};
