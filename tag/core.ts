import type { Adgate } from './adgate';
import { explainBy } from './find';
import { openPlacement, type Placement } from './placement';
import { load, script } from './script';

const selector = '[data-adgate]';
const mark = Symbol.for('adgate');

/** Placements of the page by their elements. */
const open = new Map<HTMLElement, Placement>();

function close(element: HTMLElement): void {
  open.get(element)?.destroy();
  open.delete(element);
}

function scan(): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector))
    if (!open.has(element)) open.set(element, openPlacement(element));
}

/** Elements come, go, move, and get another placement. */
function follow(records: readonly MutationRecord[]): void {
  for (const { target, type, removedNodes } of records)
    for (const element of open.keys())
      if (
        type === 'attributes'
          ? element === target
          : [...removedNodes].some((node) => node.contains(element))
      )
        close(element);
  scan();
}

const forEach =
  (run: (placement: Placement) => void): Adgate['refresh'] =>
  (target) => {
    open.forEach((placement, element) => {
      if (!target || (typeof target === 'string' ? element.matches(target) : element === target))
        run(placement);
    });
  };

const api: Adgate = {
  version: '1',
  refresh: forEach(({ refresh }) => {
    refresh();
  }),
  destroy: forEach(({ destroy }) => {
    destroy();
  }),
  explain: explainBy,
};

const page = window as unknown as Record<symbol, Adgate | undefined>;

if (!page[mark]) {
  page[mark] = api;
  // What else has this name is left alone, but for the window's own name of an element with this id.
  const { adgate } = window as { adgate?: unknown };
  if (!adgate || adgate instanceof Element) window.adgate = api;
  if ('legacy' in script.dataset) void load('legacy');
  if (/[?&]adgate-debug\b/.test(location.search)) void load('debug');
  new MutationObserver(follow).observe(document, {
    attributeFilter: ['data-adgate'],
    childList: true,
    subtree: true,
  });
  scan();
}
