import { type Doc, toDoc } from '../bson/values';
import { members } from './arguments';
import { failedToParse } from '../errors';
import { compileProject } from '../query/projection';
import {
  type Command,
  emptyDoc,
  ensureCollection,
  findCollection,
  type Reply,
  type Request,
} from './request';
import { Search } from './search';
import { changeFirst, checkUpdate, toUpdate, Updater } from './writes';

function searchOptions({ args }: Request) {
  return {
    filter: args.doc('query') ?? emptyDoc,
    sort: args.doc('sort'),
    hint: args.value('hint'),
    let: args.doc('let'),
  };
}

type Project = (doc: Doc) => Doc;

/** Compiles `fields`: a projection that is wrong must be refused before anything is written. */
function compileFields({ args, now }: Request): Project {
  const fields = args.doc('fields');
  if (!fields || fields.size === 0) return (doc) => doc;
  return compileProject(fields, { now, let: args.doc('let') });
}

async function runRemove(request: Request, project: Project): Promise<Doc> {
  for (const member of ['update', 'upsert', 'new']) {
    if (!request.args.has(member)) continue;
    if (member === 'update' || request.args.boolean(member)) {
      throw failedToParse(`Cannot specify both ${member} and remove=true`);
    }
  }
  const collection = findCollection(request);
  const search = new Search(request, collection, searchOptions(request));
  const removed = collection
    ? await changeFirst(request, collection, search, (match) => {
        if (match) request.view.remove(collection, match.rid, match.doc);
        return match?.doc;
      })
    : undefined;
  return toDoc({
    lastErrorObject: toDoc({ n: removed ? 1 : 0 }),
    value: removed ? project(removed) : null,
  });
}

async function runUpdate(request: Request, project: Project): Promise<Doc> {
  const { args, db, command } = request;
  const isUpsert = args.boolean('upsert');
  const collection = isUpsert
    ? ensureCollection(request, db, args.string(command))
    : findCollection(request);
  const statement = {
    ...searchOptions(request),
    update: toUpdate(args.value('update')),
    arrayFilters: args.docs('arrayFilters'),
    isUpsert,
    isMulti: false,
  };
  if (!collection) {
    checkUpdate(request, statement);
    return toDoc({ lastErrorObject: toDoc({ n: 0, updatedExisting: false }), value: null });
  }
  const updater = new Updater(request, collection, statement);
  const { before, after } = await updater.first();
  const lastErrorObject = toDoc({
    n: after ? 1 : 0,
    updatedExisting: before !== undefined,
    upserted: before ? undefined : after?.doc.get('_id'),
  });
  const shown = args.boolean('new') ? after?.doc : before;
  return toDoc({ lastErrorObject, value: shown ? project(shown) : null });
}

async function findAndModify(request: Request): Promise<Reply> {
  const { args, session, transaction, server } = request;
  const retried = session && !transaction ? session : undefined;
  const known = retried?.statements.get(0);
  if (known) return known;
  const run = args.boolean('remove') ? runRemove : runUpdate;
  const reply = await run(request, compileFields(request));
  if (retried) server.sessions.saveStatement(retried, 0, reply);
  return reply;
}

export const findAndModifyCommand: Command = {
  names: ['findAndModify'],
  isTransactional: true,
  isRetryable: true,
  members: members({
    any: 'update hint',
    string: 'findAndModify',
    document: 'query sort fields let',
    documents: 'arrayFilters',
    boolean: 'remove new upsert',
    ignored: 'bypassDocumentValidation',
    refused: 'collation',
  }),
  run: findAndModify,
};
