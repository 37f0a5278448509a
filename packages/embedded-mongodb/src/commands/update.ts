import { type Doc, toDoc, type Value } from '../bson/values';
import { failedToParse, invalidOptions } from '../errors';
import type { Collection } from '../storage/collection';
import { isReplacement } from '../update/update';
import { Arguments, members } from './arguments';
import { runBatch, summarise } from './batch';
import {
  type Command,
  ensureCollection,
  findCollection,
  type Reply,
  type Request,
  toInteger,
} from './request';
import { checkUpdate, forEachMatch, toUpdate, Updater, type UpdateStatement } from './writes';
import { assertPresent } from '../present';

const statementMembers = members({
  any: 'u hint',
  document: 'q c',
  documents: 'arrayFilters',
  boolean: 'upsert multi',
  refused: 'collation',
});

/** Reads one member of `updates`; `let` is the command's. */
function readUpdate(request: Request, values: Doc): UpdateStatement {
  const args = new Arguments('update.updates', values, statementMembers);
  const filter = args.doc('q');
  if (!filter) throw args.missing('q');
  const update = toUpdate(args.value('u'));
  const isMulti = args.boolean('multi');
  if (isMulti && isReplacement(update)) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
  if (isMulti && request.session && !request.transaction) {
    throw invalidOptions('Cannot use retryable writes with multi=true');
  }
  const variables = [...(request.args.doc('let') ?? []), ...(args.doc('c') ?? [])];
  return {
    filter,
    update,
    isMulti,
    isUpsert: args.boolean('upsert'),
    hint: args.value('hint'),
    arrayFilters: args.docs('arrayFilters'),
    let: new Map(variables),
  };
}

async function runMulti(updater: Updater): Promise<Doc> {
  const { request, collection, search, statement } = updater;
  let n = 0;
  let nModified = 0;
  await forEachMatch(request, collection, search, (match) => {
    // First: what has to wait is applied again.
    const { isModified } = updater.apply(match);
    n += 1;
    if (isModified) nModified += 1;
  });
  if (n > 0 || !statement.isUpsert) return toDoc({ n, nModified });
  return runSingle(updater);
}

async function runSingle(updater: Updater): Promise<Doc> {
  const { before, after, isModified } = await updater.first();
  if (!after) return toDoc({ n: 0, nModified: 0 });
  if (before) return toDoc({ n: 1, nModified: Number(isModified) });
  return toDoc({ n: 1, nModified: 0, upserted: after.doc.get('_id') });
}

async function runStatement(
  request: Request,
  collection: Collection | undefined,
  statement: UpdateStatement,
): Promise<Doc> {
  if (!collection) {
    checkUpdate(request, statement);
    return toDoc({ n: 0, nModified: 0 });
  }
  const updater = new Updater(request, collection, statement);
  if (!statement.isMulti) return runSingle(updater);
  return runMulti(updater);
}

async function update(request: Request): Promise<Reply> {
  const { args, db } = request;
  const statements = args.documents('updates').map((values) => readUpdate(request, values));
  const collection = statements.some(({ isUpsert }) => isUpsert)
    ? ensureCollection(request, db, args.string('update'))
    : findCollection(request);
  const result = await runBatch(request, statements.length, (index) =>
    runStatement(
      request,
      collection,
      assertPresent(statements[index], 'a batch runs its own statements'),
    ),
  );
  let nModified = 0;
  const upserted: Value[] = [];
  for (const { index, outcome } of result.outcomes) {
    nModified += Number(outcome.get('nModified'));
    const id = outcome.get('upserted');
    if (id !== undefined) upserted.push(toDoc({ index, _id: id }));
  }
  return summarise(result, {
    nModified: toInteger(nModified),
    upserted: upserted.length > 0 ? upserted : undefined,
  });
}

export const updateCommand: Command = {
  names: ['update'],
  isTransactional: true,
  isRetryable: true,
  members: members({
    string: 'update',
    document: 'let',
    documents: 'updates',
    boolean: 'ordered',
    ignored: 'bypassDocumentValidation',
  }),
  run: update,
};
