import type { Inspected } from './content';
import { documentPolicy } from './document-policy';
import { type ArchiveFiles, isZip, unpackArchive } from './html-archive';
import { createHtmlAssets } from './html-assets';
import { flattenDocument } from './html-document';
import { refuseContent } from './refuse-content';
import { decodeText } from './style-sheet';

/**
 * Makes one self-contained document of a ZIP with one HTML file and what that loads, or of an HTML file alone.
 *
 * @param options.allowedOrigins what a document may load from outside
 * @throws {AppError} `VALIDATION_FAILED`
 * @see docs/reference-clients.md §6.3
 */
export async function inspectHtml(
  bytes: Buffer,
  options: { readonly scope: string | null; readonly allowedOrigins: readonly string[] },
): Promise<Inspected> {
  const files: ArchiveFiles = isZip(bytes)
    ? await unpackArchive(bytes)
    : new Map([['index.html', bytes]]);
  const documents = [...files].filter(([path]) => /\.html?$/i.test(path));
  const [document] = documents;
  if (!document || documents.length > 1)
    return refuseContent(
      'content',
      `must have exactly one HTML file, and has ${documents.length === 0 ? 'none' : documents.length}`,
    );
  const [path, source] = document;
  const flat = flattenDocument(decodeText(source, path), path, {
    assets: createHtmlAssets(files, options.allowedOrigins),
    policy: documentPolicy(options.allowedOrigins),
  });
  return { mime: 'text/html', scope: options.scope, bytes: flat };
}
