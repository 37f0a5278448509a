/**
 * Pages that were written for the reference server: elements with `data-zone` or `data-placement`, their `data-options`
 * and the backfill that they carry become the tag's own attributes.
 *
 * @see docs/tag.md "Pages written for the reference server"
 */
const selector = '[data-zone],[data-placement]';
const isId = (text: string | undefined): text is string => /^[\da-f]{32}$/i.test(text ?? '');

function optionsOf(text = ''): ReadonlyMap<string, string> {
  const pairs = text.split(',').map((part) => part.split('=').map((side) => side.trim()));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}

/** HTML in a script that does not run, or in a comment. */
function backfillOf(element: Element): string | undefined {
  const script = element.querySelector('script[type="app/backfill"]');
  const comment = [...element.childNodes].find(({ nodeType }) => nodeType === Node.COMMENT_NODE);
  const text = (script ?? comment)?.textContent?.trim();
  // In a comment the page's own comments are spelled so.
  return text?.replaceAll('<*!--', '<!--').replaceAll('--*>', '-->');
}

function insertBackfill(element: Element, html: string | undefined): void {
  if (!html) return;
  element.innerHTML = html;
  // Scripts that come as text do not run; their copies do.
  for (const inert of element.querySelectorAll('script')) {
    const script = document.createElement('script');
    for (const { name, value } of inert.attributes) script.setAttribute(name, value);
    script.textContent = inert.textContent;
    inert.replaceWith(script);
  }
}

const adopted = new WeakSet<Element>();

function adopt(element: HTMLElement): void {
  const { dataset } = element;
  const id = [dataset.zone, dataset.placement].find(isId);
  if (adopted.has(element) || !id) return;
  adopted.add(element);
  const options = optionsOf(dataset.options);
  const backfill = backfillOf(element);
  const insert = () => insertBackfill(element, backfill);
  if (Math.random() < Number(options.get('fallback_rate') ?? 0)) {
    insert();
    return;
  }
  element.addEventListener('adgate:empty', insert, { once: true });
  element.addEventListener('adgate:error', insert, { once: true });
  dataset.minRpm = options.get('min_cpm') ?? '0';
  dataset.adgate = id;
}

const scan = () => document.querySelectorAll<HTMLElement>(selector).forEach(adopt);
new MutationObserver(scan).observe(document, { childList: true, subtree: true });
scan();
export {};
