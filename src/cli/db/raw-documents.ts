import { createRequire } from 'node:module';
import type mongoose from 'mongoose';
import { unlessAborted } from '../../unless-aborted';
import { CommandError } from '../command';
import type { Db } from './database';

/**
 * The driver's own section of a message that holds encoded documents: it has no public way to write them.
 *
 * @see docs/decisions/0012-raw-bson-by-a-private-file.md
 */
interface DocumentSequence {
  push(document: object, bytes: Uint8Array): void;
}

const driverModule = 'mongodb/lib/cmap/commands.js';
// A private file of the driver's has no types.
const { DocumentSequence } = createRequire(require.resolve('mongoose'))(driverModule) as {
  readonly DocumentSequence: new (field: string) => DocumentSequence;
};

const duplicateKey = 11000;

/** How many of a batch's documents were imported and kept. */
export interface InsertOutcome {
  readonly imported: number;
  /** Documents whose `_id` was there already: they are left as they are. */
  readonly kept: number;
}

interface WriteError {
  readonly code: number;
  readonly errmsg: string;
  readonly keyPattern?: mongoose.mongo.Document;
}

interface InsertReply {
  readonly n: number;
  readonly writeErrors?: readonly WriteError[];
  readonly writeConcernError?: { readonly errmsg: string };
}

/**
 * Every document of a cursor that was opened with `raw: true`, as the database encoded it.
 *
 * @throws as soon as the signal is aborted, also when the database hangs
 */
export async function* readRawDocuments(
  cursor: mongoose.mongo.AbstractCursor<mongoose.mongo.Document>,
  signal: AbortSignal,
): AsyncGenerator<readonly Uint8Array[], void> {
  try {
    // The driver cannot interrupt every kind of cursor itself.
    while (await unlessAborted(cursor.hasNext(), signal)) {
      // With `raw` the driver gives bytes, whatever the cursor's type says.
      yield cursor.readBufferedDocuments() as unknown as readonly Uint8Array[];
    }
  } finally {
    const closed = cursor.close().catch(() => undefined);
    if (!signal.aborted) await closed;
  }
}

/**
 * Inserts encoded documents byte for byte, all that can be; durable on a majority when it resolves.
 *
 * @param documents any documents of one collection, within the server's limits of a batch (100,000 documents, 48 MB)
 * @throws {CommandError} when the database refuses a document for another reason than its `_id`
 */
export async function insertRawDocuments(
  {
    db,
    collection,
    signal,
  }: { readonly db: Db; readonly collection: string; readonly signal: AbortSignal },
  documents: readonly Uint8Array[],
): Promise<InsertOutcome> {
  const sequence = new DocumentSequence('documents');
  for (const document of documents) sequence.push({}, document);
  const command = {
    insert: collection,
    ordered: false,
    writeConcern: { w: 'majority' },
    documents: sequence,
  };
  // The server's reply to `insert`.
  const reply = (await db.command(command, { signal })) as InsertReply;
  const errors = reply.writeErrors ?? [];
  const refusal = errors.find((error) => error.code !== duplicateKey || !isOfId(error));
  if (refusal)
    throw new CommandError(`${collection}: the database refuses a document: ${refusal.errmsg}`);
  if (reply.writeConcernError)
    throw new CommandError(`${collection}: ${reply.writeConcernError.errmsg}`);
  return { imported: reply.n, kept: errors.length };
}

/** Not every engine sends `keyPattern`: the others name the index in words, or show the key. */
function isOfId({ keyPattern, errmsg }: WriteError): boolean {
  if (keyPattern !== undefined) return Object.keys(keyPattern).join() === '_id';
  const [, index] = /\bindex:? ['"]?(?:[^\s'"]*\$)?([^\s'"]+)/i.exec(errmsg) ?? [];
  return index === undefined ? /dup key: \{ ?"?_id"? ?:/.test(errmsg) : index === '_id_';
}
