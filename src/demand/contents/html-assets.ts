import type { ArchiveFiles } from './html-archive';
import type { HtmlProblems } from './html-problems';
import { mediaTypeOf } from './media-types';
import type { OutsidePart } from './outside-parts';
import { refuseContent } from './refuse-content';

/** Largest document once everything that it loads stands in it. */
export const maxDocumentBytes = 4_194_304;

/** Files and URLs that are looked for, as often as they are named. */
const maxReferences = 5_000;

/** Origin of the files of an archive; nothing is ever asked of it. */
export const archiveOrigin = 'https://archive.invalid';

/** A file that something refers to: of the archive, or fetched from outside. */
export interface Asset {
  /** Its own references start from here: a URL, of `archiveOrigin` for a file of the archive. */
  readonly url: string;
  readonly bytes: Buffer;
  readonly mime: string;
}

/** The files that a document and its style sheets load. */
export interface HtmlAssets {
  /** Of the document, and of files that say nothing else. */
  readonly encoding: string;
  readonly problems: HtmlProblems;
  /**
   * @param from URL of the document or file that has the reference
   * @returns null for what needs no file: a data URI, a fragment, a remote reference that the settings allow. So for what
   * must not be referred to: that is a problem.
   */
  find(reference: string, from: string): Asset | null;
  /** The reference as it may stand in the document: a file becomes a data URI. */
  toUri(reference: string, from: string): string;
  /** Returns the finished style sheet of this URL. `make` runs at the first call only. */
  once(url: string, make: () => string): string;
  /** Counts what is put into the document, at every place where it is. Throws when that becomes too much. */
  spend(byteCount: number): void;
  /** True where so many bytes may still be put into the document. */
  hasRoomFor(byteCount: number): boolean;
  /** Paths, in small letters, of the files that were found. */
  readonly found: ReadonlySet<string>;
  /** URLs outside that were found. */
  readonly foundOutside: ReadonlySet<string>;
  /** URLs outside that could be fetched, and have not been. */
  readonly wanted: ReadonlySet<string>;
}

export interface HtmlAssetsOptions {
  readonly files: ArchiveFiles;
  readonly encoding: string;
  readonly problems: HtmlProblems;
  /** Documents may load from them when they are shown. */
  readonly allowedOrigins: readonly string[];
  /** Their files are fetched now, and put in. */
  readonly fetchHosts: readonly string[];
  /** By URL. */
  readonly outside: ReadonlyMap<string, OutsidePart>;
}

/** The URL of a file of the archive, as references start from it. */
export const urlOfFile = (path: string): string =>
  `${archiveOrigin}/${path.split('/').map(encodeURIComponent).join('/')}`;

export function createHtmlAssets(options: HtmlAssetsOptions): HtmlAssets {
  const { encoding, problems, outside } = options;
  const files = new Map(Array.from(options.files, ([path, bytes]) => [path.toLowerCase(), bytes]));
  let left = maxDocumentBytes;
  let references = 0;
  const sheets = new Map<string, string>();
  const found = new Set<string>();
  const foundOutside = new Set<string>();
  const wanted = new Set<string>();

  function findOutside(url: URL, shown: string): Asset | null {
    if (url.username === '' && options.allowedOrigins.includes(url.origin)) return null;
    url.hash = '';
    const part = outside.get(url.href);
    if (part && 'bytes' in part) {
      foundOutside.add(url.href);
      return { ...part, url: url.href, bytes: Buffer.from(part.bytes) };
    }
    if (part)
      problems.add(`loads ${JSON.stringify(url.href)}, which cannot be had: ${part.problem}`);
    else if (url.username === '' && options.fetchHosts.includes(url.host)) wanted.add(url.href);
    else problems.addReference('outside', shown);
    return null;
  }

  function find(reference: string, from: string): Asset | null {
    const text = reference.trim();
    if (text === '' || text.startsWith('#') || /^(data|blob|about):/i.test(text)) return null;
    references += 1;
    if (references > maxReferences)
      refuseContent('content', `must refer at most ${maxReferences} times to something else`);
    const url = URL.parse(text, from);
    if (url && url.origin !== archiveOrigin) return findOutside(url, text);
    const path = url && decodePath(url.pathname.slice(1));
    const bytes = path === null ? undefined : files.get(path.toLowerCase());
    if (path !== null && bytes) {
      found.add(path.toLowerCase());
      return { url: urlOfFile(path), bytes, mime: mediaTypeOf(path, encoding) };
    }
    problems.addReference(url ? 'missing' : 'malformed', text);
    return null;
  }

  function spend(byteCount: number): void {
    left -= byteCount;
    if (left < 0)
      refuseContent(
        'content',
        `must have at most ${maxDocumentBytes} bytes with all that it loads`,
      );
  }

  return {
    encoding,
    problems,
    find,
    found,
    foundOutside,
    wanted,
    spend,
    hasRoomFor: (byteCount) => byteCount <= left,
    once(url, make) {
      const sheet = sheets.get(url) ?? make();
      sheets.set(url, sheet);
      return sheet;
    },
    toUri(reference, from) {
      const asset = find(reference, from);
      if (!asset) return reference;
      // Told before it is made: the same file may stand in a document a thousand times.
      spend(lengthAsUri(asset));
      return toDataUri(asset) + (asset.mime === svg ? fragmentOf(reference, from) : '');
    },
  };
}

const svg = 'image/svg+xml';

/** Names one picture among those of an SVG file. */
const fragmentOf = (reference: string, from: string): string =>
  URL.parse(reference.trim(), from)?.hash ?? '';

/** Bytes of a file as a data URI. */
export const lengthAsUri = ({ bytes, mime }: Pick<Asset, 'bytes' | 'mime'>): number =>
  Math.ceil(bytes.length / 3) * 4 + mime.length + 13;

export const toDataUri = ({ bytes, mime }: Pick<Asset, 'bytes' | 'mime'>): string =>
  `data:${mime};base64,${bytes.toString('base64')}`;

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    // A `%` that begins no escape: no file can be meant.
    return null;
  }
}
