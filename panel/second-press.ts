/** Time between the presses of a double press at most, as most systems have it. */
const doublePressMs = 500;
/** In pixels: so far a hand moves meanwhile. */
const nearby = 8;

interface Press {
  readonly pressed: Element;
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/**
 * Keeps the second press of a double press from what has come to the place of the pressed thing, as the next row of a list, and from
 * sending a form twice, or the next step of the form unseen: nobody means that one.
 */
export function dropSecondPress(): void {
  let last: Press | null = null;
  const listen = (event: MouseEvent) => {
    const { target, detail, clientX: x, clientY: y } = event;
    // By the keyboard, or by a script.
    if (detail === 0 || !(target instanceof Element)) return;
    const at = Date.now();
    const isOfGone =
      last !== null && !last.pressed.isConnected && isSoonAndNear(last, { x, y, at });
    if (isOfGone || (detail > 1 && target.closest('button[type=submit]') !== null)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    last = { pressed: target.closest('button, a, label, summary') ?? target, x, y, at };
  };
  document.addEventListener('click', listen, { capture: true });
}

const isSoonAndNear = (one: Omit<Press, 'pressed'>, other: Omit<Press, 'pressed'>): boolean =>
  other.at - one.at < doublePressMs && Math.hypot(other.x - one.x, other.y - one.y) <= nearby;
