import type { Bid } from './bid';
import { request } from './script';

/** The share of a creative that has to be seen, and for how long. */
export interface Viewability {
  /** Of the area. */
  readonly share: number;
  /** Without a break. */
  readonly ms: number;
}

/** Pixels from which on an ad counts as large. */
const largeArea = 242_500;

/** @see docs/tag.md "When an ad counts as seen" */
export const viewabilityOf = (area: number, isVideo: boolean): Viewability => ({
  share: area >= largeArea && !isVideo ? 0.3 : 0.5,
  ms: isVideo ? 2000 : 1000,
});

/**
 * Calls back once, when enough of the element has been on the screen of a visible tab for long enough, and a video has
 * played all the while.
 *
 * @returns how to stop
 */
export function onceSeen(
  element: HTMLElement,
  { share, ms }: Viewability,
  video: HTMLVideoElement | undefined,
  callback: () => void,
): () => void {
  // Not every browser can tell.
  const checks: { checkVisibility?: HTMLElement['checkVisibility'] } = element;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOnScreen = false;
  const weigh = () => {
    if (!isOnScreen || document.hidden || (video && (video.paused || video.readyState < 3))) {
      clearTimeout(timer);
      timer = undefined;
    } else
      timer ??= setTimeout(() => {
        timer = undefined;
        // An element that its style hides, or that has no area, is on the screen for the observer all the same.
        const options = { opacityProperty: true, visibilityProperty: true };
        const { width, height } = element.getBoundingClientRect();
        if (checks.checkVisibility?.(options) === false || width * height === 0) weigh();
        else {
          stop();
          callback();
        }
      }, ms);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const latest = entries.at(-1);
      if (latest) isOnScreen = latest.intersectionRatio >= share;
      weigh();
    },
    { threshold: share },
  );
  const stopped = new AbortController();
  const { signal } = stopped;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    stopped.abort();
  };
  observer.observe(element);
  document.addEventListener('visibilitychange', weigh, { signal });
  for (const type of ['playing', 'pause', 'waiting'])
    video?.addEventListener(type, weigh, { signal });
  return stop;
}

/** Tells third parties of a view that is stored. Nobody waits for them; they get no cookie, and hear nothing of the page. */
export function callPixels({ pixels = [] }: Bid): void {
  // An answer that the browser has kept counts no view.
  const options: RequestInit = { mode: 'no-cors', keepalive: true, cache: 'no-store' };
  for (const url of pixels) request(url, options).catch(() => undefined);
}

/** Waits before a view that did not arrive is told again. */
const retriesMs = [2000, 10_000, 0];

/**
 * Tells the server of a view.
 *
 * @param seenMs for so long it was seen; absent: nobody has measured it
 * @returns the answer; null when there is none, however often it is told
 */
export async function tellView(
  { viewUrl }: Bid,
  caseId: string,
  seenMs?: number,
): Promise<Response | null> {
  const evidence = seenMs ? `&seen=${seenMs}` : '';
  const options = { keepalive: true, headers: { Accept: 'application/json' } };
  for (const ms of retriesMs) {
    const response = await request(`${viewUrl}&cid=${caseId}${evidence}`, options).catch(
      () => null,
    );
    if (response && response.status < 500) return response;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  return null;
}
