import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import { earningsOf, fundsOf } from '../../money/books/book';
import { emailArgument, idOfAccount } from '../account/account-text';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import {
  accountCollection,
  ownedBy,
  type PersonalCollection,
  type PersonalDocument,
  personalCollections,
} from '../personal-data/collections';
import { countOf } from '../progress';
import { withServices } from '../services';
import { systemErrorCode } from '../system-error';

const { EJSON } = mongoose.mongo.BSON;
const batchSize = 500;

export const userExport = defineCommand({
  name: 'user export',
  summary: 'Writes all that is kept of an account into a file.',
  details: `One line of JSON for each document, \`{"collection": …, "document": …}\`, in the Extended JSON of MongoDB; the file is its owner's alone.
Passwords, tokens and their hashes are left out. Views and clicks are of visitors, not of the account, and are not in it.`,
  arguments: [emailArgument],
  options: {
    to: { value: '<file>', isRequired: true, description: 'a new file' },
    uri: uriOption,
  },
  async run({ email, to, uri }, ctx) {
    const counts = new Map<string, number>();
    await withServices({ uri }, ctx, async (services, db) => {
      const id = await idOfAccount(services, email);
      const file = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(() => linesOf(db, id, counts), file, { signal: ctx.signal }).catch(
        (error: unknown) => {
          throw describeNoFile(error, to);
        },
      );
    });
    const documents = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return {
      text: `wrote ${countOf(documents)} of ${countOf(counts.size, 'collection')} to ${to}`,
      json: { file: to, documents, collections: Object.fromEntries(counts) },
    };
  },
});

/** The error for a file that cannot be made where it is asked for; any other error as it is. */
function describeNoFile(error: unknown, file: string): unknown {
  const code = systemErrorCode(error);
  if (code === 'EEXIST')
    return new CommandError(`${file} is there already: give a new file`, 1, { cause: error });
  if (code === 'ENOENT')
    return new CommandError(`there is no folder ${dirname(file)}`, 1, { cause: error });
  return error;
}

async function* linesOf(
  db: mongoose.mongo.Db,
  accountId: string,
  counts: Map<string, number>,
): AsyncGenerator<string, void> {
  for await (const [collection, document] of documentsOf(db, accountId)) {
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
    yield `${EJSON.stringify({ collection, document })}\n`;
  }
}

interface EntryDocument extends PersonalDocument {
  readonly lines: readonly { readonly book: string }[];
}

type Found = readonly [collection: string, document: PersonalDocument];

async function* documentsOf(db: mongoose.mongo.Db, accountId: string): AsyncGenerator<Found, void> {
  for (const collection of [accountCollection, ...personalCollections])
    for await (const document of read(db, collection, accountId)) yield [collection.name, document];
  const books = [fundsOf(accountId), earningsOf(accountId)];
  const entries = db.collection<EntryDocument>('journalEntries');
  const cursor = entries.find({ 'lines.book': { $in: books } }, { batchSize });
  for await (const { lines, ...entry } of cursor) {
    // The other lines of an entry belong to other people.
    const own = lines.filter(({ book }) => books.some((name) => name === book));
    yield ['journalEntries', { ...entry, lines: own }];
  }
}

function read(db: mongoose.mongo.Db, collection: PersonalCollection, accountId: string) {
  const { of, filter } = ownedBy(db, collection, accountId);
  const hidden = Object.fromEntries((collection.secrets ?? []).map((name) => [name, 0]));
  return of.find(filter, { projection: hidden, batchSize });
}
