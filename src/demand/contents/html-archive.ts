import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { AppError } from '../../errors';
import { refuseContent } from './refuse-content';

/** The most bytes of all entries together, docs/reference-clients.md §6.3. */
const maxUnpackedBytes = 2_621_440;
const maxEntries = 500;
const maxPathLength = 255;

/** The files of an archive by their paths, in Unicode's composed form. No two paths differ in case only. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>;

/** Says that bytes begin as a ZIP does; the rest of the bytes does not matter. */
export function isZip(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/**
 * Unpacks a ZIP in memory. Back slashes in names divide folders, and `./` stands before names, as some programs write them.
 * Bytes are counted while they come out, whatever size an entry claims. Entries that begin with `.` or `__`, in any folder,
 * are left packed.
 *
 * @throws {AppError} `VALIDATION_FAILED` for an archive that is damaged, encrypted, too big unpacked, or whose paths
 * leave it, double or are links.
 */
export async function unpackArchive(bytes: Buffer): Promise<ArchiveFiles> {
  const files = new Map<string, Buffer>();
  const known = new Set<string>();
  let left = maxUnpackedBytes;
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false });
    if (zip.entryCount > maxEntries)
      refuseContent('content', `must have at most ${maxEntries} entries`);
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry);
      assertPlain(entry, path, known);
      if (path.endsWith('/') || isHidden(path)) continue;
      const file = await unpackEntry(zip, entry, left);
      left -= file.length;
      files.set(path, file);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    refuseContent('content', 'is not a readable ZIP archive', error);
  }
  return files;
}

/** Says that a name is in UTF-8. @see PKWARE APPNOTE 4.4.4 */
const utf8Flag = 0x800;

/** Many programs write UTF-8 and do not say so; what cannot be UTF-8 is in the format's own code page. */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  const name = getFileNameLowLevel(flag, fileNameRaw, extraFields, false).normalize('NFC');
  return name.replace(/^(?:\.\/)+(?=[^/])/, '');
}

const isHidden = (path: string): boolean => /(^|\/)(\.|__)/.test(path);

function assertPlain(entry: Entry, path: string, known: Set<string>): void {
  const { externalFileAttributes } = entry;
  const shown = JSON.stringify(path.slice(0, 80));
  if (entry.isEncrypted()) refuseContent('content', `has an encrypted entry ${shown}`);
  // The upper half holds the file's mode on Unix.
  if (((externalFileAttributes >>> 16) & 0o170000) === 0o120000)
    refuseContent('content', `has a link ${shown}`);
  if (path === '' || path.length > maxPathLength || /\p{Cc}/u.test(path) || isOutside(path))
    refuseContent('content', `has an entry with a path that cannot be: ${shown}`);
  // Two names that differ in case are one file on some systems.
  const name = path.toLowerCase();
  if (known.has(name)) refuseContent('content', `has two entries ${shown}`);
  known.add(name);
}

const isOutside = (path: string): boolean =>
  /^([a-z]:|\/)/i.test(path) || path.split('/').includes('..');

async function unpackEntry(zip: ZipFile, entry: Entry, left: number): Promise<Buffer> {
  const tooBig = () =>
    refuseContent('content', `must have at most ${maxUnpackedBytes} bytes unpacked`);
  if (entry.uncompressedSize > left) tooBig();
  const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > left) tooBig();
    chunks.push(chunk);
  }
  const file = Buffer.concat(chunks);
  if (crc32(file) !== entry.crc32) throw new Error('its checksum is another one');
  return file;
}
