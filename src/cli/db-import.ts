import { join } from 'node:path';
import mongoose from 'mongoose';
import { type CommandContext, CommandError, defineCommand } from './command';
import { type Db, uriOption, withDatabase } from './database';
import { readDocumentFile } from './document-file';
import { describeFailure } from './failure';
import { type CollectionEntry, fromExactJson, type Manifest, readManifest } from './manifest';
import { countOf, createProgress } from './progress';
import { type InsertOutcome, insertRawDocuments } from './raw-documents';

export const dbImport = defineCommand({
  name: 'db import',
  summary: 'Brings an export back into a database.',
  details: `The whole export is checked before anything is written. The database must be empty, unless --merge is given:
then documents whose _id is there already are left as they are. An import that was interrupted goes on with --merge.`,
  options: {
    from: { value: '<folder>', isRequired: true, description: 'what `adgate db export` wrote' },
    uri: uriOption,
    merge: { description: 'add to a database that is not empty' },
  },
  async run({ from, uri, merge }, ctx) {
    const manifest = await readManifest(from);
    return withDatabase({ uri, mustExist: false }, ctx, async (db) => {
      if (!merge) await assertEmpty(db, ctx.signal);
      await checkDocuments(manifest, from, ctx);
      const collections = await importAll(manifest, { db, from, ctx });
      return describe(db.databaseName, collections);
    });
  },
});

interface ImportedCollection extends InsertOutcome {
  readonly name: string;
}

function describe(database: string, collections: readonly ImportedCollection[]) {
  const sum = (member: 'imported' | 'kept') =>
    collections.reduce((total, collection) => total + collection[member], 0);
  const totals = { imported: sum('imported'), kept: sum('kept') };
  const outcomeOf = ({ imported, kept }: InsertOutcome) =>
    kept === 0
      ? countOf(imported)
      : `${countOf(imported)}, ${kept.toLocaleString('en')} ${kept === 1 ? 'was' : 'were'} there already`;
  const width = Math.max(0, ...collections.map(({ name }) => name.length)) + 2;
  const into = `${countOf(collections.length, 'collection')} of ${database}`;
  return {
    text: [
      ...collections.map((each) => `  ${each.name.padEnd(width)} ${outcomeOf(each)}`),
      `imported into ${into}: ${outcomeOf(totals)}`,
    ].join('\n'),
    json: { database, ...totals, collections },
  };
}

/** @throws {CommandError} naming the first file that is not as the export left it */
async function checkDocuments(
  { collections }: Manifest,
  from: string,
  ctx: CommandContext,
): Promise<void> {
  for (const entry of collections) {
    const progress = createProgress(ctx, `checking ${entry.file}`);
    for await (const batch of readDocumentFile(join(from, entry.file), entry)) {
      ctx.signal.throwIfAborted();
      progress(batch.length);
    }
  }
}

/** @throws {CommandError} when there is any collection, also one without documents */
async function assertEmpty(db: Db, signal: AbortSignal): Promise<void> {
  const names = (await db.listCollections({}, { nameOnly: true, signal }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));
  if (names.length > 0)
    throw new CommandError(
      `the database ${db.databaseName} is not empty (it has ${names[0]!}): name another one, or add --merge`,
    );
}

/** What every step of an import needs. */
interface ImportContext {
  readonly db: Db;
  /** The export's folder. */
  readonly from: string;
  readonly ctx: CommandContext;
}

async function importAll(
  { collections }: Manifest,
  how: ImportContext,
): Promise<readonly ImportedCollection[]> {
  const imported: ImportedCollection[] = [];
  try {
    // All before the first document: a target that refuses one of them has nothing to be cleaned of.
    for (const entry of collections) await prepareCollection(entry, how);
    for (const entry of collections)
      imported.push({ name: entry.name, ...(await importDocuments(entry, how)) });
    return imported;
  } catch (error) {
    throw new CommandError(
      `${describeFailure(error, how.ctx)}; what was imported so far stays, --merge goes on from there`,
      1,
      { cause: error },
    );
  }
}

/** Makes a collection and its indexes where they are not there yet. */
async function prepareCollection(entry: CollectionEntry, { db, ctx }: ImportContext) {
  const { name, options, indexes } = entry;
  const { signal } = ctx;
  try {
    await db.command({ create: name, ...fromExactJson(options) }, { signal });
  } catch (error) {
    const isThere =
      error instanceof mongoose.mongo.MongoServerError && error.codeName === 'NamespaceExists';
    if (!isThere) throw error;
  }
  if (indexes.length > 0)
    await db.command({ createIndexes: name, indexes: indexes.map(fromExactJson) }, { signal });
}

async function importDocuments(
  { name, ...entry }: CollectionEntry,
  { db, from, ctx }: ImportContext,
): Promise<InsertOutcome> {
  const progress = createProgress(ctx, `importing ${name}`);
  const target = { db, collection: name, signal: ctx.signal };
  let imported = 0;
  let kept = 0;
  for await (const batch of readDocumentFile(join(from, entry.file), entry)) {
    const outcome = await insertRawDocuments(target, batch);
    imported += outcome.imported;
    kept += outcome.kept;
    progress(batch.length);
  }
  return { imported, kept };
}
