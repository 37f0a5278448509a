/**
 * Gives the focus back to a button that was pressed and waited. While a button waits it is disabled, and browsers take the focus from
 * what is disabled. Somebody who has gone on meanwhile keeps the focus.
 */
export function keepFocusOfWaiting(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target === last && target instanceof HTMLElement) target.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, attributeFilter: ['data-loading'] });
}
