import { members } from './arguments';
import { compareValues, elementsAt, toDoc, type Value } from '../bson/values';
import { mongoError } from '../errors';
import {
  type Command,
  emptyDoc,
  findCollection,
  type Reply,
  type Request,
  toInteger,
} from './request';
import { Search } from './search';

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

async function distinct(request: Request): Promise<Reply> {
  const { args } = request;
  const path = args.string('key');
  const search = new Search(request, findCollection(request), {
    filter: args.doc('query') ?? emptyDoc,
    hint: args.value('hint'),
  });
  const values: Value[] = [];
  for (const match of search.matches()) {
    if (match) values.push(...elementsAt(match.doc, path));
    else await request.pacer.rest();
    if (values.length > 1_000_000) throw mongoError('Overflow', 'distinct too big, 16mb cap');
  }
  values.sort(compareValues);
  const distinctValues = values.filter(
    (value, i) => i === 0 || compareValues(value, values[i - 1]),
  );
  const { pinned } = request;
  return toDoc({ values: distinctValues, ...(pinned && { atClusterTime: pinned.at }) });
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
