import { describe, expect, it } from '@jest/globals';
import { entryOf } from '../../../src/demand/contents/html-entry';
import { createHtmlProblems } from '../../../src/demand/contents/html-problems';

/** The path of the document of an archive, or what is wrong. */
function entry(files: Readonly<Record<string, string>>): string {
  const problems = createHtmlProblems();
  const all = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  try {
    const [path] = entryOf(all, problems);
    problems.assertNone();
    return path;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the document of an archive', () => {
  it.each([
    ['its only HTML file', { 'a/b.HTM': '', 'index.js': '' }, 'a/b.HTM'],
    [
      'the one that names the other',
      { 'ad.html': 'fetch("Card.html")', 'card.html': '' },
      'ad.html',
    ],
    [
      'the one that others are named for by a script',
      { 'z.html': '', 'parts/b.html': '', 'a.js': 'load("parts/b.html")' },
      'z.html',
    ],
    [
      'the index where each names the others',
      { 'a.html': 'index.html', 'index.html': 'a.html', 'sub/index.html': 'a.html' },
      'index.html',
    ],
  ])('is %s', (_case, files, expected) => {
    expect(entry(files)).toBe(expected);
  });

  it.each([
    ['none', { 'a.js': '' }, 'content must have exactly one HTML file, and has none'],
    [
      'one that nothing names',
      { 'index.html': '', 'backup.html': '' },
      'content must have one HTML file, or one that names the others; nothing names "backup.html", "index.html"',
    ],
    [
      'two that name each other',
      { 'a.html': 'b.html', 'b.html': 'a.html' },
      'content must have one HTML file, or one that names the others, and has 2, each named by another',
    ],
    [
      'too many',
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.html`, ''])),
      'content must have one HTML file, or one that names the others, and has more than 20',
    ],
  ])('is not told of %s', (_case, files, expected) => {
    expect(entry(files)).toBe(expected);
  });
});
