import { type RefObject, useEffect } from 'react';

/**
 * Gives the focus back that a document in a frame takes: browsers let it, and type into the document from then on. No
 * document in a preview needs the keys.
 */
export function useFocusBack(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let former: EventTarget | null = null;
    window.addEventListener(
      'focusout',
      ({ target }) => {
        former = target;
      },
      { signal },
    );
    window.addEventListener(
      'blur',
      () => {
        const to = former;
        // Later, as nothing else moves the focus while it moves.
        setTimeout(() => {
          if (frame.current === null || document.activeElement !== frame.current) return;
          frame.current.blur();
          window.focus();
          if (to instanceof HTMLElement) to.focus({ preventScroll: true });
        });
      },
      { signal },
    );
    return () => {
      ended.abort();
    };
  }, [frame]);
}
