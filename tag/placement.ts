import type { AdgateFilled } from './adgate';
import { createAd } from './ad';
import type { Bid, Failure } from './bid';
import { download } from './content';
import { find, type Imp } from './find';
import { loadShow } from './show';
import { onceSeen, tellView, viewabilityOf } from './view';

/** An element of the page that shows ads. */
export interface Placement {
  /** Asks anew; what is there stays until the next one is. */
  readonly refresh: () => void;
  /** Leaves the element with its own children only. */
  readonly destroy: () => void;
}

/** How far off the screen an ad is asked for, unless the element says something else. */
const lazyMargin = '800px';
/** No refresh is quicker. */
const leastRefreshSeconds = 30;

/** Takes an element with `data-adgate`: its children are what is shown while there is no ad. */
export function openPlacement(box: HTMLElement): Placement {
  const { dataset, style } = box;
  const { adgate = '', label = 'Ad' } = dataset;
  const root = box.shadowRoot ?? box.attachShadow({ mode: 'open' });
  const slot = document.createElement('slot');
  const isWindow = 'pop' in dataset;
  /** Counts what was asked: answers to earlier ones come too late. */
  let turn = 0;
  let release = (): void => undefined;
  let stopWatching = (): void => undefined;

  const emit = (type: string, detail: unknown) =>
    box.dispatchEvent(new CustomEvent(`adgate:${type}`, { bubbles: true, detail }));

  /** Room for the ad before it is there: nothing moves when it comes. */
  function reserve(size: string): void {
    const [width, height] = size.split('x');
    style.width ||= `${width}px`;
    style.minHeight ||= `${height}px`;
    style.maxWidth ||= '100%';
  }

  /** Takes away what is there, but for one element; without one, the box shows its own content. */
  function clear(stage: Node = slot): void {
    stopWatching();
    release();
    if (stage === slot) root.append(slot);
    // A frame that is put in anew would load anew: the others go.
    for (const node of [...root.childNodes]) if (node !== stage) node.remove();
    if ('collapse' in dataset) style.display = stage === slot ? 'none' : '';
  }

  function fail({ reason = 'network', message }: Partial<Failure>): void {
    clear();
    emit('error', { reason, message });
  }

  async function ask(): Promise<void> {
    const mine = ++turn;
    const isLate = () => mine !== turn;
    try {
      const { bid, nonBid } = await find(impOf(dataset));
      if (isLate()) return;
      if (bid && bid.rpm >= Number(dataset.minRpm ?? 0)) await fill(bid, isLate);
      else {
        clear();
        emit('empty', { reason: bid ? 'below-minimum' : 'no-fill', details: [], ...nonBid });
      }
    } catch (error) {
      // Whatever was thrown, the visitor sees the page's own content.
      if (!isLate()) fail(error as Partial<Failure>);
    }
  }

  async function fill(bid: Bid, isLate: () => boolean): Promise<void> {
    const loading = loadShow(bid.type);
    const bytes = await download(bid);
    const onView = (filled: AdgateFilled) => {
      void tellView(bid, filled.caseId).then((isStored) => isStored && emit('view', filled));
    };
    const ad = await createAd(root, { bid, bytes, label }, await loading, {
      onClick: (filled) => emit('click', filled),
      onLeave: () => {
        fail({ reason: 'left', message: 'its frame' });
      },
      onOpen: onView,
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
      watch(video, () => {
        onView(filled);
      });
    }
    emit('filled', filled);
  }

  function watch(video: HTMLVideoElement | undefined, onView: () => void): void {
    const viewability = viewabilityOf(box.offsetWidth * box.offsetHeight, video !== undefined);
    const stops = [onceSeen(box, viewability, video, onView)];
    const ms = Math.max(Number(dataset.refresh), leastRefreshSeconds) * 1000;
    if ('refresh' in dataset)
      stops.push(onceSeen(box, { ...viewability, ms }, undefined, () => void ask()));
    stopWatching = () => {
      for (const stop of stops) stop();
    };
  }

  root.replaceChildren(slot);
  const size = dataset.size ?? adgate;
  if (!isId(size)) reserve(size);
  const refresh = () => {
    near.disconnect();
    void ask();
  };
  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) refresh();
    },
    { rootMargin: dataset.lazy ?? lazyMargin },
  );
  if (isWindow) refresh();
  else near.observe(box);

  return {
    refresh,
    destroy() {
      turn += 1;
      near.disconnect();
      clear();
      if ('collapse' in dataset) style.display = '';
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
