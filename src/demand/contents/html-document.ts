import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  parse,
  serialize,
  type TreeAdapter,
} from 'parse5';
import { clickHelper } from './click-helper';
import { type HtmlAssets, maxDocumentBytes } from './html-assets';
import { elementRules } from './html-elements';
import { refuseContent } from './refuse-content';
import { inlineStyleSheet } from './style-sheet';

type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

/** Misnested tags make a parser copy elements, with their attributes: a document of 60 KB may become one of 100 MB. */
const maxElements = 10_000;
const maxDepth = 256;

/**
 * Makes a document self-contained: what it refers to stands in it, what would load anything else is refused, nothing
 * plays by itself, and clicks are told to the page around it.
 *
 * @param path of the document within its archive
 * @param policy of what it may load by script, before any of which it stands
 * @throws {AppError} `VALIDATION_FAILED`
 */
export function flattenDocument(
  html: string,
  path: string,
  { assets, policy }: { readonly assets: HtmlAssets; readonly policy: string },
): Buffer {
  const document = parse(html, {
    treeAdapter: createBoundedAdapter(),
    sourceCodeLocationInfo: true,
  });
  const elements = elementsOf(document);
  const head = elements.find(({ tagName }) => tagName === 'head');
  const body = elements.find(({ tagName }) => tagName === 'body');
  // The parser makes up what is not written; that has no place in the source.
  if (!head || !body?.sourceCodeLocation)
    return refuseContent('content', 'must be an HTML document with a <body>');
  for (const element of elements) flattenElement(element, path, assets);
  prepend(head, clickHelper, 'script');
  prepend(head, null, 'meta', [
    { name: 'name', value: 'referrer' },
    { name: 'content', value: 'no-referrer' },
  ]);
  prepend(head, null, 'meta', [
    { name: 'http-equiv', value: 'Content-Security-Policy' },
    { name: 'content', value: policy },
  ]);
  prepend(head, null, 'meta', [{ name: 'charset', value: 'utf-8' }]);
  const flat = Buffer.from(serialize(document));
  assets.spend(flat.length - Buffer.byteLength(html));
  return flat;
}

function flattenElement(element: Element, path: string, assets: HtmlAssets): void {
  elementRules.get(element.tagName)?.(element, { path, assets });
  for (const attribute of element.attrs) {
    if (attribute.name === 'style')
      attribute.value = inlineStyleSheet(attribute.value, path, assets);
    else if (attribute.name === 'background') attribute.value = assets.toUri(attribute.value, path);
  }
}

/** All elements, those in templates too, in the order of the document. */
function elementsOf(document: Node): readonly Element[] {
  const found: Element[] = [];
  const waiting: Node[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node);
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...[...node.childNodes].reverse());
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
  attrs: Element['attrs'] = [],
): void {
  const element = defaultTreeAdapter.createElement(tagName, parent.namespaceURI, attrs);
  if (text !== null) defaultTreeAdapter.insertText(element, text);
  const [first] = parent.childNodes;
  if (first) defaultTreeAdapter.insertBefore(parent, element, first);
  else defaultTreeAdapter.appendChild(parent, element);
}
