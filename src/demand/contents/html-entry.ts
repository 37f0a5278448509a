import type { ArchiveFiles } from './html-archive';
import type { HtmlProblems } from './html-problems';
import { refuseContent } from './refuse-content';

const htmlName = /\.html?$/i;
const textName = /\.(?:html?|m?js|json|css|svg|xml|txt)$/i;
/** Further ones are neither looked for nor told of. */
const maxDocuments = 20;

type Entry = readonly [path: string, bytes: Buffer];

/**
 * The document of an archive: its only HTML file, or the only one that no other file of it names. Where each is named by
 * another, it is the `index.html` that lies nearest to the root. An HTML file that nothing names would never be shown.
 *
 * @throws {AppError} `VALIDATION_FAILED` where there is none
 */
export function entryOf(files: ArchiveFiles, problems: HtmlProblems): Entry {
  const documents = [...files].filter(([path]) => htmlName.test(path)).slice(0, maxDocuments + 1);
  const [first] = documents;
  if (!first) return refuseContent('content', 'must have exactly one HTML file, and has none');
  if (documents.length === 1) return first;
  const texts = Array.from(files).flatMap(([path, bytes]) =>
    textName.test(path) ? [{ path, text: bytes.toString('latin1').toLowerCase() }] : [],
  );
  const isNamed = ([path]: Entry) => {
    const name = Buffer.from(nameOf(path)).toString('latin1');
    return texts.some((other) => other.path !== path && other.text.includes(name));
  };
  const unnamed = documents.filter((document) => !isNamed(document));
  const entry = unnamed.length === 1 ? unnamed[0] : nearestIndex(documents);
  if (!entry || unnamed.length > 1 || documents.length > maxDocuments)
    problems.add(problemOf(unnamed, documents.length));
  return entry ?? first;
}

function nearestIndex(documents: readonly Entry[]): Entry | undefined {
  const depthOf = ([path]: Entry) => path.split('/').length;
  const [nearest, next] = documents
    .filter(([path]) => /^index\.html?$/.test(nameOf(path)))
    .sort((one, other) => depthOf(one) - depthOf(other));
  return nearest && next && depthOf(nearest) === depthOf(next) ? undefined : nearest;
}

function problemOf(unnamed: readonly Entry[], count: number): string {
  const rule = 'must have one HTML file, or one that names the others';
  if (count > maxDocuments) return `${rule}, and has more than ${maxDocuments}`;
  if (unnamed.length === 0) return `${rule}, and has ${count}, each named by another`;
  const names = unnamed.map(([path]) => JSON.stringify(path.slice(0, 80))).sort();
  return `${rule}; nothing names ${names.join(', ')}`;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
