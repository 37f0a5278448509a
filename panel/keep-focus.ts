/**
 * Gives the focus back to a button, switch or choice that was used and waited. While it waits it is disabled, and browsers take the
 * focus from what is disabled. Somebody who has gone on meanwhile keeps the focus.
 */
export function keepFocusOfWaiting(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  const onPage = watchFocusOnPage();
  new MutationObserver((changes) => {
    // A dialog may close while the button that opened it waits still.
    const hasNobody = document.activeElement === document.body;
    for (const { target } of changes)
      if ((target === last || (hasNobody && target === onPage())) && target instanceof HTMLElement)
        target.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, attributeFilter: ['data-loading', 'disabled'] });
}

/**
 * Gives the focus a place where the thing that had it goes away, as a row that is deleted: what stands there instead, or else the
 * heading of the nearest section; after a dialog, what had it on the page. Browsers begin at the top of the page otherwise. Somebody
 * who has gone on keeps the focus.
 */
export function keepFocusOfRemoved(): void {
  let last: Node | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Node ? target : null;
  });
  const onPage = watchFocusOnPage();
  document.addEventListener('pointerdown', ({ target }) => {
    if (last !== null && !(target instanceof Node && last.contains(target))) last = null;
  });
  new MutationObserver((changes) => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    const removal = changes.find(
      ({ target, removedNodes }) =>
        target.isConnected && [...removedNodes].some((node) => node.contains(last)),
    );
    if (!(removal?.target instanceof Element)) return;
    if (removal.target.closest('main') !== null)
      focusOn(insteadOf(removal, changes) ?? headingOf(removal.target));
    else {
      const before = onPage();
      if (before?.isConnected) before.focus({ preventScroll: true });
      else focusOn(pageItself());
    }
  }).observe(document.body, { subtree: true, childList: true });
}

/** Tells which element had the focus last that was in no dialog. */
function watchFocusOnPage(): () => HTMLElement | null {
  let onPage: HTMLElement | null = null;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('main') !== null) onPage = target;
  });
  return () => onPage;
}

const focusable = 'button:enabled, input:enabled, select:enabled, textarea:enabled, a[href]';

/** The first thing to press or fill of what was drawn at the place of the removed. */
function insteadOf(
  removal: MutationRecord,
  changes: readonly MutationRecord[],
): HTMLElement | null {
  const isThere = ({ target, previousSibling, nextSibling }: MutationRecord) =>
    target === removal.target &&
    previousSibling === removal.previousSibling &&
    nextSibling === removal.nextSibling;
  for (const added of changes.filter(isThere).flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(added instanceof HTMLElement) || !added.isConnected) continue;
    const first = added.matches(focusable) ? added : added.querySelector<HTMLElement>(focusable);
    if (first !== null) return first;
  }
  return null;
}

/** The heading of the section that an element is in, or else the page as a whole. */
function headingOf(element: Element): HTMLElement | null {
  const section = element.closest('section[aria-labelledby]');
  return document.getElementById(section?.getAttribute('aria-labelledby') ?? '') ?? pageItself();
}

const pageItself = () => document.querySelector('main');

function focusOn(element: HTMLElement | null): void {
  if (element === null) return;
  if (!element.matches(focusable)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
