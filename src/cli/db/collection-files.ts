import { join } from 'node:path';
import type mongoose from 'mongoose';
import { isRecord } from '../../record';
import { type CommandContext, CommandError } from '../command';
import type { Db } from './database';
import { writeDocumentFile } from './document-file';
import { type CollectionEntry, type ExactJson, exactJsonOf } from './manifest';
import { createProgress, type Progress } from '../progress';
import { readRawDocuments } from './raw-documents';

/** A collection as the database lists it. */
export interface CollectionInfo {
  readonly name: string;
  readonly options: ExactJson;
}

/** Where the files go, and what they are made of. */
export interface FilesPlace {
  readonly folder: string;
  readonly ctx: CommandContext;
  /** The work, as people read it: `exporting`. */
  readonly work: string;
  /** All files show the moment of a session of snapshots. */
  readonly session?: mongoose.mongo.ClientSession;
}

/** Writes each collection into a file of its own. */
export async function writeCollections(
  db: Db,
  collections: readonly CollectionInfo[],
  place: FilesPlace,
): Promise<readonly CollectionEntry[]> {
  const entries: CollectionEntry[] = [];
  for (const [index, info] of collections.entries())
    entries.push(await writeCollection(db, info, { ...place, number: index + 1 }));
  place.ctx.signal.throwIfAborted();
  return entries;
}

/**
 * By name, without the server's own `system.` collections.
 *
 * @throws {CommandError} when there are none, and for a view or a time series, which are no plain collections
 */
export async function listCollections(
  db: Db,
  signal: AbortSignal,
): Promise<readonly CollectionInfo[]> {
  const found: CollectionInfo[] = [];
  for await (const batch of readRawDocuments(db.listCollections({}, { raw: true }), signal))
    for (const raw of batch) {
      const { name, type, options } = exactJsonOf(raw, 'a collection');
      if (typeof name !== 'string' || !isRecord(options))
        throw new CommandError('the database lists a collection without name or options');
      if (name.startsWith('system.')) continue;
      if (type !== 'collection')
        throw new CommandError(
          `${name} is a ${String(type)}: only plain collections can be exported`,
        );
      found.push({ name, options });
    }
  if (found.length === 0)
    throw new CommandError(
      `the database ${db.databaseName} has no collections: check its name in the URI, or the data folder`,
    );
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function writeCollection(
  db: Db,
  { name, options }: CollectionInfo,
  place: FilesPlace & { readonly number: number },
): Promise<CollectionEntry> {
  const { folder, number, ctx, work, session } = place;
  const file = fileName(name, number);
  const indexes = await listIndexes(db, name, ctx.signal);
  const cursor = db.collection(name).find({}, { raw: true, ...(session && { session }) });
  const batches = counted(
    readRawDocuments(cursor, ctx.signal),
    createProgress(ctx, `${work} ${name}`),
  );
  const summary = await writeDocumentFile(join(folder, file), batches, ctx.signal);
  return { name, file, ...summary, options, indexes };
}

/** Collections may have names that files may not, or that differ by case alone: the number tells them apart. */
function fileName(collection: string, number: number): string {
  const readable = collection.replaceAll(/[^\w.-]/g, '_').slice(0, 80);
  return `${String(number).padStart(3, '0')}-${readable}.bson.gz`;
}

async function listIndexes(
  db: Db,
  collection: string,
  signal: AbortSignal,
): Promise<readonly ExactJson[]> {
  const indexes: ExactJson[] = [];
  const cursor = db.collection(collection).listIndexes({ raw: true });
  for await (const batch of readRawDocuments(cursor, signal))
    for (const raw of batch) {
      // Servers before 4.4 name the namespace in it, which may be another one after the import.
      const { ns: _ns, ...index } = exactJsonOf(raw, `an index of ${collection}`);
      if (index['name'] !== '_id_' && index['clustered'] !== true) indexes.push(index);
    }
  return indexes;
}

async function* counted(
  batches: AsyncIterable<readonly Uint8Array[]>,
  progress: Progress,
): AsyncGenerator<readonly Uint8Array[], void> {
  for await (const batch of batches) {
    progress(batch.length);
    yield batch;
  }
}
