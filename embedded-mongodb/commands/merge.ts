import type { MergeOptions, MergeTarget } from '../aggregate/merge';
import { type Doc, documentAt, encodeDocument, toDoc, type Value } from '../bson/values';
import { locationError, mongoError, writeConflict } from '../errors';
import type { Collection } from '../storage/catalog';
import { LockedError } from '../transactions/locks';
import { ensureCollection, type Request } from './request';
import { type Match, Search } from './search';
import { toStored } from './writes';

/** @throws {MongoError} 51183 unless a unique index has exactly the fields of `on` */
function assertUnique(collection: Collection, on: readonly string[]): void {
  const wanted = [...on].sort().join();
  const isFound = collection.indexes.some(({ isUnique, isReady, partial, parts }) => {
    const paths = parts.map(({ path }) => path);
    return isUnique && isReady && !partial && paths.sort().join() === wanted;
  });
  if (isFound) return;
  throw locationError(51183, 'Cannot find index to verify that join fields will be unique');
}

function findExisting(request: Request, collection: Collection, filter: Doc): Match | undefined {
  for (const match of new Search(request, collection, { filter }).matches())
    if (match) return match;
  return undefined;
}

function mergeOne(
  request: Request,
  collection: Collection,
  { on, combine, whenNotMatched }: MergeOptions,
  doc: Doc,
): void {
  const filter: Doc = new Map<string, Value>();
  for (const path of on) filter.set(path, toDoc({ $eq: documentAt(doc, path) ?? null }));
  const existing = findExisting(request, collection, filter);
  if (!existing) {
    if (whenNotMatched === 'insert') request.view.insert(collection, toStored(doc));
    if (whenNotMatched !== 'fail') return;
    const message = '$merge could not find a matching document in the target collection';
    throw mongoError('MergeStageNoMatchingDocument', message);
  }
  const { rid, doc: before } = existing;
  if (!combine) {
    const message = `E11000 duplicate key error collection: ${collection.ns}: $merge found a document`;
    throw mongoError('DuplicateKey', message, { keyPattern: toDoc({ _id: 1 }), keyValue: filter });
  }
  const combined = combine(before, doc);
  if (combined === before) return;
  const after = { doc: combined, bytes: encodeDocument(combined) };
  request.view.replace(collection, { rid, before, after, isWholeDocument: true });
}

/**
 * Writes a pipeline's result into a collection, in one turn.
 *
 * @throws {MongoError} WriteConflict (112) when a transaction holds one of the documents
 */
export function mergeInto(
  request: Request,
  target: MergeTarget,
  options: MergeOptions,
  docs: Iterable<Doc>,
): void {
  if (request.transaction) {
    const message = '$merge is not supported in a transaction';
    throw mongoError('OperationNotSupportedInTransaction', message);
  }
  const { db = request.db, collection: name } = target;
  const collection = ensureCollection(request, db, name);
  assertUnique(collection, options.on);
  try {
    for (const doc of [...docs]) mergeOne(request, collection, options, doc);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw writeConflict('a transaction holds a document that $merge writes');
  }
}
