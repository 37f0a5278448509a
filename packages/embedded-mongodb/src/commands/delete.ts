import { type Doc, toDoc } from '../bson/values';
import { failedToParse, invalidOptions } from '../errors';
import type { Collection } from '../storage/collection';
import { Arguments, members } from './arguments';
import { type Command, findCollection, type Reply, type Request } from './request';
import { Search } from './search';
import { runBatch, summarise } from './batch';
import { changeFirst, forEachMatch } from './writes';
import { assertPresent } from '../present';

const statementMembers = members({
  any: 'hint',
  document: 'q',
  number: 'limit',
  refused: 'collation',
});

async function runStatement(
  request: Request,
  collection: Collection | undefined,
  values: Doc,
): Promise<Doc> {
  const args = new Arguments('delete.deletes', values, statementMembers);
  const filter = args.doc('q');
  const limit = args.count('limit');
  if (!filter || limit === undefined) throw args.missing(filter ? 'limit' : 'q');
  if (limit > 1) {
    const message = `The limit field in delete objects must be 0 or 1. Got ${limit}`;
    throw failedToParse(message);
  }
  if (limit === 0 && request.session && !request.transaction) {
    throw invalidOptions('Cannot use retryable writes with limit=0');
  }
  const search = new Search(request, collection, {
    filter,
    hint: args.value('hint'),
    let: request.args.doc('let'),
  });
  if (!collection) return toDoc({ n: 0 });
  if (limit === 1) {
    return changeFirst(request, collection, search, (match) => {
      if (match) request.view.remove(collection, match.rid, match.doc);
      return toDoc({ n: match ? 1 : 0 });
    });
  }
  let n = 0;
  await forEachMatch(request, collection, search, ({ rid, doc }) => {
    request.view.remove(collection, rid, doc);
    n += 1;
  });
  return toDoc({ n });
}

async function remove(request: Request): Promise<Reply> {
  const statements = request.args.documents('deletes');
  const collection = findCollection(request);
  const result = await runBatch(request, statements.length, (index) =>
    runStatement(
      request,
      collection,
      assertPresent(statements[index], 'a batch runs its own statements'),
    ),
  );
  return summarise(result);
}

export const deleteCommand: Command = {
  names: ['delete'],
  isTransactional: true,
  isRetryable: true,
  members: members({
    string: 'delete',
    document: 'let',
    documents: 'deletes',
    boolean: 'ordered',
  }),
  run: remove,
};
