import { auditedFilling } from '../audited-work';
import { CommandError, defineCommand } from '../command';
import { type Db, uriOption, withDatabase } from './database';
import { checkDocuments, type ImportedCollection, importAll, listNames } from './fill-collections';
import { readManifest } from './manifest';
import { countOf } from '../progress';
import type { InsertOutcome } from './raw-documents';

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
      const wayOn = '--merge goes on from there';
      const collections = await auditedFilling(db, manifest, ctx, () =>
        importAll(manifest, { db, from, ctx, wayOn }),
      );
      return describe(db.databaseName, collections);
    });
  },
});

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

/** @throws {CommandError} when there is any collection, also one without documents */
async function assertEmpty(db: Db, signal: AbortSignal): Promise<void> {
  const [name] = await listNames(db, signal);
  if (name !== undefined)
    throw new CommandError(
      `the database ${db.databaseName} is not empty (it has ${name}): name another one, or add --merge`,
    );
}
