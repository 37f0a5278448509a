import type { Doc } from '../bson/values';
import { members } from './arguments';
import { indexedFields } from '../storage/collection';
import { LockedError } from '../transactions/locks';
import { type Command, ensureCollection, type Reply, type Request } from './request';
import { runBatch, summarise } from './batch';
import { decodeStored } from './stored';
import { whenUnlocked } from './writes';
import { assertPresent } from '../present';

const inserted: Doc = new Map([['n', 1]]);

async function insert(request: Request): Promise<Reply> {
  const { args, db, view } = request;
  const documents = args.rawDocuments('documents');
  const collection = ensureCollection(request, db, args.string('insert'));
  const result = await runBatch(request, documents.length, (index) => {
    const document = assertPresent(documents[index], 'a batch inserts its own documents');
    const write = (): void => {
      view.insert(collection, decodeStored(document, indexedFields(collection)));
    };
    try {
      write();
      return inserted;
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      return whenUnlocked(request, write).then(() => inserted);
    }
  });
  return summarise(result);
}

export const insertCommand: Command = {
  names: ['insert'],
  isTransactional: true,
  isRetryable: true,
  members: members({
    string: 'insert',
    documents: 'documents',
    boolean: 'ordered',
    ignored: 'bypassDocumentValidation',
  }),
  run: insert,
};
