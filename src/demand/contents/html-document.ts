import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  parse,
  serialize,
  type TreeAdapter,
} from 'parse5';
import { archiveOrigin, type HtmlAssets, maxDocumentBytes } from './html-assets';
import { clickHelper } from './click-helper';
import { elementRules, type HtmlPlace, valueOf } from './html-elements';
import { createHtmlModules } from './html-modules';
import { refuseContent } from './refuse-content';
import { tellExits } from './script-exits';
import { inlineStyleSheet } from './style-sheet';

type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

/** Misnested tags make a parser copy elements, with their attributes: a document of 60 KB may become one of 100 MB. */
const maxElements = 10_000;
const maxDepth = 256;

/** A document with all that it loads, but for what its scripts name while they run. */
export interface FlatDocument {
  /** `<width>x<height>` of its `<meta name="ad.size">`; null: it has none. */
  readonly size: string | null;
  /** URL that its references start from. */
  readonly base: string;
  /**
   * Writes the document.
   *
   * @param policy of what it may load by script, before any of which it stands
   * @param finder a script that runs before its own; null: none
   * @param pins names and hashes of what was fetched from outside
   */
  toBytes(options: {
    readonly policy: string;
    readonly finder: string | null;
    readonly pins: readonly string[];
  }): Buffer;
}

/**
 * Makes a document self-contained: what it refers to stands in it, what would load anything else is a problem, nothing
 * plays by itself, and clicks are told to the page around it.
 *
 * @param url of the document within its archive
 * @throws {AppError} `VALIDATION_FAILED` for what is no document, or too much of one
 */
export function flattenDocument(html: string, url: string, assets: HtmlAssets): FlatDocument {
  const document = parse(html, {
    treeAdapter: createBoundedAdapter(),
    sourceCodeLocationInfo: true,
  });
  const elements = elementsOf(document);
  const head = elements.find(({ tagName }) => tagName === 'head');
  const body = elements.find(({ tagName }) => tagName === 'body');
  // The parser makes up what is not written, of a text and of a picture, too.
  const isWritten = elements.some(({ sourceCodeLocation }) => sourceCodeLocation);
  if (!head || !body || !isWritten || html.includes('\0'))
    return refuseContent('content', 'must be an HTML document with a body');
  const modules = createHtmlModules(assets);
  const from = baseOf(elements, url, assets);
  const place: HtmlPlace = { from, assets, modules, deferred: [] };
  for (const element of elements) flattenElement(element, place);
  for (const script of place.deferred) {
    defaultTreeAdapter.detachNode(script);
    defaultTreeAdapter.appendChild(body, script);
  }
  return {
    size: sizeOf(elements),
    base: from,
    toBytes({ policy, finder, pins }) {
      const importMap = modules.importMap();
      if (importMap !== null)
        prepend(head, importMap.replaceAll('<', '\\u003c'), 'script', { type: 'importmap' });
      prepend(head, clickHelper, 'script');
      if (finder !== null) prepend(head, finder, 'script');
      for (const pin of pins) prepend(head, null, 'meta', { name: 'adgate-part', content: pin });
      prepend(head, null, 'meta', { name: 'referrer', content: 'no-referrer' });
      prepend(head, null, 'meta', { 'http-equiv': 'Content-Security-Policy', content: policy });
      prepend(head, null, 'meta', { charset: 'utf-8' });
      const flat = Buffer.from(serialize(document));
      if (flat.length > maxDocumentBytes) assets.spend(flat.length);
      return flat;
    },
  };
}

function flattenElement(element: Element, place: HtmlPlace): void {
  const { from, assets } = place;
  elementRules.get(element.tagName)?.(element, place);
  for (const attribute of element.attrs) {
    if (attribute.name === 'style')
      attribute.value = inlineStyleSheet(attribute.value, from, assets);
    else if (/^on[a-z]/.test(attribute.name)) attribute.value = tellExits(attribute.value);
    else if (attribute.name === 'background') attribute.value = assets.toUri(attribute.value, from);
  }
}

/** The first `<base>` with an address may lead to another folder of the archive, and nowhere else. */
function baseOf(elements: readonly Element[], url: string, { problems }: HtmlAssets): string {
  for (const element of elements) {
    const reference = element.tagName === 'base' ? valueOf(element, 'href') : null;
    if (reference === null) continue;
    const base = URL.parse(reference, url);
    if (base?.origin === archiveOrigin) return base.href;
    problems.addReference('outside', reference);
    break;
  }
  return url;
}

/** Tools of the trade write it: `<meta name="ad.size" content="width=300,height=250">`. */
function sizeOf(elements: readonly Element[]): string | null {
  const meta = elements.find(
    (element) => element.tagName === 'meta' && valueOf(element, 'name')?.trim() === 'ad.size',
  );
  const content = (meta && valueOf(meta, 'content')) ?? '';
  const [, width] = /\bwidth\s*=\s*(\d{1,5})/i.exec(content) ?? [];
  const [, height] = /\bheight\s*=\s*(\d{1,5})/i.exec(content) ?? [];
  return width === undefined || height === undefined ? null : `${+width}x${+height}`;
}

/** All elements, those in templates too, in the order of the document. */
function elementsOf(document: Node): readonly Element[] {
  const found: Element[] = [];
  const waiting: Node[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node);
    if ('content' in node) waiting.push(node.content);
    if (!('childNodes' in node)) continue;
    // Comments and texts are not counted: there may be more of them than a call takes arguments.
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
}

function createBoundedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0;
  let attributeLength = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      elements += 1;
      if (elements > maxElements)
        refuseContent('content', `must have at most ${maxElements} elements`);
      for (const { name, value } of attributes) attributeLength += name.length + value.length;
      if (attributeLength > maxDocumentBytes)
        refuseContent('content', 'has tags that do not match: too much would be copied');
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    onItemPush() {
      depth += 1;
      if (depth > maxDepth) refuseContent('content', `must nest at most ${maxDepth} elements`);
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

function prepend(
  parent: Element,
  text: string | null,
  tagName: string,
  attributes: Readonly<Record<string, string>> = {},
): void {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const element = defaultTreeAdapter.createElement(tagName, parent.namespaceURI, attrs);
  if (text !== null) defaultTreeAdapter.insertText(element, text);
  const [first] = parent.childNodes;
  if (first) defaultTreeAdapter.insertBefore(parent, element, first);
  else defaultTreeAdapter.appendChild(parent, element);
}
