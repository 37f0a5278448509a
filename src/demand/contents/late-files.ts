import { archiveFinder } from './archive-finder';
import type { ArchiveFiles } from './html-archive';
import {
  createHtmlAssets,
  type HtmlAssets,
  lengthAsUri,
  toDataUri,
  urlOfFile,
} from './html-assets';
import { createHtmlProblems } from './html-problems';
import { mediaTypeOf } from './media-types';
import { tellExits } from './script-exits';
import { inlineStyleSheet } from './style-sheet';
import { decodeStyleSheet } from './text-encoding';

/** A file of an archive. */
interface LateFile {
  /** In small letters. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly mime: string;
}

/** These run once, and are not asked for again. */
const ranTypes = /^text\/(?:javascript|css)\b/;

/**
 * The script by which scripts find the files of the archive, whatever names they will make up; null: there are none. What
 * the document has already is put in again as long as there is room, but for its scripts and style sheets.
 */
export function finderOf(
  files: ArchiveFiles,
  options: {
    readonly documentPath: string;
    /** URL that the document's references start from. */
    readonly base: string;
    readonly assets: HtmlAssets;
  },
): string | null {
  const { documentPath, base, assets } = options;
  const isFound = ({ path }: LateFile) => assets.found.has(path);
  const others = [...files].filter(([path]) => path !== documentPath);
  const late = others.map(([path, bytes]) => toLateFile(path, bytes, assets));
  const uris = new Map<string, string>();
  for (const file of [...late.filter((one) => !isFound(one)), ...late.filter(isFound)]) {
    if (isFound(file) && (ranTypes.test(file.mime) || !assets.hasRoomFor(lengthAsUri(file))))
      continue;
    const whole = asFound(file, files, assets);
    assets.spend(lengthAsUri(whole));
    uris.set(whole.path, toDataUri(whole));
  }
  return uris.size === 0 ? null : archiveFinder(uris, base);
}

const toLateFile = (path: string, bytes: Buffer, { encoding }: HtmlAssets): LateFile => ({
  path: path.toLowerCase(),
  bytes,
  mime: mediaTypeOf(path, encoding),
});

/** A file as scripts find it: a style sheet with its parts, a script that tells where it leads to. */
function asFound(file: LateFile, files: ArchiveFiles, assets: HtmlAssets): LateFile {
  if (file.mime.startsWith('text/css')) return withItsParts(file, files, assets);
  if (!file.mime.startsWith('text/javascript')) return file;
  // Signs of other alphabets pass as bytes.
  const code = tellExits(file.bytes.toString('latin1'));
  return { ...file, bytes: Buffer.from(code, 'latin1') };
}

/** A style sheet that nothing may load: what is not there is no problem, and is not loaded. */
function withItsParts(
  { path, bytes }: LateFile,
  files: ArchiveFiles,
  { encoding }: HtmlAssets,
): LateFile {
  const assets = createHtmlAssets({
    ...{ files, encoding, problems: createHtmlProblems() },
    ...{ allowedOrigins: [], fetchHosts: [], outside: new Map() },
  });
  const css = inlineStyleSheet(decodeStyleSheet(bytes, encoding), urlOfFile(path), assets);
  return { path, bytes: Buffer.from(css), mime: mediaTypeOf(path, 'utf-8') };
}
