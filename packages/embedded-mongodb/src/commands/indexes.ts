import { members } from './arguments';
import { encodeDocument, toDoc, type Value } from '../bson/values';
import { compareValues } from '../bson/compare';
import { invalidOptions, type MongoError, mongoError } from '../errors';
import { buildIndex, whenBuilt } from '../indexes/build';
import { findSame, toSpecification } from '../indexes/specification';
import { type Collection, type Index } from '../storage/collection';
import { cursorBatchSize, whenUnused } from './collections';
import { type Command, ensureCollection, type Reply, type Request } from './request';

async function createIndexes(request: Request): Promise<Reply> {
  const { args, db, server } = request;
  const specs = args
    .documents('indexes')
    .map((given) => toSpecification(given, args.boolean('ignoreUnknownIndexOptions')));
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

const noIndex = (shown: string): MongoError =>
  mongoError('IndexNotFound', `index not found with name [${shown}]`);

function selectIndex(collection: Collection, wanted: Value): Index {
  const index = collection.indexes.find(
    ({ name, spec }) =>
      name === wanted || (wanted instanceof Map && compareValues(spec.get('key'), wanted) === 0),
  );
  if (!index) {
    throw noIndex(typeof wanted === 'string' ? wanted : 'that key pattern');
  }
  if (index.name === '_id_') throw invalidOptions('cannot drop _id index');
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
  // The first mention drops the index: the second one finds none.
  const again = dropped.find((index, i) => dropped.indexOf(index) !== i);
  if (again) throw noIndex(again.name);
  store.commit.begin();
  for (const index of dropped) store.catalog.dropIndex(collection, index);
  collection.changedAt = store.touch();
  return toDoc({ nIndexesWas });
}

export const indexCommands: readonly Command[] = [
  {
    names: ['createIndexes'],
    members: members({
      string: 'createIndexes',
      documents: 'indexes',
      boolean: 'ignoreUnknownIndexOptions',
    }),
    run: createIndexes,
  },
  {
    names: ['listIndexes'],
    members: members({ string: 'listIndexes', document: 'cursor' }),
    run: listIndexes,
  },
  {
    names: ['dropIndexes'],
    members: members({ any: 'index', string: 'dropIndexes' }),
    run: dropIndexes,
  },
];
