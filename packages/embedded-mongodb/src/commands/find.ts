import { members } from './arguments';
import { findCollection, type Command, emptyDoc, type Reply, type Request } from './request';
import { encodedMatches, Search, type SearchOptions } from './search';

const defaultFirstBatch = 101;

/** The members that `find`, and `explain` of it, read. */
export function findOptions({ args }: Request): SearchOptions {
  return {
    filter: args.doc('filter') ?? emptyDoc,
    sort: args.doc('sort'),
    skip: args.count('skip'),
    limit: args.count('limit'),
    hint: args.value('hint'),
    let: args.doc('let'),
  };
}

async function find(request: Request): Promise<Reply> {
  const { args, server } = request;
  const ns = `${request.db}.${args.string('find')}`;
  const collection = findCollection(request);
  const isSingleBatch = args.boolean('singleBatch');
  const noCursorTimeout = args.boolean('noCursorTimeout');
  const batchSize = args.count('batchSize') ?? defaultFirstBatch;
  const options = findOptions(request);
  const search = new Search(request, collection, options);
  const documents = encodedMatches(request, search, args.doc('projection'));
  return server.cursors.open(request, {
    ns,
    documents,
    batchSize,
    isSingleBatch,
    noCursorTimeout,
  });
}

export const findCommand: Command = {
  names: ['find'],
  isTransactional: true,
  isSnapshotRead: true,
  members: members({
    any: 'hint',
    string: 'find',
    document: 'filter projection sort let',
    boolean: 'singleBatch noCursorTimeout',
    number: 'skip limit batchSize',
    ignored: 'allowDiskUse allowPartialResults',
    refused: 'collation max min returnKey showRecordId tailable awaitData',
  }),
  run: find,
};
