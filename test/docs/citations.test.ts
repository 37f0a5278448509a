import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { hasSection, headingsOf, listFiles, read } from './documents';

/** How a comment may name a public source; everything else that is cited stands in this repository. */
const publicSources: readonly RegExp[] = [
  /^RFC \d{3,5}\b/,
  /^OpenRTB (?:2\.6 §|community extension )/,
  /^IAB (?:ads\.txt|Content Taxonomy|GPP|TCF) \d/,
  /^JSON-RPC 2\.0, section/,
  /^GraphQL multipart request specification/,
  /^GraphQL, September 2025, §/,
  /^GraphQL over Server-Sent Events Protocol, /,
  /^MongoDB(?: manual, "| server, |'s error \d+)/,
  /^https:\/\/bsonspec\.org\//,
  /^https:\/\/unicode-org\.github\.io\/icu\/userguide\//,
  /^(?:HTML|Fetch), /,
  /^W3C (?:Content Security Policy Level 3|Fetch Metadata Request Headers|Global Privacy Control|Subresource Integrity)\b/,
  /^Unicode Standard Annex #9 §2\.[1-6]\b/,
  /^Regulation \(EU\) 2022\/2065, Article \d/,
  /^WCAG 2\.2 §/,
  /^CSS (?:Cascade 5|Images 4|Syntax 3) §/,
  /^WHATWG Encoding §/,
  /^PNG specification/,
  /^ISO\/IEC \d/,
  /^ITU-T /,
  /^FIPS \d/,
  /^PKWARE APPNOTE \d/,
  /^schema\.org, [a-z]/,
  /^glTF 2\.0 §/,
  /^MagicaVoxel /,
  /^Larus, Parkes: /,
  // A paper: its authors, title and year.
  /^(?:(?:[A-Z]\. )+[A-Z][a-z]+, )+"[^"]+" \(\d{4}\)/,
];

const roots = ['src', 'sidecar', 'packages', 'panel', 'tag', 'bench', 'demo', 'test'];
const sources = roots
  .flatMap((root) => listFiles(root, /\.(?:tsx?|js|mjs)$/))
  .filter((path) => path !== 'test/docs/citations.test.ts');

/** Finds the text behind each `@see` of a source, to the end of its line. */
const seesOf = (source: string): readonly string[] =>
  [...source.matchAll(/@see (.+)/g)].map(([, text = '']) => text);

interface Citation {
  readonly document: string;
  /** Numbers of its sections. */
  readonly sections: readonly string[];
  /** Headings of it. */
  readonly titles: readonly string[];
}

/** Citations of our documents, each with the numbers and headings right behind it: `docs/x.md §4, §8.7, "Title"`. */
function citationsOf(source: string): readonly Citation[] {
  const text = source.replace(/\n\s*(?:\*|\/\/)\s?/g, ' ');
  return [...text.matchAll(/docs\/[\w/-]+\.md/g)].map(({ 0: document, index }) => {
    const behind = text.slice(index + document.length);
    const [list = ''] = /^(?:,? (?:§\d+(?:\.\d+)*|"[^"]+"))*/.exec(behind) ?? [];
    return {
      document,
      sections: [...list.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number = '']) => number),
      titles: [...list.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    };
  });
}

/** Lists the parts of a citation that do not exist. */
function missingOf({ document, sections, titles }: Citation): readonly string[] {
  if (!existsSync(document)) return [document];
  const headings = headingsOf(document);
  return [
    ...sections
      .filter((number) => !hasSection(headings, number))
      .map((number) => `${document} §${number}`),
    ...titles.filter((title) => !headings.includes(title)).map((title) => `${document} "${title}"`),
  ];
}

describe('a comment', () => {
  it('names with @see a document of the repository or a public source', () => {
    const isKnown = (text: string) =>
      /^(?:docs\/|\{@link )/.test(text) || publicSources.some((form) => form.test(text));
    const unknown = sources.flatMap((path) =>
      seesOf(read(path))
        .filter((text) => !isKnown(text))
        .map((text) => `${path}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });

  it('cites sections and headings that exist', () => {
    const citations = sources.flatMap((path) =>
      citationsOf(read(path)).map((citation) => ({ path, citation })),
    );
    expect(citations.length).toBeGreaterThan(40);
    const missing = citations.flatMap(({ path, citation }) =>
      missingOf(citation).map((what) => `${path}: ${what}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('citations', () => {
  it.each([
    ['// docs/contract.md §4, §5', []],
    ['/** as docs/contract.md\n * §6 has it */', []],
    ['// docs/interface.md "Campaign endpoints", docs/contract.md §1', []],
    ['// docs/contract.md §99', ['docs/contract.md §99']],
    ['// docs/interface.md "Nothing"', ['docs/interface.md "Nothing"']],
    ['// docs/nowhere.md §1', ['docs/nowhere.md']],
  ])('in %j lack %j', (source, missing) => {
    expect(citationsOf(source).flatMap(missingOf)).toEqual(missing);
  });
});
