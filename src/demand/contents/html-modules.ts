import { parse } from 'es-module-lexer';
import { type HtmlAssets, lengthAsUri, toDataUri } from './html-assets';
import { tellExits } from './script-exits';
import { decodeText } from './text-encoding';

/** Specifiers that begin so are URLs; a bare name is nobody's file. */
const relative = /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i;

/** The modules of a document's archive, by the names that their importers call them. */
export interface HtmlModules {
  /** The code of a module, in which modules of the archive are imported by those names. */
  inline(code: string, from: string): string;
  /** `<name>` to data URI; null where nothing is imported. */
  importMap(): string | null;
}

/**
 * Modules that stand in a document have no address that others could be found from: an import map names them.
 * @see HTML, import maps
 */
export function createHtmlModules(assets: HtmlAssets): HtmlModules {
  const uris = new Map<string, string>();

  /** The name of the module, whose own imports may lead back to it. */
  function nameOf(reference: string, from: string): string | null {
    const asset = relative.test(reference) ? assets.find(reference, from) : null;
    if (!asset) return null;
    const name = `module:${asset.url}`;
    if (uris.has(name)) return name;
    uris.set(name, '');
    const code = inline(decodeText(asset.bytes, 'utf-8'), asset.url);
    const module = { bytes: Buffer.from(code), mime: 'text/javascript' };
    assets.spend(lengthAsUri(module));
    uris.set(name, toDataUri(module));
    return name;
  }

  function inline(code: string, from: string): string {
    const parts: string[] = [];
    let written = 0;
    for (const { n, s, e, d } of readImports(code, assets)) {
      const isUrl = d === -2 && code.startsWith('.url', e);
      const name = n === undefined ? null : nameOf(n, from);
      const replacement = isUrl ? from : name;
      if (replacement === null) continue;
      // Of a static import the marks lie within the quotes.
      const text = JSON.stringify(replacement);
      parts.push(code.slice(written, s), d === -1 ? text.slice(1, -1) : text);
      written = isUrl ? e + '.url'.length : e;
    }
    return tellExits(parts.join('') + code.slice(written));
  }

  return {
    inline,
    importMap: () =>
      uris.size === 0 ? null : JSON.stringify({ imports: Object.fromEntries(uris) }),
  };
}

function readImports(code: string, { problems }: HtmlAssets) {
  try {
    return parse(code)[0];
  } catch {
    problems.add('has a module that is no JavaScript');
    return [];
  }
}
