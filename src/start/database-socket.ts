import { lstatSync, mkdtempSync, readlinkSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config';

const socketName = 'database.sock';
const linkName = 'database.socket-folder';
/** The shortest limit among the systems that have sockets in the file system, less the closing zero. */
const maxSocketPathBytes = 103;

const isShortEnough = (path: string) => Buffer.byteLength(path) <= maxSocketPathBytes;

/**
 * The socket of a data folder's database: in the data folder, which only its owner may enter. Where that name
 * is too long for a socket, it is in a folder of its own below the system's temporary one, which again only its owner
 * may enter, and a link in the data folder leads there.
 *
 * @throws {ConfigError} when the temporary folder's name is too long as well.
 */
export function prepareSocket(dataFolder: string): string {
  const path = findSocket(dataFolder);
  if (path !== null) return path;
  const link = join(dataFolder, linkName);
  const folder = mkdtempSync(join(tmpdir(), 'adgate-'));
  const socket = join(folder, socketName);
  if (!isShortEnough(socket)) {
    rmSync(folder, { recursive: true });
    throw new ConfigError(
      `the paths of ${dataFolder} and of ${tmpdir()} are too long for a socket: set ADGATE_DATA_DIR to a shorter one`,
    );
  }
  rmSync(link, { force: true });
  symlinkSync(folder, link);
  return socket;
}

/** Where `prepareSocket` has put the socket, whether anybody listens there or not; null when it has not been called. */
export function findSocket(dataFolder: string): string | null {
  const path = join(dataFolder, socketName);
  if (isShortEnough(path)) return path;
  const folder = linkedFolder(dataFolder);
  return folder === null ? null : join(folder, socketName);
}

/** Removes what `prepareSocket` has made outside of the data folder. */
export function removeSocket(dataFolder: string): void {
  const folder = linkedFolder(dataFolder);
  if (folder === null) return;
  rmSync(join(folder, socketName), { force: true });
  rmdirSync(folder);
  rmSync(join(dataFolder, linkName));
}

/** Null as well when somebody else has taken the name, after the temporary folder was emptied. */
function linkedFolder(dataFolder: string): string | null {
  try {
    const folder = readlinkSync(join(dataFolder, linkName));
    const { mode, uid } = lstatSync(folder);
    const isPrivateFolder = (mode & 0o170077) === 0o040000 && uid === process.getuid?.();
    return isPrivateFolder ? folder : null;
  } catch {
    return null;
  }
}
