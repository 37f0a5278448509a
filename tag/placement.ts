import { createAd } from './ad';
import { type Bid, type Failure, isForeign } from './bid';
import { download } from './content';
import type { AdEvents } from './events';
import { find, type Imp } from './find';
import { isTest, load, settingsOf } from './script';
import { loadShow } from './show';
import { callPixels, onceSeen, tellView, viewabilityOf } from './view';

/** An element of the page that shows ads. */
export interface Placement {
  /** Asks anew; what is there stays until the next one is. */
  readonly refresh: () => void;
  /** Leaves the element with its own children only. */
  readonly destroy: () => void;
}

/** How far off the screen an ad is asked for, unless the element says something else. */
const lazyMargin = '800px';
/** No refresh is quicker, or later: what is too long for a timer ends at once. */
const leastRefreshSeconds = 30;
const longestRefreshSeconds = 86_400;

export const tell = (box: HTMLElement, type: string, detail: unknown): boolean =>
  box.dispatchEvent(new CustomEvent(`adgate:${type}`, { bubbles: true, detail }));

/** Takes an element with `data-adgate`: its children are what is shown while there is no ad. */
export function openPlacement(box: HTMLElement): Placement {
  const { style } = box;
  /** As the page has it; one that waits closed is opened by its ad. */
  const display = style.display.replace('none', '');
  let settings = settingsOf(box);
  const root = box.shadowRoot ?? box.attachShadow({ mode: 'open' });
  const slot = document.createElement('slot');
  /** Counts what was asked: answers to earlier ones come too late. */
  let turn = 0;
  let release = (): void => undefined;
  const stops: (() => void)[] = [];

  /** Room for the ad before it is there: nothing moves when it comes. */
  function reserve(size: string): void {
    const [width, height] = size.split('x');
    style.width ||= `${width}px`;
    style.maxWidth ||= '100%';
    // In a narrower column the ad is smaller, and so is the box: codes of before have a height.
    if (style.height === `${height}px`) style.height = '';
    style.aspectRatio ||= `${width}/${height}`;
    // In a line of text an element has no size of its own.
    if (getComputedStyle(box).display === 'inline')
      try {
        // A rule that gives way to every rule of the page, such as one that hides the element.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(':host(:not([hidden])){display:inline-block}');
        root.adoptedStyleSheets = [sheet];
      } catch {
        // Safari before 16.4 makes no such rules.
        style.display = 'inline-block';
      }
  }

  /** Takes away what is there, but for one element; without one, the box shows its own content. */
  function clear(stage: Node = slot): void {
    for (const stop of stops.splice(0)) stop();
    release();
    if (stage === slot) root.append(slot);
    // A frame that is put in anew would load anew: the others go.
    for (const node of [...root.childNodes]) if (node !== stage) node.remove();
    if ('collapse' in settings) style.display = stage === slot ? 'none' : display;
  }

  function fail({ reason = 'network', message }: Partial<Failure>): void {
    clear();
    watchForNext();
    tell(box, 'error', { reason, message });
  }

  async function ask(): Promise<void> {
    const mine = ++turn;
    settings = settingsOf(box);
    const isLate = () => mine !== turn;
    try {
      const { bid, nonBid, hint } = await find(impOf(settings));
      // A page whose policy stops the part hears nothing.
      const hints = hint && (await load('hints').catch(() => undefined));
      if (isLate()) return;
      if (bid && bid.rpm >= Number(settings.minRpm ?? 0)) await fill(bid, isLate);
      else {
        const empty = { reason: bid ? 'below-minimum' : 'no-fill', details: [], ...nonBid };
        const told = hints?.explain(hint, { box, empty });
        if (told?.stage) root.append(told.stage);
        clear(told?.stage);
        if (told?.stage) reserve(told.detail.scope);
        watchForNext();
        tell(box, told?.type ?? 'empty', told?.detail ?? empty);
      }
    } catch (error) {
      // Whatever was thrown, the visitor sees the page's own content.
      if (!isLate()) fail(error as Partial<Failure>);
    }
  }

  async function fill(bid: Bid, isLate: () => boolean): Promise<void> {
    const label = isTest ? 'Test ad' : (settings.label ?? 'Ad');
    const goodUntil = performance.now() + bid.exp * 1000;
    const [bytes, shown, foreign] = await Promise.all([
      download(bid),
      loadShow(bid.type),
      isForeign(bid) && load('foreign'),
    ]);
    if (isLate()) return;
    const own: AdEvents = {
      async onView(filled, seenMs) {
        const answer = await tellView(bid, filled.caseId, seenMs);
        if (answer?.ok) {
          tell(box, 'view', filled);
          callPixels(bid);
        }
        return answer;
      },
      onClick: (filled) => tell(box, 'click', filled),
    };
    const events = foreign ? foreign.lead(own) : own;
    const ad = await createAd(root, { bid, bytes, label }, shown, {
      ...events,
      onLeave: () => {
        fail({ reason: 'left', message: 'its frame' });
      },
    });
    const { stage, video, filled } = ad;
    if (isLate()) {
      ad.release();
      stage?.remove();
      return;
    }
    clear(stage);
    ({ release } = ad);
    if (stage) {
      reserve(bid.scope);
      if (getComputedStyle(box).position === 'static') style.position = 'relative';
      stage.style.visibility = '';
      watch(video, (seenMs) => {
        // An offer that has run out pays nobody: who looks only now is shown another one.
        if (performance.now() < goodUntil) void events.onView(filled, seenMs);
        else void ask();
      });
    }
    tell(box, 'filled', filled);
  }

  function watch(video: HTMLVideoElement | undefined, onView: (seenMs: number) => void): void {
    const viewability = viewabilityOf(box.offsetWidth * box.offsetHeight, video !== undefined);
    stops.push(onceSeen(box, viewability, video, () => onView(viewability.ms)));
    watchForNext(viewability);
  }

  /** Asks anew when the box was seen for as long as the page says, with an ad or without one. */
  function watchForNext(
    viewability = viewabilityOf(box.offsetWidth * box.offsetHeight, false),
  ): void {
    const wanted = Math.max(Number(settings.refresh) || 0, leastRefreshSeconds);
    const ms = Math.min(wanted, longestRefreshSeconds) * 1000;
    if ('refresh' in settings)
      stops.push(onceSeen(box, { ...viewability, ms }, undefined, () => void ask()));
  }

  root.replaceChildren(slot);
  const { adgate = '', size = adgate } = settings;
  if (!isId(size)) reserve(size);
  const refresh = () => {
    near.disconnect();
    void ask();
  };
  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) refresh();
    },
    { rootMargin: settings.lazy ?? lazyMargin },
  );
  if ('pop' in settings) refresh();
  else near.observe(box);

  return {
    refresh,
    destroy() {
      turn += 1;
      near.disconnect();
      clear();
      if ('collapse' in settings) style.display = display;
    },
  };
}

const isId = (text: string) => /^[\da-f-]{32,36}$/i.test(text);

/** `data-adgate` is a placement's id, or a size. */
function impOf({ adgate = '', name, types }: DOMStringMap): Imp {
  const [width, height] = adgate.split('x');
  return {
    ...(isId(adgate) ? { placementId: adgate } : { width, height, name }),
    types: types?.split(','),
  };
}
