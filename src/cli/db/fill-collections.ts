import { join } from 'node:path';
import mongoose from 'mongoose';
import { type CommandContext, CommandError } from '../command';
import type { Db } from './database';
import { readDocumentFile } from './document-file';
import { describeFailure } from '../failure';
import { type CollectionEntry, fromExactJson, type Manifest } from './manifest';
import { createProgress } from '../progress';
import { type InsertOutcome, insertRawDocuments } from './raw-documents';

/** How many of a collection's documents were imported and kept. */
export interface ImportedCollection extends InsertOutcome {
  readonly name: string;
}

/** @throws {CommandError} naming the first file that is not as the export left it */
export async function checkDocuments(
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

/** Collections but those that the server keeps for itself. */
export async function listNames(db: Db, signal: AbortSignal): Promise<readonly string[]> {
  const found = await db.listCollections({}, { nameOnly: true, signal }).toArray();
  return found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
}

/** The parts that every step of an import needs. */
export interface ImportContext {
  readonly db: Db;
  /** The export's folder. */
  readonly from: string;
  readonly ctx: CommandContext;
  /** How people go on after a failure: `--merge goes on from there`. */
  readonly wayOn: string;
}

/** @throws {CommandError} saying what went wrong and how to go on; what was imported stays */
export async function importAll(
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
      `${describeFailure(error, how.ctx)}; what was imported so far stays, ${how.wayOn}`,
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
