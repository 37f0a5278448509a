import { join } from 'node:path';
import { isRecord } from '../validation';
import { type CommandContext, CommandError, defineCommand } from './command';
import { type Db, uriOption, withDatabase } from './database';
import { writeDocumentFile } from './document-file';
import {
  type CollectionEntry,
  type ExactJson,
  type Manifest,
  manifestFormat,
  toExactJson,
  writeManifest,
} from './manifest';
import { countOf, createProgress, type Progress } from './progress';
import { readRawDocuments } from './raw-documents';
import { assertFree, fillWhole } from './whole-folder';

export const dbExport = defineCommand({
  name: 'db export',
  summary: 'Writes the whole database into a folder.',
  details: `Stop the gateways first: what they write meanwhile may be missing. The folder then has one gzipped file of
BSON for each collection and manifest.json, and holds everything that the database does, secrets too.`,
  options: {
    to: { value: '<folder>', isRequired: true, description: 'a new or empty folder' },
    uri: uriOption,
  },
  async run({ to, uri }, ctx) {
    await assertFree(to);
    const manifest = await withDatabase({ uri, mustExist: true }, ctx, (db) =>
      exportDatabase(db, to, ctx),
    );
    const documents = manifest.collections.reduce((sum, entry) => sum + entry.documents, 0);
    const collections = manifest.collections.map((entry) => ({
      name: entry.name,
      documents: entry.documents,
      indexes: entry.indexes.length,
    }));
    return {
      text: `exported ${countOf(documents)} of ${countOf(collections.length, 'collection')} to ${to}`,
      json: { folder: to, database: manifest.database, documents, collections },
    };
  },
});

/** A collection as the database lists it. */
interface CollectionInfo {
  readonly name: string;
  readonly options: ExactJson;
}

async function exportDatabase(db: Db, to: string, ctx: CommandContext): Promise<Manifest> {
  const collections = await listCollections(db, ctx.signal);
  if (collections.length === 0)
    throw new CommandError(
      `the database ${db.databaseName} has no collections: check its name in the URI, or the data folder`,
    );
  return fillWhole(to, async (folder) => {
    const entries: CollectionEntry[] = [];
    for (const [index, info] of collections.entries())
      entries.push(await exportCollection(db, info, { ctx, folder, number: index + 1 }));
    const manifest = {
      format: manifestFormat,
      database: db.databaseName,
      exportedAt: ctx.now().toISOString(),
      collections: entries,
    } as const;
    ctx.signal.throwIfAborted();
    await writeManifest(folder, manifest);
    return manifest;
  });
}

/**
 * By name, without the server's own `system.` collections.
 *
 * @throws {CommandError} for a view or a time series, which are no plain collections
 */
async function listCollections(db: Db, signal: AbortSignal): Promise<readonly CollectionInfo[]> {
  const found: CollectionInfo[] = [];
  for await (const batch of readRawDocuments(db.listCollections({}, { raw: true }), signal))
    for (const raw of batch) {
      const { name, type, options } = toExactJson(raw, 'a collection');
      if (typeof name !== 'string' || !isRecord(options))
        throw new CommandError('the database lists a collection without name or options');
      if (name.startsWith('system.')) continue;
      if (type !== 'collection')
        throw new CommandError(
          `${name} is a ${String(type)}: only plain collections can be exported`,
        );
      found.push({ name, options });
    }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function exportCollection(
  db: Db,
  { name, options }: CollectionInfo,
  place: { readonly folder: string; readonly number: number; readonly ctx: CommandContext },
): Promise<CollectionEntry> {
  const { folder, number, ctx } = place;
  const file = fileName(name, number);
  const indexes = await listIndexes(db, name, ctx.signal);
  const cursor = db.collection(name).find({}, { raw: true });
  const batches = counted(
    readRawDocuments(cursor, ctx.signal),
    createProgress(ctx, `exporting ${name}`),
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
      const { ns: _ns, ...index } = toExactJson(raw, `an index of ${collection}`);
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
