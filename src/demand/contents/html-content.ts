import { init } from 'es-module-lexer';
import type { Inspected } from './content';
import { documentPolicy } from './document-policy';
import { type ArchiveFiles, isZip, unpackArchive } from './html-archive';
import { createHtmlAssets, type HtmlAssets, urlOfFile } from './html-assets';
import { flattenDocument } from './html-document';
import { entryOf } from './html-entry';
import { createHtmlProblems } from './html-problems';
import { finderOf } from './late-files';
import { integrityOf, type OutsidePart, type Wanted } from './outside-parts';
import { decodeText, encodingOfDocument } from './text-encoding';

/** Room for what is added to every document. */
const ownBytes = 16_384;

export interface InspectHtmlOptions {
  /** null: the document says it. */
  readonly scope: string | null;
  /** Origins that a document may load from while it is shown. */
  readonly allowedOrigins: readonly string[];
  /** Hosts whose files are put in. */
  readonly fetchHosts: readonly string[];
  /** Files that have been fetched from them, by URL. */
  readonly outside: ReadonlyMap<string, OutsidePart>;
}

/**
 * Makes one self-contained document of a ZIP with an HTML file and other files, or of an HTML file alone.
 *
 * @returns the document, or the URLs of what is to be fetched before
 * @throws {AppError} `VALIDATION_FAILED` with all that is wrong
 * @see docs/reference-clients.md §6.3
 */
export async function inspectHtml(
  bytes: Buffer,
  options: InspectHtmlOptions,
): Promise<Inspected | Wanted> {
  await init;
  const files: ArchiveFiles = isZip(bytes)
    ? await unpackArchive(bytes)
    : new Map([['index.html', bytes]]);
  const problems = createHtmlProblems();
  const [path, source] = entryOf(files, problems);
  const encoding = encodingOfDocument(source);
  const assets = createHtmlAssets({ ...options, files, encoding, problems });
  const html = decodeText(source, encoding);
  assets.spend(html.length + ownBytes);
  const flat = flattenDocument(html, urlOfFile(path), assets);
  problems.assertNone(problemOfScope(options.scope, flat.size));
  if (assets.wanted.size > 0) return { wanted: [...assets.wanted] };
  return {
    mime: 'text/html',
    scope: options.scope ?? flat.size,
    bytes: flat.toBytes({
      policy: documentPolicy(options.allowedOrigins),
      finder: finderOf(files, { documentPath: path, base: flat.base, assets }),
      pins: pinsOf(assets, options.outside),
    }),
  };
}

function problemOfScope(given: string | null, declared: string | null) {
  if (given === null || declared === null || given === declared) return {};
  return { scope: [`is ${given.slice(0, 32)}, and the document's ad.size says ${declared}`] };
}

function pinsOf(assets: HtmlAssets, parts: InspectHtmlOptions['outside']): readonly string[] {
  return [...assets.foundOutside].flatMap((url) => {
    const part = parts.get(url);
    return part && 'bytes' in part ? [`${url} ${integrityOf(part.bytes)}`] : [];
  });
}
