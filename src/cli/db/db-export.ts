import { writeCollections, listCollections } from './collection-files';
import { type CommandContext, defineCommand } from '../command';
import { type Db, uriOption, withDatabase } from './database';
import { type Manifest, manifestFormat, writeManifest } from './manifest';
import { countOf } from '../progress';
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

async function exportDatabase(db: Db, to: string, ctx: CommandContext): Promise<Manifest> {
  const collections = await listCollections(db, ctx.signal);
  return fillWhole(to, async (folder) => {
    const manifest = {
      format: manifestFormat,
      database: db.databaseName,
      exportedAt: ctx.now().toISOString(),
      collections: await writeCollections(db, collections, { folder, ctx, work: 'exporting' }),
    } as const;
    await writeManifest(folder, manifest);
    return manifest;
  });
}
