import mongoose from 'mongoose';
import { parseConfig } from '../../config';
import { noteBackup } from '../../platform/database/backup-mark';
import { readFormNumber } from '../../platform/database/migrate';
import { assertWhole, restoreMarks } from '../../platform/database/restore-mark';
import { readProgramVersion } from '../../platform/process/program-version';
import { auditedWork } from '../audited-work';
import { type CollectionInfo, listCollections, writeCollections } from './collection-files';
import { type CommandContext, CommandError, defineCommand } from '../command';
import { type Db, uriOption, withDatabase } from './database';
import { type BackupFacts, type Manifest, manifestFormat, writeManifest } from './manifest';
import { assertDatedName, removeOldBackups } from './old-backups';
import { countUpTo } from '../option-text';
import { countOf } from '../progress';
import { assertFree, fillWhole } from './whole-folder';

const mostKept = 10_000;

export const dbBackup = defineCommand({
  name: 'db backup',
  summary: 'Writes the whole database into a folder, as it is at one moment, while gateways run.',
  details: `All collections show the same moment, so that the books agree with the events. The folder has one gzipped file of
BSON for each collection and manifest.json with a SHA-256 of each, readable by their owner alone: it holds keys and password hashes, guard it
like a password. What ADGATE_CONTENT_DIR has is not in it. It needs MongoDB 5.0 or newer, or the embedded database.
--keep-last removes, when the backup is made, the oldest ones of a database of the same name beside it whose names differ from its name in digits alone,
as dates do. Folders with anything else in them stay.`,
  arguments: [{ name: 'folder', description: 'a new or empty folder' }],
  options: {
    uri: uriOption,
    'keep-last': {
      value: '<number>',
      description: `leave so many backups, 1 to ${mostKept}; default: all`,
      read: countUpTo(mostKept),
    },
  },
  async run({ folder, uri, 'keep-last': keep }, ctx) {
    if (keep !== null) assertDatedName(folder);
    await assertFree(folder);
    const { backup, ...manifest } = await withDatabase(
      { uri, mustExist: true, mayRun: true },
      ctx,
      (db) => auditedWork(db, ctx, () => backUp(db, folder, ctx)),
    );
    const removed =
      keep === null ? [] : await removeOldBackups({ folder, database: manifest.database }, keep);
    const documents = manifest.collections.reduce((sum, entry) => sum + entry.documents, 0);
    const bytes = manifest.collections.reduce((sum, entry) => sum + entry.bytes, 0);
    const collections = manifest.collections.length;
    const { contentFolder } = parseConfig(ctx.env);
    const lines = [
      `backed up ${countOf(documents)} of ${countOf(collections, 'collection')}, as of ${backup.takenAt}, to ${folder}`,
      ...removed.map((old) => `removed ${old}`),
      ...(contentFolder === null
        ? []
        : [`not in it are the bytes of creatives: copy ${contentFolder} now, too`]),
    ];
    const counts = { collections, documents, bytes };
    return {
      text: lines.join('\n'),
      json: { folder, database: manifest.database, ...backup, ...counts, contentFolder, removed },
    };
  },
});

type BackupManifest = Manifest & { readonly backup: BackupFacts };

async function backUp(db: Db, to: string, ctx: CommandContext): Promise<BackupManifest> {
  await assertWhole(db);
  const manifest = await fillWhole(to, async (folder) => {
    const session = startSnapshot(db);
    try {
      const { collections, ...backup } = await pinMoment(db, session, ctx);
      const written = { folder, ctx, session, work: 'backing up' };
      const manifest: BackupManifest = {
        format: manifestFormat,
        database: db.databaseName,
        exportedAt: ctx.now().toISOString(),
        backup,
        collections: await writeCollections(db, collections, written),
      };
      await writeManifest(folder, manifest);
      return manifest;
    } catch (error) {
      throw toAdvice(error);
    } finally {
      await session.endSession();
    }
  });
  await noteBackup(db, {
    takenAt: new Date(manifest.backup.takenAt),
    documents: manifest.collections.reduce((sum, entry) => sum + entry.documents, 0),
  });
  return manifest;
}

function startSnapshot(db: Db): mongoose.mongo.ClientSession {
  return db.client.startSession({ snapshot: true });
}

interface Moment extends BackupFacts {
  readonly collections: readonly CollectionInfo[];
}

/** The first read of the session makes its moment. A collection that was made around it would be missing or refused. */
async function pinMoment(
  db: Db,
  session: mongoose.mongo.ClientSession,
  ctx: CommandContext,
): Promise<Moment> {
  const before = await listCollections(db, ctx.signal);
  const takenAt = ctx.now().toISOString();
  const form = await readFormNumber(db, session);
  const after = await listCollections(db, ctx.signal);
  if (JSON.stringify(before) !== JSON.stringify(after)) throw changed();
  const collections = after.filter(({ name }) => name !== restoreMarks);
  return { collections, takenAt, form, program: readProgramVersion() };
}

const snapshotTooOld = 239;
const snapshotUnavailable = 246;

function changed(cause?: unknown): CommandError {
  return new CommandError(
    'collections or indexes changed meanwhile, as when a new version starts: run it again',
    1,
    { cause },
  );
}

/** Tells the operator what to do where there is no snapshot. */
function toAdvice(error: unknown): unknown {
  if (error instanceof mongoose.mongo.MongoCompatibilityError)
    return new CommandError(
      'the database cannot show one moment: MongoDB 5.0 or newer can; else stop the gateways and use `adgate db export`',
      1,
      { cause: error },
    );
  if (!(error instanceof mongoose.mongo.MongoServerError)) return error;
  if (error.code === snapshotUnavailable) return changed(error);
  if (error.code === snapshotTooOld)
    return new CommandError(
      'it took longer than the database keeps its past: raise minSnapshotHistoryWindowInSeconds (300 by default), or use the tools of MongoDB',
      1,
      { cause: error },
    );
  return error;
}
