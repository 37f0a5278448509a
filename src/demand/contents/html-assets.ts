import { extname } from 'node:path/posix';
import type { ArchiveFiles } from './html-archive';
import { refuseContent } from './refuse-content';

/** Largest document once everything that it loads stands in it. */
export const maxDocumentBytes = 4_194_304;

/** Files and URLs that are looked for, as often as they are named. */
const maxReferences = 5_000;

/** Base of paths within an archive; nothing is ever asked of it. */
const root = 'https://archive.invalid';

const mimes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** A file of the archive that something refers to. */
export interface Asset {
  /** Path within the archive: what its own references start from. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** The files of an archive that a document and its style sheets load. */
export interface HtmlAssets {
  /**
   * @returns null for what needs no file: a data URI, a fragment, a remote reference that the settings allow.
   * @throws {AppError} `VALIDATION_FAILED` for a file that is not there, and a remote reference that is not allowed.
   */
  find(reference: string, from: string): Asset | null;
  /** The reference as it may stand in the document: a file becomes a data URI. Throws as `find` does. */
  toUri(reference: string, from: string): string;
  /** Returns the finished style sheet of this path. `make` runs at the first call only. */
  once(path: string, make: () => string): string;
  /** Counts what is put into the document, at every place where it is. Throws when that becomes too much. */
  spend(byteCount: number): void;
}

export function createHtmlAssets(
  files: ArchiveFiles,
  allowedOrigins: readonly string[],
): HtmlAssets {
  let left = maxDocumentBytes;
  let references = 0;
  const sheets = new Map<string, string>();

  function spend(byteCount: number): void {
    left -= byteCount;
    if (left < 0)
      refuseContent(
        'content',
        `must have at most ${maxDocumentBytes} bytes with all that it loads`,
      );
  }

  function find(reference: string, from: string): Asset | null {
    const text = reference.trim();
    if (text === '' || text.startsWith('#') || /^(data|blob|about):/i.test(text)) return null;
    references += 1;
    if (references > maxReferences)
      refuseContent('content', `must refer at most ${maxReferences} times to something else`);
    const shown = JSON.stringify(text.slice(0, 120));
    const url = URL.parse(text, `${root}/${encodeURI(from)}`);
    if (!url) return refuseContent('content', `refers to ${shown}, which is no URL`);
    if (url.origin !== root) {
      if (url.username === '' && allowedOrigins.includes(url.origin)) return null;
      const places = allowedOrigins.length === 0 ? 'nothing' : allowedOrigins.join(', ');
      return refuseContent('content', `refers to ${shown}: it may load ${places} from outside`);
    }
    const path = decodePath(url.pathname.slice(1));
    const bytes = path === null ? undefined : files.get(path);
    if (path === null || !bytes)
      return refuseContent('content', `refers to ${shown}, which is not in the archive`);
    return { path, bytes };
  }

  return {
    find,
    spend,
    once(path, make) {
      const sheet = sheets.get(path) ?? make();
      sheets.set(path, sheet);
      return sheet;
    },
    toUri(reference, from) {
      const asset = find(reference, from);
      if (!asset) return reference;
      const mime = mimes[extname(asset.path).toLowerCase()] ?? 'application/octet-stream';
      // Told before it is made: the same file may stand in a document a thousand times.
      spend(Math.ceil(asset.bytes.length / 3) * 4 + mime.length + 13);
      return `data:${mime};base64,${asset.bytes.toString('base64')}`;
    },
  };
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    // A `%` that begins no escape: no file can be meant.
    return null;
  }
}
