import type { Asset, HtmlAssets } from './html-assets';
import { underConditions } from './import-conditions';
import { spellImageSets } from './image-set';
import { refuseContent } from './refuse-content';
import { decodeStyleSheet } from './text-encoding';

const maxImportDepth = 8;

/**
 * Comments and strings are found so that nothing is read inside them; one that does not end goes on to the end of its
 * line or the sheet, so that none is looked at twice.
 */
const landmarks =
  /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*(?:"|$|(?=[\n\\]))|'(?:[^'\\\n]|\\[^])*(?:'|$|(?=[\n\\]))|\burl\(|@import\b/gi;
const whiteSpace = /\s*/y;
const quoted = /"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'/y;
const unquoted = /(?:[^"'()\s\\]|\\[^])*/y;
const urlStart = /url\(/iy;
const ruleEnd = /[;{}]/g;
/** Imports count before all other rules alone. @see CSS Cascade 5 §2 */
const beforeImports =
  /^(?:\s|<!--|-->|\/\*[^]*?\*\/|@charset\s+"[^"]*"\s*;|@(?:layer|import)\b[^;{}]*;)*$/i;

/** Something read from a place of a text on. */
interface Found {
  readonly text: string;
  /** Where what follows begins. */
  readonly end: number;
}

/** Where a style sheet is from, and what it may load. */
interface Origin {
  /** URL of the sheet, or of the document that it stands in. */
  readonly from: string;
  readonly assets: HtmlAssets;
  readonly depth: number;
  /** Finds what ends a rule, each part of the sheet once however many rules have no end. */
  readonly findRuleEnd: (at: number) => number;
}

/**
 * Puts everything that a style sheet loads into it: imported sheets as text, pictures and fonts as data URIs. What is
 * written in a way that escapes this is not loaded either: the policy that documents are served with forbids it. Takes
 * time in proportion to the text, whatever is in it.
 *
 * @throws {AppError} `VALIDATION_FAILED`
 */
export function inlineStyleSheet(css: string, from: string, assets: HtmlAssets): string {
  return inline(css, { from, assets, depth: 0 });
}

function inline(source: string, place: Omit<Origin, 'findRuleEnd'>): string {
  const css = spellImageSets(source);
  const origin = { ...place, findRuleEnd: createRuleEndFinder(css) };
  const parts: string[] = [];
  let written = 0;
  let at = 0;
  let [takesImports, lookedTo] = [true, 0];
  for (let mark = match(landmarks, css, at); mark; mark = match(landmarks, css, at)) {
    at = mark.index + mark[0].length;
    if (isImport(mark)) {
      takesImports &&= beforeImports.test(css.slice(lookedTo, mark.index));
      if (!takesImports) continue;
      lookedTo = mark.index;
    }
    const replaced = replaceAt(css, mark, origin);
    if (!replaced) continue;
    takesImports &&= isImport(mark);
    parts.push(css.slice(written, mark.index), replaced.text);
    at = written = replaced.end;
  }
  parts.push(css.slice(written));
  return parts.join('');
}

const isImport = ([text]: RegExpExecArray): boolean => /^@import/i.test(text);

/** The text to write in the place of what a landmark begins; null: leave it. */
function replaceAt(css: string, mark: RegExpExecArray, origin: Origin): Found | null {
  const end = mark.index + mark[0].length;
  if (/^url\(/i.test(mark[0])) return replaceUrl(parseUrl(css, end), origin);
  if (!isImport(mark)) return null;
  const start = skip(whiteSpace, css, end);
  const reference = match(urlStart, css, start)
    ? parseUrl(css, start + 4)
    : parseString(css, start);
  if (!reference) return null;
  const endsAt = origin.findRuleEnd(reference.end);
  if (css[endsAt] === '{' || css[endsAt] === '}') return null;
  const { assets, from } = origin;
  const asset = assets.find(unescape(reference.text), from);
  const condition = css.slice(reference.end, endsAt).trim();
  return asset && { text: inlineImport(asset, condition, origin), end: endsAt + 1 };
}

function replaceUrl(url: Found | null, { assets, from }: Origin): Found | null {
  return url && { text: asUrl(assets.toUri(unescape(url.text), from)), end: url.end };
}

function createRuleEndFinder(css: string): Origin['findRuleEnd'] {
  let [from, end] = [0, -1];
  return (at) => {
    if (at < from || at > end) end = match(ruleEnd, css, at)?.index ?? css.length;
    from = at;
    return end;
  };
}

function inlineImport({ url, bytes }: Asset, condition: string, { assets, depth }: Origin): string {
  if (depth >= maxImportDepth)
    refuseContent('content', 'has style sheets that import one another too deeply');
  const css = assets.once(url, () =>
    inline(decodeStyleSheet(bytes, assets.encoding), { from: url, assets, depth: depth + 1 }),
  );
  assets.spend(css.length);
  return underConditions(css, condition);
}

/** The text in `url(…)`, from behind its bracket on. */
function parseUrl(css: string, start: number): Found | null {
  const at = skip(whiteSpace, css, start);
  const isQuoted = css[at] === '"' || css[at] === "'";
  const found = isQuoted ? parseString(css, at) : parseUnquoted(css, at);
  const end = found ? skip(whiteSpace, css, found.end) : -1;
  return found && css[end] === ')' ? { text: found.text, end: end + 1 } : null;
}

function parseString(css: string, at: number): Found | null {
  const found = match(quoted, css, at);
  return found && { text: found[1] ?? found[2] ?? '', end: at + found[0].length };
}

function parseUnquoted(css: string, at: number): Found {
  const end = skip(unquoted, css, at);
  return { text: css.slice(at, end), end };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The end of what a pattern that fits everywhere finds at a place. */
function skip(pattern: RegExp, text: string, at: number): number {
  return at + (match(pattern, text, at)?.[0].length ?? 0);
}

const asUrl = (uri: string): string => `url("${uri.replace(/["\\\n]/g, encodeURIComponent)}")`;

/** Resolves the escapes in a URL of a style sheet: a backslash stands before a sign, or before the sign's number. */
function unescape(reference: string): string {
  return reference.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, hex?: string, sign?: string) => {
    const code = hex === undefined ? null : Number.parseInt(hex, 16);
    if (code === null) return sign ?? '';
    return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  });
}
