import type { Adgate } from './adgate';
import { explainBy } from './find';
import { openPlacement, type Placement, tell } from './placement';
import { load, settings } from './script';

const selector = '[data-adgate]';
const mark = Symbol.for('adgate');

/** Placements of the page by their elements; none for those that were destroyed, or cannot be placements. */
const open = new Map<Node, Placement | undefined>();
/** The frame in which the page is looked through; 0 for none. */
let scanAt = 0;

function close(element: Node): void {
  open.get(element)?.destroy();
  open.delete(element);
}

function scan(): void {
  scanAt = 0;
  if (document.querySelector('[data-sizes]')) void load('sizes');
  for (const element of document.querySelectorAll<HTMLElement>(selector))
    if (!open.has(element)) {
      open.set(element, undefined);
      try {
        open.set(element, openPlacement(element));
      } catch (error) {
        // One that cannot be a placement, such as a link, is no reason to leave the others empty.
        tell(element, 'error', { reason: 'blocked', message: String(error) });
      }
    }
}

/** Elements come, go, move, and get another placement. However much a page changes, it is looked through once a frame. */
function follow(records: readonly MutationRecord[]): void {
  const removed = new Set<Node | null>();
  for (const { target, type, removedNodes } of records)
    if (type === 'attributes') close(target);
    else removedNodes.forEach((node) => removed.add(node));
  if (removed.size > 0)
    for (const element of open.keys()) {
      let node: Node | null = element;
      while (node && !removed.has(node)) node = node.parentNode;
      if (node) close(element);
    }
  scanAt ||= requestAnimationFrame(scan);
}

const forEach =
  (run: (placement: Placement, element: Node) => void): Adgate['refresh'] =>
  (target) => {
    open.forEach((placement, element) => {
      // Only elements are put there.
      const isMeant =
        typeof target === 'string' ? (element as Element).matches(target) : element === target;
      if (placement && (!target || isMeant)) run(placement, element);
    });
  };

const api: Adgate = {
  version: '1',
  refresh: forEach(({ refresh }) => {
    refresh();
  }),
  destroy: forEach(({ destroy }, element) => {
    destroy();
    open.set(element, undefined);
  }),
  explain: explainBy,
};

// Only the tag has this symbol.
const page = window as unknown as Record<symbol, Adgate | undefined>;

// Of two scripts one may be the legacy one; the browser loads the part once.
if ('legacy' in settings) void load('legacy');
if (!page[mark]) {
  page[mark] = api;
  // Another value of this name is left alone, but for the window's own name of an element with this id.
  const { adgate } = window as { adgate?: unknown };
  if (!adgate || adgate instanceof Element) window.adgate = api;
  if (location.search.includes('adgate-debug')) void load('debug');
  new MutationObserver(follow).observe(document, {
    attributeFilter: ['data-adgate'],
    childList: true,
    subtree: true,
  });
  scan();
}
