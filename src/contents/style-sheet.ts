import { isUtf8 } from 'node:buffer';
import type { HtmlAssets } from './html-assets';
import { refuseContent } from './refuse-content';

const maxImportDepth = 8;

const url = String.raw`url\(\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|([^"'()\s\\]*))\s*\)`;
const text = String.raw`"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'`;
/** Comments and other strings are matched so that nothing is read inside them. */
const parts = new RegExp(
  String.raw`\/\*[^]*?(?:\*\/|$)|@import\s*(?:${url}|${text})([^;{}]*)(?:;|$)|${url}|${text}`,
  'gi',
);

/**
 * Puts everything that a style sheet loads into it: imported sheets as text, pictures and fonts as data URIs. What is
 * written in a way that escapes this is not loaded either: the policy that documents are served with forbids it.
 *
 * @param from path of the sheet, or of the document that it stands in
 * @throws {AppError} `VALIDATION_FAILED`
 */
export function inlineStyleSheet(css: string, from: string, assets: HtmlAssets, depth = 0): string {
  return css.replace(parts, (whole: string, ...groups: readonly (string | undefined)[]) => {
    const imported = groups.slice(0, 5).find((group) => group !== undefined);
    if (imported !== undefined && /^@import/i.test(whole))
      return inlineImport(
        { whole, reference: unescape(imported), condition: (groups[5] ?? '').trim() },
        { from, assets, depth },
      );
    const reference = groups.slice(6, 9).find((group) => group !== undefined);
    if (reference === undefined || !/^url/i.test(whole)) return whole;
    return `url("${assets.toUri(unescape(reference), from).replace(/["\\\n]/g, encodeURIComponent)}")`;
  });
}

function inlineImport(
  found: { readonly whole: string; readonly reference: string; readonly condition: string },
  place: { readonly from: string; readonly assets: HtmlAssets; readonly depth: number },
): string {
  const { whole, reference, condition } = found;
  const { from, assets, depth } = place;
  if (depth >= maxImportDepth)
    return refuseContent('content', 'has style sheets that import one another too deeply');
  const asset = assets.find(reference, from);
  if (!asset) return whole;
  const css = inlineStyleSheet(readText(asset.bytes, asset.path), asset.path, assets, depth + 1);
  assets.spend(css.length);
  if (condition === '') return css;
  if (/\b(layer|supports)\b/i.test(condition))
    return refuseContent(
      'content',
      'imports a style sheet into a layer or on a condition of support',
    );
  return `@media ${condition} {\n${css}\n}`;
}

/** @throws {AppError} `VALIDATION_FAILED` for what is not UTF-8. */
export function readText(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes)) refuseContent('content', `has a file that is not UTF-8: ${path}`);
  return bytes.toString().replace(/^\uFEFF/, '');
}

/** What a URL in a style sheet means: a backslash stands before a sign, or before its number. */
function unescape(reference: string): string {
  return reference.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, hex?: string, sign?: string) => {
    const code = hex === undefined ? null : Number.parseInt(hex, 16);
    if (code === null) return sign ?? '';
    return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  });
}
