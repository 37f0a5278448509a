/** A page may have so many frames, for so long. */
const mostFrames = 4;
const keptMs = 10_000;

/** By https, or as the page itself; a page of the publisher's own would not be another server's. */
const isTaken = (url: string): boolean =>
  (url.startsWith('https://') || (location.protocol === 'http:' && url.startsWith('http://'))) &&
  !url.startsWith(`${origin}/`);

/**
 * Loads the pages that another server wants to be seen with its ad: without them it believes in no browser, and pays
 * nothing. They are hidden, and have an origin other than this page's.
 *
 * @see docs/tag.md "Ads of other servers"
 */
export function loadContext(urls: readonly unknown[]): void {
  for (const url of urls.map(String).filter(isTaken).slice(0, mostFrames)) {
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
