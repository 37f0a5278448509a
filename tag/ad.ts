import type { AdgateFilled } from './adgate';
import { type Bid, randomHex, tokenOf } from './bid';
import type { AdEvents } from './events';
import type { Medium, Show } from './medium';
import { server } from './script';

/** A creative that is ready to be seen, in an element of its own. */
export interface Ad {
  readonly video: Medium['video'] | undefined;
  /** Hidden until it takes its place; none for a window. */
  readonly stage: HTMLElement | undefined;
  readonly filled: AdgateFilled;
  readonly release: () => void;
}

/** Listeners to the fate of an ad. */
export interface AdListener extends AdEvents {
  /** The document led its frame elsewhere. */
  readonly onLeave: () => void;
}

const whole = 'position:absolute;inset:0;width:100%;height:100%;border:0;';
const corner =
  'position:absolute;top:0;right:0;padding:0 4px;background:#fffc;color:#222;font:10px/15px sans-serif';

/** Ads of the page so far: their numbers tell them apart for who hears them. */
let ads = 0;

/**
 * Makes an ad of verified bytes, in the root: the medium, a link over it that keys reach, too, and the label.
 *
 * @throws when the browser, or the page's policy, does not show it.
 */
export async function createAd(
  root: ShadowRoot,
  { bid, bytes, label }: { readonly bid: Bid; readonly bytes: ArrayBuffer; readonly label: string },
  { show }: Show,
  { onClick, onLeave, onView }: AdListener,
): Promise<Ad> {
  const { creativeId, placementId, type, scope, rpm } = bid;
  const numbered = ++ads > 1 ? `${label} ${ads}` : label;
  const name = bid.alt ? `${numbered}: ${bid.alt}` : numbered;
  // Other servers of the market number the events of a case in its last byte.
  const { caseId = `${randomHex(15)}00` } = bid;
  const filled = { creativeId, placementId, type, scope, rpm, caseId };
  const box = document.createElement('div');
  box.style.cssText = `${whole}overflow:hidden;visibility:hidden;color-scheme:light`;
  root.append(box);
  const clickUrl = `${bid.clickUrl}&cid=${caseId}`;
  const link = linkTo(clickUrl, whole);
  /** True while a press within a frame opens the link. */
  let isPressed = false;
  link.ariaLabel = `${name}: opens its page`;
  // The third button opens a menu, and no page.
  link.onclick = link.onauxclick = (event) => {
    // Scripts of the page can click, too.
    link.href = event.isTrusted || isPressed ? `${clickUrl}&press=1` : clickUrl;
    if (event.button < 2) onClick(filled, event);
  };
  const why = linkTo(`${server}/supply/why?e=${tokenOf(bid)}`, corner);
  why.textContent = label;
  why.title = why.ariaLabel = `${name}: who pays, and why`;
  const { element, video, takesPointer, release } = await show({
    bid,
    bytes,
    caseId,
    name,
    box,
    onClick: () => {
      isPressed = true;
      link.click();
      isPressed = false;
    },
    onLeave,
    onOpen: () => {
      // A window that opens is seen.
      void onView(filled);
    },
  });
  if (element) element.style.cssText = `${whole}object-fit:contain`;
  if (takesPointer) link.style.pointerEvents = 'none';
  box.append(link, why);
  return { stage: element && box, video, filled, release };
}

function linkTo(href: string, css: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener sponsored';
  link.style.cssText = css;
  return link;
}
