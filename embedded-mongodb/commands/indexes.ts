import { encodeDocument, type Value } from '../bson/values';
import { compareValues } from '../bson/compare';
import { mongoError } from '../errors';
import { buildIndex, whenBuilt } from '../indexes/build';
import { findSame, toSpecification } from '../indexes/specification';
import { type Collection, type Index } from '../storage/catalog';
import { cursorBatchSize, whenUnused } from './collections';
import { type Command, ensureCollection, type Reply, type Request, toDoc } from './request';

async function createIndexes(request: Request): Promise<Reply> {
  const { args, db, server } = request;
  const specs = args.documents('indexes').map(toSpecification);
  const name = args.string('createIndexes');
  const isNew = !server.store.catalog.find(db, name);
  const collection = ensureCollection(request, db, name);
  const numIndexesBefore = collection.indexes.length;
  for (const spec of specs) {
    if (!findSame(collection, spec)) await whenUnused(request, collection);
    const same = findSame(collection, spec);
    if (same) await whenBuilt(same);
    else await buildIndex(server.store, { collection, spec }, request.pacer);
  }
  const numIndexesAfter = collection.indexes.length;
  return toDoc({
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: isNew,
    note: numIndexesBefore === numIndexesAfter ? 'all indexes already exist' : undefined,
  });
}

export const createIndexesCommand: Command = {
  names: ['createIndexes'],
  members: { createIndexes: 'string', indexes: 'documents', commitQuorum: 'ignored' },
  run: createIndexes,
};

async function listIndexes(request: Request): Promise<Reply> {
  const { args, db, server } = request;
  const collection = server.store.catalog.get(db, args.string('listIndexes'));
  const documents = collection.indexes.map(({ spec }) => encodeDocument(spec));
  return server.cursors.open(request, {
    ns: collection.ns,
    documents: documents.values(),
    batchSize: cursorBatchSize(request),
  });
}

export const listIndexesCommand: Command = {
  names: ['listIndexes'],
  members: { listIndexes: 'string', cursor: 'document' },
  run: listIndexes,
};

function selectIndex(collection: Collection, wanted: Value): Index {
  const index = collection.indexes.find(
    ({ name, spec }) =>
      name === wanted || (wanted instanceof Map && compareValues(spec.get('key'), wanted) === 0),
  );
  if (!index) {
    const shown = typeof wanted === 'string' ? wanted : 'that key pattern';
    throw mongoError('IndexNotFound', `index not found with name [${shown}]`);
  }
  if (index.name === '_id_') throw mongoError('InvalidOptions', 'cannot drop _id index');
  return index;
}

async function dropIndexes(request: Request): Promise<Reply> {
  const { args, db, server } = request;
  const { store } = server;
  const collection = store.catalog.get(db, args.string(request.command));
  const wanted = args.value('index');
  if (wanted === undefined) throw args.missing('index');
  await whenUnused(request, collection);
  const nIndexesWas = collection.indexes.length;
  const all = collection.indexes.filter(({ name }) => name !== '_id_');
  const some = Array.isArray(wanted) ? wanted : [wanted];
  const dropped = wanted === '*' ? all : some.map((each) => selectIndex(collection, each));
  store.commit.begin();
  for (const index of dropped) store.catalog.dropIndex(collection, index);
  collection.changedAt = store.touch();
  return toDoc({ nIndexesWas });
}

export const dropIndexesCommand: Command = {
  names: ['dropIndexes', 'deleteIndexes'],
  members: { dropIndexes: 'string', deleteIndexes: 'string', index: 'any' },
  run: dropIndexes,
};
