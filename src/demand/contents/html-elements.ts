import { defaultTreeAdapter, type DefaultTreeAdapterMap } from 'parse5';
import type { HtmlAssets } from './html-assets';
import type { HtmlModules } from './html-modules';
import { tellExits } from './script-exits';
import { mapSourceSet } from './source-set';
import { inlineStyleSheet } from './style-sheet';
import { decodeStyleSheet, decodeText, encodingOf } from './text-encoding';

type Element = DefaultTreeAdapterMap['element'];

/** Where an element stands, and what its document may load. */
export interface HtmlPlace {
  /** URL that the document's references start from. */
  readonly from: string;
  readonly assets: HtmlAssets;
  /** Scripts that run when the document has been read, in their order. */
  readonly deferred: Element[];
  readonly modules: HtmlModules;
}

type Rule = (element: Element, place: HtmlPlace) => void;

/** Rules for elements that load something, by the element's name, whatever its namespace. */
export const elementRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['script', inlineScript],
  ['style', inlineStyle],
  ['link', inlineLink],
  ['meta', dropMeta],
  // It has been looked at: `html-document.ts` starts references there.
  ['base', dropElement],
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
  ...['applet', 'embed', 'fencedframe', 'frame', 'frameset', 'iframe', 'object', 'portal'].map(
    (name): [string, Rule] => [name, refuseElement],
  ),
]);

function inlineAttributes(element: Element, place: HtmlPlace, names: readonly string[]): void {
  for (const attribute of element.attrs) {
    if (!names.includes(attribute.name)) continue;
    attribute.value =
      attribute.name === 'srcset'
        ? mapSourceSet(attribute.value, (reference) => place.assets.toUri(reference, place.from))
        : place.assets.toUri(attribute.value, place.from);
  }
}

function inlineMedia(element: Element, place: HtmlPlace): void {
  element.attrs = element.attrs.filter(({ name }) => name !== 'autoplay');
  inlineAttributes(element, place, ['src', 'poster']);
}

function inlineScript(element: Element, place: HtmlPlace): void {
  const { assets } = place;
  const reference = valueOf(element, 'src') ?? valueOf(element, 'href');
  const type = valueOf(element, 'type')?.trim().toLowerCase() ?? '';
  const isModule = type === 'module';
  if (reference === null) {
    const code = textOf(element);
    if (isModule) replaceText(element, asScriptText(place.modules.inline(code, place.from)));
    else if (scriptTypes.test(type)) replaceText(element, asScriptText(tellExits(code)));
    return;
  }
  const asset = assets.find(reference, place.from);
  if (!asset) return;
  const encoding = encodingOf(valueOf(element, 'charset') ?? '') ?? assets.encoding;
  const code = decodeText(asset.bytes, isModule ? 'utf-8' : encoding);
  assets.spend(code.length);
  const waits = ['async', 'defer'].some((name) => valueOf(element, name) !== null);
  const dropped = ['src', 'href', 'integrity', 'crossorigin', 'charset', 'async', 'defer'];
  element.attrs = element.attrs.filter(({ name }) => !dropped.includes(name));
  const text = isModule ? place.modules.inline(code, asset.url) : tellExits(code);
  replaceText(element, asScriptText(text));
  // A script that stands in the document runs at once.
  if (waits && !isModule) place.deferred.push(element);
}

/** Scripts have other types for texts of their own. @see HTML, JavaScript MIME types */
const scriptTypes = /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script\b.*)?$/;

/** Within a script these two would end it, or change how its end is found. */
const asScriptText = (code: string): string => code.replace(/<(?=\/script|!--)/gi, '\\x3c');

function inlineStyle(element: Element, { from, assets }: HtmlPlace): void {
  replaceText(element, asStyleText(inlineStyleSheet(textOf(element), from, assets)));
}

/** A style sheet is put in its place; other links load nothing that an advert needs, and go. */
function inlineLink(element: Element, { from, assets }: HtmlPlace): void {
  const reference = valueOf(element, 'href');
  const relations = valueOf(element, 'rel')?.toLowerCase().split(/\s+/) ?? [];
  if (!relations.includes('stylesheet') || relations.includes('alternate') || reference === null) {
    defaultTreeAdapter.detachNode(element);
    return;
  }
  const asset = assets.find(reference, from);
  if (!asset) return;
  const media = valueOf(element, 'media');
  const css = assets.once(asset.url, () =>
    inlineStyleSheet(decodeStyleSheet(asset.bytes, assets.encoding), asset.url, assets),
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
function dropMeta(element: Element, { assets }: HtmlPlace): void {
  const directive = valueOf(element, 'http-equiv')?.trim().toLowerCase();
  if (directive === 'refresh') assets.problems.add('must not lead elsewhere by itself');
  const isReferrer = valueOf(element, 'name')?.trim().toLowerCase() === 'referrer';
  if (directive !== undefined || isReferrer || valueOf(element, 'charset') !== null)
    defaultTreeAdapter.detachNode(element);
}

/** `</style` would end the element; within a style sheet an escaped slash is the same sign. */
const asStyleText = (css: string): string => css.replace(/<(?=\/style)/gi, '\\3c ');

function dropElement(element: Element): void {
  defaultTreeAdapter.detachNode(element);
}

/** Frames and plug-ins: clicks in them are nobody's, and the document's policy keeps them empty. */
function refuseElement(element: Element, { assets }: HtmlPlace): void {
  const { tagName } = element;
  const shown = valueOf(element, 'src') ?? valueOf(element, 'data') ?? '';
  assets.problems.add(
    shown === ''
      ? `must not have an element <${tagName}>`
      : `must not have an element <${tagName}>, which shows ${JSON.stringify(shown.slice(0, 120))}`,
  );
  dropElement(element);
}

const textOf = (element: Element): string =>
  element.childNodes
    .map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : ''))
    .join('');

function replaceText(element: Element, text: string): void {
  for (const child of [...element.childNodes]) defaultTreeAdapter.detachNode(child);
  defaultTreeAdapter.insertText(element, text);
}

export function valueOf(element: Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}
