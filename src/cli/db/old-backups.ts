import { readdir, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from '../command';
import { type Manifest, manifestName, readManifest } from './manifest';

/** An earlier backup beside a new one. */
interface EarlierBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** ISO 8601. */
  readonly takenAt: string;
  /** True where all files are there, as long as they were; false where the backup's removal was cut off. */
  readonly isWhole: boolean;
}

/** @throws {CommandError} when the names of earlier backups would not tell that they belong to this one */
export function assertDatedName(folder: string): void {
  if (!/\d/.test(nameOf(folder)))
    throw new CommandError(
      '--keep-last removes backups whose names differ from the new one in digits alone: give it a date, as in backup-2026-11-22',
      2,
    );
}

/**
 * Removes the oldest backups of the same database beside a new one, those whose names differ from its name in digits
 * alone. A folder with anything else in it stays.
 *
 * @param keep how many whole backups are left, the new one among them; at least 1
 * @returns the folders that are gone, oldest last
 * @throws {CommandError} when one cannot be removed: the new one is whole, and so is everything newer than that one
 */
export async function removeOldBackups(
  newest: { readonly folder: string; readonly database: string },
  keep: number,
): Promise<readonly string[]> {
  try {
    const earlier = await listEarlierBackups(newest);
    const wanted = earlier.filter(({ isWhole }) => isWhole)[keep - 2];
    if (keep > 1 && !wanted) return [];
    const old = wanted ? earlier.slice(earlier.indexOf(wanted) + 1) : earlier;
    for (const backup of old.toReversed()) await removeBackup(backup);
    return old.map(({ folder }) => folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `the backup is in ${newest.folder}, but an old one could not be removed: ${reason}`,
      1,
      { cause: error },
    );
  }
}

/** Newest first. */
async function listEarlierBackups({
  folder,
  database,
}: {
  readonly folder: string;
  readonly database: string;
}): Promise<readonly EarlierBackup[]> {
  const name = nameOf(folder);
  const parent = dirname(resolve(folder));
  const names = (await readdir(parent, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && entry.name !== name)
    .filter((entry) => withoutDigits(entry.name) === withoutDigits(name))
    .map((entry) => entry.name);
  const found: EarlierBackup[] = [];
  for (const one of names) {
    const backup = await findBackup(join(parent, one));
    if (backup?.manifest.database === database) found.push(backup);
  }
  return found.sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
}

/** Null for a folder that is no backup, or has more than a backup. */
async function findBackup(folder: string): Promise<EarlierBackup | null> {
  const manifest = await readManifest(folder).catch((error: unknown) => {
    if (error instanceof CommandError) return null;
    throw error;
  });
  if (!manifest?.backup) return null;
  const files = new Map(manifest.collections.map(({ file, bytes }) => [file, bytes]));
  const names = (await readdir(folder)).filter((name) => name !== manifestName);
  if (names.some((name) => !files.has(name))) return null;
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const isWhole =
    names.length === files.size && names.every((name, at) => sizes[at] === files.get(name));
  return { folder, manifest, takenAt: manifest.backup.takenAt, isWhole };
}

/** The manifest goes last, so that what a removal leaves behind when it is cut off is found by the next one. */
async function removeBackup({ folder }: EarlierBackup): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name !== manifestName);
  for (const name of [...files, manifestName]) await unlink(join(folder, name));
  await rmdir(folder);
}

const nameOf = (folder: string) => basename(resolve(folder));
const withoutDigits = (name: string) => name.replaceAll(/\d+/g, '0');
