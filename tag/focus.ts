/** So often a document may take the focus before it goes. */
const mostThefts = 3;
/** So long the word of a press in the frame is waited for. */
const pressMs = 100;
/** So long after the tab key the focus may move. */
const tabMs = 1000;

/**
 * Keeps the visitor's keys on the page: browsers let a document take the focus by itself, and what is typed goes to the
 * document from then on. It has the focus by right after a press of the pointer in its frame, and where the tab key has led
 * there; otherwise it is given back.
 *
 * @param onThief the document takes the focus again and again
 * @returns is to be told of a press in the frame
 */
export function guardFocus(
  frame: HTMLIFrameElement,
  { signal, onThief }: { readonly signal: AbortSignal; readonly onThief: () => void },
): () => void {
  const options = { signal, capture: true };
  let thefts = 0;
  let pressedAt = -Infinity;
  let tabbedAt = -Infinity;
  /** The element that had the focus until this very moment. */
  let former: EventTarget | undefined;

  // The frame stands in the shadow of its placement.
  const isFocused = () => (frame.getRootNode() as ShadowRoot).activeElement === frame;
  const giveBack = (to: EventTarget | undefined) => {
    if (!isFocused()) return;
    frame.blur();
    focus();
    if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  };
  const judge = (at: number, to: EventTarget | undefined) => {
    const isPressed = () => pressedAt > at - pressMs;
    const end = () => {
      if (signal.aborted || isPressed()) return;
      giveBack(to);
      if (++thefts === mostThefts) onThief();
    };
    // Later, as nothing else moves the focus while it moves.
    if (!frame.matches(':hover')) setTimeout(() => isPressed() || giveBack(to));
    setTimeout(end, pressMs);
  };

  addEventListener(
    'focusout',
    (event) => {
      const [left] = event.composedPath();
      former = left;
      setTimeout(() => {
        if (former === left) former = undefined;
      });
    },
    options,
  );
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab') tabbedAt = performance.now();
    },
    options,
  );
  addEventListener(
    'blur',
    ({ target }) => {
      const at = performance.now();
      if (target === window && isFocused() && at - tabbedAt > tabMs) judge(at, former);
    },
    options,
  );
  return () => {
    pressedAt = performance.now();
  };
}
