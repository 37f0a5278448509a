import { compareValues, elementsAt, encodeKey, toDoc, type Value } from '../bson/values';
import { mongoError } from '../errors';
import { members } from './arguments';
import {
  type Command,
  emptyDoc,
  findCollection,
  type Reply,
  type Request,
  toInteger,
} from './request';
import { Search } from './search';
import { maxDocumentBytes } from './stored';

async function count(request: Request): Promise<Reply> {
  const { args, server } = request;
  const collection = findCollection(request);
  const filter = args.doc('query') ?? emptyDoc;
  const [skip, limit, hint] = [args.count('skip'), args.count('limit'), args.value('hint')];
  const search = new Search(request, collection, { filter, skip, limit, hint });
  if (collection && filter.size === 0 && !skip && !limit && hint === undefined) {
    return toDoc({ n: toInteger(server.store.catalog.count(collection)) });
  }
  const counting = search.count();
  for (;;) {
    const { done, value } = counting.next();
    if (done) return toDoc({ n: toInteger(value) });
    await request.pacer.rest();
  }
}

export const countCommand: Command = {
  names: ['count'],
  members: members({
    any: 'hint',
    string: 'count',
    document: 'query',
    number: 'limit skip',
    refused: 'collation',
  }),
  run: count,
};

/** Different values, each once. Values that are equal have the same key. */
class DistinctValues {
  readonly #byKey = new Map<string, Value>();
  #bytes = 0;

  /** @throws {MongoError} Overflow (15) above 16 MiB: an answer is a document. */
  add(value: Value): void {
    const key = encodeKey(value).toString('latin1');
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, value);
    this.#bytes += key.length;
    if (this.#bytes > maxDocumentBytes) throw mongoError('Overflow', 'distinct too big, 16mb cap');
  }

  sorted(): Value[] {
    return [...this.#byKey.values()].sort(compareValues);
  }
}

async function distinct(request: Request): Promise<Reply> {
  const { args } = request;
  const path = args.string('key');
  const search = new Search(request, findCollection(request), {
    filter: args.doc('query') ?? emptyDoc,
    hint: args.value('hint'),
  });
  const distinctValues = new DistinctValues();
  for (const match of search.matches()) {
    if (match) for (const value of elementsAt(match.doc, path)) distinctValues.add(value);
    else await request.pacer.rest();
  }
  const { pinned } = request;
  const values = distinctValues.sorted();
  return toDoc({ values, ...(pinned && { atClusterTime: pinned.at }) });
}

export const distinctCommand: Command = {
  names: ['distinct'],
  isTransactional: true,
  isSnapshotRead: true,
  members: members({
    any: 'hint',
    string: 'distinct key',
    document: 'query',
    refused: 'collation',
  }),
  run: distinct,
};
