import type { AdEvents } from './events';

/** A page may have so many frames, for so long. */
const mostFrames = 4;
const keptMs = 10_000;
/** So long a click waits for the answer to its view. */
const patienceMs = 500;

/**
 * Makes the events of another server's ad of those of ours: the view is told once, and the answer to it is that server's; a
 * click that comes before the answer waits, because that server takes a click whose view it does not know for none.
 *
 * @see docs/tag.md "Ads of other servers"
 */
export function lead({ onView, onClick }: AdEvents): AdEvents {
  let view: Promise<Response | null> | undefined;
  let isAnswered = false;
  const tellOnce: AdEvents['onView'] = (...seen) =>
    (view ??= onView(...seen).then((answer) => {
      isAnswered = true;
      if (answer?.ok) void loadContext(answer);
      return answer;
    }));
  return {
    onView: tellOnce,
    onClick(filled, event) {
      onClick(filled, event);
      if (!isAnswered) hold(event, tellOnce(filled));
    },
  };
}

/** The window opens at once, while the browser knows that the visitor wants it, and goes on later. */
function hold(event: MouseEvent, view: Promise<unknown>): void {
  // Browsers have ways of their own for other buttons, and for a button with a key.
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const opened = open('about:blank', '_blank');
  // Where none opens, the link is followed.
  if (!opened) return;
  event.preventDefault();
  opened.opener = null;
  // It is the link of an ad.
  const { href } = event.currentTarget as HTMLAnchorElement;
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  void Promise.race([view, patience]).then(() => {
    opened.location.replace(href);
  });
}

/** By https, or as the page itself; a page of the publisher's own would not be another server's. */
function isTaken(url: string): boolean {
  // A link reads the text as a frame does.
  const link = document.createElement('a');
  link.href = url;
  const isKnown = link.protocol === 'https:' || link.protocol === location.protocol;
  return isKnown && link.origin !== origin;
}

/**
 * Loads the pages that the other server names in its answer to a view: without them it believes in no browser, and pays
 * nothing. They are hidden, and have an origin other than this page's.
 */
async function loadContext(answer: Response): Promise<void> {
  for (const url of (await readContext(answer)).filter(isTaken).slice(0, mostFrames)) {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.referrerPolicy = 'no-referrer';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
    frame.src = url;
    document.body.append(frame);
    setTimeout(() => {
      frame.remove();
    }, keptMs);
  }
}

async function readContext(answer: Response): Promise<readonly string[]> {
  try {
    // Another answer has no list here: `map` then throws.
    const { context } = (await answer.json()) as { readonly context: readonly unknown[] };
    return context.map(String);
  } catch {
    // It wants nothing that can be read.
    return [];
  }
}
