import { defaultTreeAdapter, type DefaultTreeAdapterMap } from 'parse5';
import type { HtmlAssets } from './html-assets';
import { refuseContent } from './refuse-content';
import { inlineStyleSheet, decodeText } from './style-sheet';

type Element = DefaultTreeAdapterMap['element'];

/** Where an element stands: the path of its document, and what that may load. */
interface Place {
  readonly path: string;
  readonly assets: HtmlAssets;
}

type Rule = (element: Element, place: Place) => void;

/** Rules for elements that load something, by the element's name, whatever its namespace. */
export const elementRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['script', inlineScript],
  ['style', inlineStyle],
  ['link', inlineLink],
  ['meta', dropMeta],
  // Text to a parser with scripts, elements to a browser without: nobody has looked at those.
  ['noscript', dropElement],
  ['img', (element, place) => inlineAttributes(element, place, ['src', 'srcset'])],
  ['source', (element, place) => inlineAttributes(element, place, ['src', 'srcset'])],
  ['input', (element, place) => inlineAttributes(element, place, ['src'])],
  ['track', (element, place) => inlineAttributes(element, place, ['src'])],
  ['video', inlineMedia],
  ['audio', inlineMedia],
  ['image', (element, place) => inlineAttributes(element, place, ['href', 'src'])],
  ['feImage', (element, place) => inlineAttributes(element, place, ['href'])],
  ['use', (element, place) => inlineAttributes(element, place, ['href'])],
  ...[
    'applet',
    'base',
    'embed',
    'fencedframe',
    'frame',
    'frameset',
    'iframe',
    'object',
    'portal',
  ].map((name): [string, Rule] => [
    name,
    () => refuseContent('content', `must not have an element <${name}>`),
  ]),
]);

function inlineAttributes(element: Element, place: Place, names: readonly string[]): void {
  for (const attribute of element.attrs) {
    if (!names.includes(attribute.name)) continue;
    attribute.value =
      attribute.name === 'srcset'
        ? inlineSourceSet(attribute.value, place)
        : place.assets.toUri(attribute.value, place.path);
  }
}

function inlineMedia(element: Element, place: Place): void {
  element.attrs = element.attrs.filter(({ name }) => name !== 'autoplay');
  inlineAttributes(element, place, ['src', 'poster']);
}

/** @see HTML, parsing a srcset attribute: a URL up to white space, and what follows it up to a comma. */
function inlineSourceSet(value: string, { path, assets }: Place): string {
  const candidates: string[] = [];
  let descriptors: string[] | null = null;
  for (const word of value.split(/\s+/)) {
    const isLast = word.endsWith(',');
    const bare = isLast ? word.slice(0, -1) : word;
    if (descriptors) descriptors.push(bare);
    else if (bare !== '') descriptors = [assets.toUri(bare, path)];
    if (isLast && descriptors) {
      candidates.push(descriptors.join(' '));
      descriptors = null;
    }
  }
  if (descriptors) candidates.push(descriptors.join(' '));
  return candidates.join(', ');
}

function inlineScript(element: Element, { path, assets }: Place): void {
  const reference = valueOf(element, 'src') ?? valueOf(element, 'href');
  if (reference === null) return;
  const asset = assets.find(reference, path);
  if (!asset) return;
  const code = decodeText(asset.bytes, asset.path);
  assets.spend(code.length);
  element.attrs = element.attrs.filter(
    ({ name }) => !['src', 'href', 'integrity', 'crossorigin', 'async', 'defer'].includes(name),
  );
  // Within a script these two would end it, or change how its end is found.
  replaceText(element, code.replace(/<(?=\/script|!--)/gi, '\\x3c'));
}

function inlineStyle(element: Element, { path, assets }: Place): void {
  const css = element.childNodes
    .map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : ''))
    .join('');
  replaceText(element, asStyleText(inlineStyleSheet(css, path, assets)));
}

const fetchedLinks =
  /\b(icon|preload|modulepreload|prefetch|prerender|preconnect|dns-prefetch|manifest)\b/i;

/** A style sheet is put in its place; other links load nothing that an advert needs, and go. */
function inlineLink(element: Element, { path, assets }: Place): void {
  const reference = valueOf(element, 'href');
  const relation = valueOf(element, 'rel') ?? '';
  if (!/\bstylesheet\b/i.test(relation) || reference === null) {
    if (reference !== null && fetchedLinks.test(relation) && /^\s*([a-z]+:)?\/\//i.test(reference))
      assets.find(reference, path);
    defaultTreeAdapter.detachNode(element);
    return;
  }
  const asset = assets.find(reference, path);
  if (!asset) return;
  const media = valueOf(element, 'media');
  const css = assets.once(asset.path, () =>
    inlineStyleSheet(decodeText(asset.bytes, asset.path), asset.path, assets),
  );
  assets.spend(css.length);
  const style = defaultTreeAdapter.createElement(
    'style',
    element.namespaceURI,
    media === null ? [] : [{ name: 'media', value: media }],
  );
  defaultTreeAdapter.insertText(style, asStyleText(css));
  if (element.parentNode) defaultTreeAdapter.insertBefore(element.parentNode, style, element);
  defaultTreeAdapter.detachNode(element);
}

/** The document's encoding, policy and referrer are ours to say; it must not lead elsewhere by itself. */
function dropMeta(element: Element): void {
  const directive = valueOf(element, 'http-equiv')?.trim().toLowerCase();
  if (directive === 'refresh') refuseContent('content', 'must not lead elsewhere by itself');
  const isReferrer = valueOf(element, 'name')?.trim().toLowerCase() === 'referrer';
  if (directive !== undefined || isReferrer || valueOf(element, 'charset') !== null)
    defaultTreeAdapter.detachNode(element);
}

/** `</style` would end the element; within a style sheet an escaped slash is the same sign. */
const asStyleText = (css: string): string => css.replace(/<(?=\/style)/gi, '\\3c ');

function dropElement(element: Element): void {
  defaultTreeAdapter.detachNode(element);
}

function replaceText(element: Element, text: string): void {
  for (const child of [...element.childNodes]) defaultTreeAdapter.detachNode(child);
  defaultTreeAdapter.insertText(element, text);
}

function valueOf(element: Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}
