import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Its files are in memory, where the machine has it. */
const memoryFolder = '/dev/shm';
const namePrefix = 'adgate-';
/** Names, in a shared folder, the data folder that it is of. */
const ownerFile = 'data-folder';

const noteIn = (dataFolder: string): string => join(dataFolder, 'shared-folder');

/**
 * The folder, in the memory of the machine, of all that processes of a data folder tell each other. It outlives them, for those
 * that follow, until the gateway ends as it should; its name stays the same.
 *
 * @throws the system's error when none can be made
 */
export function openSharedFolder(dataFolder: string): string {
  const noted = readNote(dataFolder);
  if (noted !== null && isMade(noted)) return noted;
  const base = existsSync(memoryFolder) ? memoryFolder : tmpdir();
  removeForsaken(base);
  const folder = mkdtempSync(join(base, namePrefix));
  const whole = `${noteIn(dataFolder)}.${process.pid}`;
  writeFileSync(whole, `${folder}\n`, { mode: 0o600 });
  renameSync(whole, noteIn(dataFolder));
  writeFileSync(join(folder, ownerFile), resolve(dataFolder), { mode: 0o600 });
  return folder;
}

/** Removes folders whose data folder is gone, or has another one: processes that were killed have left them. */
function removeForsaken(base: string): void {
  for (const name of readdirSync(base)) {
    const folder = join(base, name);
    if (!name.startsWith(namePrefix) || !isOurs(folder)) continue;
    const dataFolder = readText(join(folder, ownerFile));
    if (dataFolder !== null && readNote(dataFolder) !== folder)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the folder again where it is gone. @throws when there is none that is ours */
export function makeSharedFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (!isOurs(folder)) throw new Error(`${folder} is of somebody else`);
}

/** Removes all that the processes have told each other: none of them is left. */
export function removeSharedFolder(dataFolder: string): void {
  const folder = readNote(dataFolder);
  if (folder !== null && isOurs(folder)) rmSync(folder, { recursive: true, force: true });
}

function readNote(dataFolder: string): string | null {
  const folder = readText(noteIn(dataFolder));
  return folder !== null && /[\\/]adgate-\w+$/.test(folder) ? folder : null;
}

/** null: it cannot be read. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

function isMade(folder: string): boolean {
  try {
    makeSharedFolder(folder);
    return true;
  } catch {
    return false;
  }
}

function isOurs(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return (
    stats?.isDirectory() === true &&
    (process.getuid === undefined || stats.uid === process.getuid())
  );
}
