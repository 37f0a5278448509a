import { Binary } from 'bson';
import { compareValues, type Doc, encodeDocument, toDoc, type Value } from '../bson/values';
import { mongoError, notSupported } from '../errors';
import { compileFilter } from '../query/filter';
import { type Collection, idIndexSpec } from '../storage/collection';
import { Arguments, members } from './arguments';
import {
  type Command,
  emptyDoc,
  findCollection,
  type Reply,
  type Request,
  toInteger,
} from './request';
import { Search } from './search';

/** Waits until no open transaction uses a collection, so that its structure may change. */
export async function whenUnused(request: Request, collection: Collection): Promise<void> {
  for (;;) {
    const [transaction] = request.server.sessions.transactionsOn(collection.id);
    if (!transaction) return;
    await request.pacer.wait(transaction.ended);
  }
}

/** `mongodump` notes the index on `_id`, and `mongorestore` gives it back: there is only this one here. */
function assertIdIndex(given: Doc | undefined): void {
  const isOurs = [...(given ?? [])].every(
    ([name, value]) => name === 'ns' || compareValues(idIndexSpec.get(name), value) === 0,
  );
  if (!isOurs) throw notSupported('the embedded database has one kind of index on _id');
}

function create(request: Request): Reply {
  const { args, db, server } = request;
  const name = args.string('create');
  assertIdIndex(args.doc('idIndex'));
  const { catalog, commit } = server.store;
  if (catalog.find(db, name)) {
    throw mongoError('NamespaceExists', `Collection ${db}.${name} already exists.`);
  }
  commit.begin();
  catalog.create(db, name, server.store.touch());
  return new Map();
}

/** Drops one collection and tells change streams. */
async function dropCollection(request: Request, collection: Collection): Promise<void> {
  await whenUnused(request, collection);
  const { store } = request.server;
  const { db, name } = collection;
  if (store.catalog.find(db, name) !== collection) return;
  store.commit.begin();
  store.catalog.drop(collection);
  store.droppedAt.set(db, store.touch());
  store.logStructure({ type: 'drop', db, collection: name });
}

async function drop(request: Request): Promise<Reply> {
  const collection = findCollection(request);
  if (!collection) return new Map();
  const nIndexesWas = collection.indexes.length;
  await dropCollection(request, collection);
  return toDoc({ nIndexesWas, ns: collection.ns });
}

async function dropDatabase(request: Request): Promise<Reply> {
  const { db, server } = request;
  const collections = server.store.catalog.collections(db);
  for (const collection of collections) await dropCollection(request, collection);
  if (collections.length === 0) return new Map();
  server.store.logStructure({ type: 'dropDatabase', db, collection: '' });
  return toDoc({ dropped: db });
}

function describeCollection({ name, uuid }: Collection, isNameOnly: boolean): Doc {
  const rest = {
    options: new Map(),
    info: toDoc({ readOnly: false, uuid: new Binary(uuid, 4) }),
    idIndex: idIndexSpec,
  };
  return toDoc({ name, type: 'collection', ...(isNameOnly ? {} : rest) });
}

/** `cursor.batchSize`, the only member that MongoDB knows there. */
export function cursorBatchSize({ args, command }: Request): number | undefined {
  const cursor = args.doc('cursor') ?? emptyDoc;
  const options = new Arguments(`${command}.cursor`, cursor, members({ number: 'batchSize' }));
  return options.count('batchSize');
}

async function listCollections(request: Request): Promise<Reply> {
  const { args, db, server, now } = request;
  const filter = compileFilter(args.doc('filter') ?? emptyDoc, { now });
  const documents = server.store.catalog
    .collections(db)
    .map((collection) => describeCollection(collection, args.boolean('nameOnly')))
    .filter((doc) => filter.matches(doc))
    .map(encodeDocument);
  return server.cursors.open(request, {
    ns: `${db}.$cmd.listCollections`,
    documents: documents.values(),
    batchSize: cursorBatchSize(request),
  });
}

function listDatabases({ args, server, now }: Request): Reply {
  const filter = compileFilter(args.doc('filter') ?? emptyDoc, { now });
  const { catalog } = server.store;
  const databases: Value[] = catalog
    .databases()
    .map((name) => {
      const isEmpty = catalog.collections(name).every((each) => catalog.count(each) === 0);
      return args.boolean('nameOnly')
        ? toDoc({ name })
        : toDoc({ name, sizeOnDisk: 0n, empty: isEmpty });
    })
    .filter((doc) => filter.matches(doc));
  return toDoc({ databases, totalSize: 0n });
}

async function collStats(request: Request): Promise<Reply> {
  const { server, db, args } = request;
  const name = args.string('collStats');
  const collection = server.store.catalog.find(db, name);
  let size = 0;
  if (collection) {
    for (const match of new Search(request, collection, { filter: emptyDoc }).matches()) {
      if (match) size += match.bytes.length;
      else await request.pacer.rest();
    }
  }
  const count = collection ? server.store.catalog.count(collection) : 0;
  return toDoc({
    ns: `${db}.${name}`,
    size: toInteger(size),
    count: toInteger(count),
    avgObjSize: count > 0 ? toInteger(Math.floor(size / count)) : undefined,
    storageSize: toInteger(size),
    nindexes: collection?.indexes.length ?? 0,
    capped: false,
    scaleFactor: 1,
  });
}

export const collectionCommands: readonly Command[] = [
  {
    names: ['create'],
    members: members({
      string: 'create',
      document: 'idIndex',
      refused:
        'autoIndexId capped changeStreamPreAndPostImages clusteredIndex collation encryptedFields expireAfterSeconds indexOptionDefaults max pipeline size storageEngine timeseries validator validationAction validationLevel viewOn',
    }),
    run: create,
  },
  {
    names: ['drop'],
    members: members({ string: 'drop' }),
    run: drop,
  },
  {
    names: ['dropDatabase'],
    members: members({ number: 'dropDatabase' }),
    run: dropDatabase,
  },
  {
    names: ['listCollections'],
    members: members({
      document: 'filter cursor',
      boolean: 'nameOnly',
      number: 'listCollections',
      ignored: 'authorizedCollections',
    }),
    run: listCollections,
  },
  {
    names: ['listDatabases'],
    members: members({
      document: 'filter',
      boolean: 'nameOnly',
      number: 'listDatabases',
      ignored: 'authorizedDatabases',
    }),
    run: listDatabases,
  },
  {
    names: ['collStats'],
    members: members({ string: 'collStats', refused: 'scale' }),
    run: collStats,
  },
];
