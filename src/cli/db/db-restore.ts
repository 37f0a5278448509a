import { createHash } from 'node:crypto';
import { newestForm } from '../../platform/database/migrate';
import {
  emptyForRestore,
  endRestore,
  findUnfinishedRestore,
  noteRestore,
  restoreMarks,
} from '../../platform/database/restore-mark';
import { auditedFilling } from '../audited-work';
import { type CommandContext, CommandError, defineCommand } from '../command';
import { type Db, uriOption, withDatabase } from './database';
import { checkDocuments, importAll, listNames } from './fill-collections';
import { type BackupFacts, type Manifest, readManifest } from './manifest';
import { countOf } from '../progress';

export const dbRestore = defineCommand({
  name: 'db restore',
  summary: 'Brings a backup back into an empty database.',
  details: `All files are checked before anything is written. Stop the gateways of the database first. A restore that was cut off goes on
when it is run again, and till then no gateway starts on its database. Afterwards run \`adgate books check\`: payments that the ledger has and the backup
has not stop settlement before it pays anybody twice.`,
  arguments: [{ name: 'folder', description: 'what `adgate db backup` wrote' }],
  options: {
    uri: uriOption,
    force: { description: 'empty the database of --uri first, whatever it has' },
  },
  async run({ folder, uri, force }, ctx) {
    if (force && uri === null)
      throw new CommandError('--force empties a database: name it by --uri', 2);
    const manifest = await readManifest(folder);
    const backup = readFacts(manifest, folder);
    return withDatabase({ uri, mustExist: false }, ctx, async (db) => {
      const id = identify(manifest);
      if (!force) await assertFreeFor(db, id, ctx);
      await checkDocuments(manifest, folder, ctx);
      if (force) await emptyForRestore(db, await listNames(db, ctx.signal), ctx.now());
      await noteRestore(db, id, ctx.now());
      const wayOn = 'the same command goes on from there';
      const collections = await auditedFilling(db, manifest, ctx, () =>
        importAll(manifest, { db, from: folder, ctx, wayOn }),
      );
      await endRestore(db);
      const documents = collections.reduce((sum, { imported, kept }) => sum + imported + kept, 0);
      return {
        text: `restored ${countOf(documents)} of ${countOf(collections.length, 'collection')}, as of ${backup.takenAt}, into ${db.databaseName}: run \`adgate books check\``,
        json: { database: db.databaseName, ...backup, collections: collections.length, documents },
      };
    });
  },
});

/** @throws {CommandError} when it is no backup, or one of a database that this version does not know */
function readFacts({ backup }: Manifest, folder: string): BackupFacts {
  if (!backup)
    throw new CommandError(`${folder} is an export, no backup: \`adgate db import\` reads it`);
  if (backup.form > newestForm)
    throw new CommandError(
      `the backup is of form ${backup.form}, version ${backup.program} made it: this version knows up to ${newestForm}, use the newer one`,
    );
  return backup;
}

/** Tells a backup from all others: when it was made, and the digests of its files. */
function identify({ backup, collections }: Manifest): string {
  const parts = [backup?.takenAt, ...collections.map(({ sha256 }) => sha256)];
  return createHash('sha256').update(parts.join(' ')).digest('hex');
}

/** @throws {CommandError} unless the database is empty or has a part of this backup and nothing else */
async function assertFreeFor(db: Db, id: string, { signal }: CommandContext): Promise<void> {
  const [name] = (await listNames(db, signal)).filter((one) => one !== restoreMarks);
  const unfinished = await findUnfinishedRestore(db);
  if (unfinished !== null && unfinished !== id)
    throw new CommandError(
      `a restore of another backup into ${db.databaseName} was cut off, or one that emptied it first: finish that one, or use --force`,
    );
  if (unfinished === null && name !== undefined)
    throw new CommandError(
      `the database ${db.databaseName} is not empty (it has ${name}): name another one, or use --force with --uri`,
    );
}
