import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';

const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', 'data', 'coverage', '.git']);

/** Paths of the repository's files below a folder, with `/` between names. */
export function listFiles(folder: string, names: RegExp): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path, names);
    return names.test(entry.name) ? [path] : [];
  });
}

export const read = (path: string): string => readFileSync(resolve(path), 'utf8');

/** A document without what stands in blocks of code. */
const proseOf = (path: string): string => read(path).replace(/^ *```[\s\S]*?^ *```/gm, '');

/** The titles of a document's headings, without their marks. */
export const headingsOf = (path: string): readonly string[] =>
  [...proseOf(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title.trim());

/** Says that one of the headings has a number, such as `4` or `8.7`. */
export const hasSection = (headings: readonly string[], number: string): boolean =>
  headings.some((title) => title.startsWith(`${number} `) || title.startsWith(`${number}. `));

/** Makes a heading's name in links, as GitHub makes it. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** One section of a document, to the next of its rank. */
export function sectionOf(path: string, title: string): string {
  const [, text] = `${read(path)}\n## `.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`${path} has no section ${title}`);
  return text.split('\n## ')[0] ?? '';
}

/** The blocks of shell lines in a section. */
export function shellBlocksOf(path: string, title: string): readonly string[] {
  const blocks = [...sectionOf(path, title).matchAll(/```sh\n([\s\S]*?)```/g)];
  if (blocks.length === 0) throw new Error(`${path} has no shell lines under ${title}`);
  return blocks.map(([, lines = '']) => lines);
}

/** Targets of a document's links and pictures that are no URLs. */
export const linksOf = (path: string): readonly string[] =>
  [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Says that a link of a document leads to a file, and to a heading where it names one. */
export function isLinkWhole(path: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const linked = file === '' ? path : posix.join(posix.dirname(path), file);
  if (!existsSync(linked)) return false;
  return anchor === undefined || headingsOf(linked).map(anchorOf).includes(anchor);
}

/** The rows of the tables in a text, cells trimmed, without heads. */
export const rowsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => /^\| .* \|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
