import type { AdgateFilled } from './adgate';
import { type Bid, type Failure, randomHex, tokenOf } from './bid';
import { download } from './content';
import { find } from './find';
import { loadShow } from './medium';
import { server } from './script';
import { onceSeen, viewabilityOf } from './view';

/** An element of the page that shows ads. */
export interface Placement {
  /** Asks anew; what is there stays until the next one is. */
  refresh(): void;
  /** Leaves the element with its own children only. */
  destroy(): void;
}

/** How far off the screen an ad is asked for, unless the element says something else. */
const lazyMargin = '800px';
/** No refresh is quicker. */
const leastRefreshSeconds = 30;
/** Waits before a view that did not arrive is told again. */
const retriesMs = [2000, 10_000, 0];

const whole = 'position:absolute;inset:0;width:100%;height:100%;border:0;';
const corner =
  'position:absolute;top:0;right:0;padding:0 4px;background:#fffc;color:#222;font:10px/15px sans-serif;text-decoration:none';

/** Takes an element with `data-adgate`: its children are what is shown while there is no ad. */
export function openPlacement(box: HTMLElement): Placement {
  const { dataset, style } = box;
  const { adgate = '', label = 'Ad' } = dataset;
  const root = box.shadowRoot ?? box.attachShadow({ mode: 'open' });
  const slot = document.createElement('slot');
  const isBox = !('pop' in dataset);
  /** Counts what was asked: answers to earlier ones come too late. */
  let turn = 0;
  let clear = (): void => undefined;

  const emit = (type: string, detail: unknown) =>
    box.dispatchEvent(new CustomEvent(`adgate:${type}`, { bubbles: true, detail }));

  /** Room for the ad before it is there: nothing moves when it comes. */
  function reserve(size: string): void {
    const [width, height] = size.split('x');
    style.width ||= `${width}px`;
    style.minHeight ||= `${height}px`;
    style.maxWidth ||= '100%';
  }

  function showNothing(): void {
    clear();
    clear = () => undefined;
    root.replaceChildren(slot);
    if ('collapse' in dataset) style.display = 'none';
  }

  function fail({ reason = 'network', message }: Partial<Failure>): void {
    showNothing();
    emit('error', { reason, message });
  }

  async function ask(): Promise<void> {
    const mine = ++turn;
    const isLate = () => mine !== turn;
    try {
      const { bid, nonBid } = await find({ ...impOf(adgate), ...optionsOf(dataset) });
      if (isLate()) return;
      if (!bid || bid.rpm < Number(dataset.minRpm ?? 0)) {
        showNothing();
        emit('empty', { reason: bid ? 'below-minimum' : 'no-fill', details: [], ...nonBid });
        return;
      }
      const loading = loadShow(bid.type);
      const bytes = await download(bid);
      const { show } = await loading;
      if (!isLate()) await present(bid, bytes, show, isLate);
    } catch (error) {
      // Whatever was thrown, the visitor sees the page's own content.
      if (!isLate()) fail(error as Partial<Failure>);
    }
  }

  async function present(
    bid: Bid,
    bytes: ArrayBuffer,
    show: Awaited<ReturnType<typeof loadShow>>['show'],
    isLate: () => boolean,
  ): Promise<void> {
    const filled = describe(bid);
    const { caseId } = filled;
    const stage = document.createElement('div');
    stage.style.cssText = `${whole}overflow:hidden;visibility:hidden;color-scheme:light`;
    root.append(stage);
    const link = linkTo(`${bid.clickUrl}&cid=${caseId}`, whole);
    link.ariaLabel = `${label}: opens the advertiser’s page`;
    link.onclick = link.onauxclick = () => emit('click', filled);
    const why = linkTo(`${server}/supply/why?e=${tokenOf(bid)}`, corner);
    why.textContent = label;
    why.title = why.ariaLabel = `${label}: who pays for it, and why it is here`;
    const onView = () => void viewed(bid, filled);
    try {
      const { element, video, takesPointer, release } = await show({
        bid,
        bytes,
        caseId,
        label,
        box: stage,
        onClick: () => link.click(),
        onLeave: () => fail({ reason: 'left', message: 'the document led its frame elsewhere' }),
        onOpen: onView,
      });
      if (isLate()) {
        release();
        throw null;
      }
      clear();
      clear = release;
      if (element) {
        if (isBox) reserve(bid.scope);
        element.style.cssText = `${whole}object-fit:contain`;
        if (takesPointer) link.style.pointerEvents = 'none';
        stage.append(link, why);
        // A frame that is put in anew loads anew: the others go.
        while (root.firstChild !== stage) root.firstChild!.remove();
        if (getComputedStyle(box).position === 'static') style.position = 'relative';
        stage.style.visibility = '';
        if ('collapse' in dataset) style.display = '';
        const stop = watch(video, onView);
        clear = () => {
          stop();
          release();
        };
      }
      emit('filled', filled);
    } catch (error) {
      stage.remove();
      throw error;
    }
  }

  function watch(video: HTMLVideoElement | undefined, onView: () => void): () => void {
    const viewability = viewabilityOf(box.offsetWidth * box.offsetHeight, video !== undefined);
    const ms = Math.max(Number(dataset.refresh), leastRefreshSeconds) * 1000;
    const stopView = onceSeen(box, viewability, video, onView);
    const stopRefresh =
      'refresh' in dataset && onceSeen(box, { ...viewability, ms }, undefined, () => void ask());
    return () => {
      stopView();
      if (stopRefresh) stopRefresh();
    };
  }

  async function viewed({ viewUrl }: Bid, filled: AdgateFilled): Promise<void> {
    for (const ms of retriesMs) {
      const status = await tell(`${viewUrl}&cid=${filled.caseId}`);
      if (status < 300) emit('view', filled);
      if (status < 500) return;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }

  root.replaceChildren(slot);
  if (dataset.size ?? !isId(adgate)) reserve(dataset.size ?? adgate);
  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) refresh();
    },
    { rootMargin: dataset.lazy ?? lazyMargin },
  );
  const refresh = () => {
    near.disconnect();
    void ask();
  };
  if (isBox) near.observe(box);
  else refresh();

  return {
    refresh,
    destroy() {
      turn += 1;
      near.disconnect();
      clear();
      root.replaceChildren(slot);
    },
  };
}

const isId = (text: string) => /^[\da-f-]{32,36}$/i.test(text);

/** `data-adgate` is a placement's id, or a size. */
function impOf(adgate: string) {
  const [width, height] = adgate.split('x');
  return isId(adgate) ? { placementId: adgate } : { width, height };
}

const optionsOf = ({ name, types }: DOMStringMap) => ({
  name,
  types: types?.split(',') ?? ['image', 'video', 'html', 'direct'],
});

/** Tells the server; 599 stands for an answer that did not come. */
async function tell(url: string): Promise<number> {
  const headers = { Accept: 'application/json' };
  const options = { keepalive: true, credentials: 'omit', headers } as const;
  return fetch(url, options).then(
    ({ status }) => status,
    () => 599,
  );
}

function describe({ creativeId, placementId, type, scope, rpm }: Bid): AdgateFilled {
  // Other servers of the market number the events of a case in its last byte.
  return { creativeId, placementId, type, scope, rpm, caseId: `${randomHex(15)}00` };
}

function linkTo(href: string, css: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener sponsored';
  link.style.cssText = css;
  return link;
}
