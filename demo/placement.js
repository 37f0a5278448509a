import { followMoney } from './money.js';
import { clickUrlOf, download, jsonOf, reportView, uuid } from './protocol.js';
import { sha1 } from './sha1.js';
import { body, code, showStep } from './timeline.js';

/** Standard of viewability for display ads: half of the area for one second. */
const visibleShare = 0.5;
const visibleMs = 1000;

/** Landing pages of this origin tell their case id on it when they open. */
const arrivals = new BroadcastChannel('adgate-demo-arrivals');

const template = document.getElementById('placement-template');

/**
 * One placement of the page: its box, and the list of what was done to fill it.
 *
 * @param {{ id: string, name: string, width: number, height: number }} placement
 * @param {HTMLElement} parent
 */
export function createPlacement({ id, name, width, height }, parent) {
  const element = template.content.firstElementChild.cloneNode(true);
  const box = element.querySelector('.box');
  const steps = element.querySelector('.steps');
  const winner = element.querySelector('.winner');
  element.dataset.placement = name;
  element.dataset.shape = width > 400 ? 'wide' : height < 100 ? 'short' : 'column';
  element.querySelector('h3').textContent = `${name}, ${width}×${height}`;
  box.style.width = `${width}px`;
  box.style.aspectRatio = `${width} / ${height}`;
  parent.append(element);

  const requestId = id.slice(0, 8);
  let current = null;
  let stopWatching = () => undefined;
  let listening = new AbortController();

  function say(text, state) {
    box.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
    element.dataset.state = state;
  }

  function reset() {
    stopWatching();
    listening.abort();
    steps.replaceChildren();
  }

  async function downloadAndCheck(bid, alter) {
    const exchange = await download(bid);
    const { bytes } = exchange;
    const altersAt = alter ? bytes.length >> 1 : -1;
    if (alter) bytes[altersAt] ^= 1;
    showStep(steps, {
      name: 'download',
      title: '3. Download',
      why: 'Fetches the creative. Its address never changes its content, so caches may keep it.',
      exchange,
      outcome: exchange.status === 200 ? 'good' : 'bad',
      facts: [
        ['Content', `${bytes.length.toLocaleString('en')} bytes, ${exchange.type}`],
        ...(alter ? [['Altered here', `one bit of byte ${altersAt.toLocaleString('en')}`]] : []),
      ],
    });
    const hash = await sha1(bytes);
    const isRight = exchange.status === 200 && hash === bid.hash;
    showStep(steps, {
      name: 'check',
      title: '4. Check',
      why: isRight
        ? 'The bytes have the checksum that find promised: this is the creative that won.'
        : 'The bytes are not those that find promised: the page must not show them.',
      outcome: isRight ? 'good' : 'bad',
      verdict: isRight ? 'equal' : 'different',
      facts: [
        ['Promised', code(bid.hash)],
        ['SHA-1 here', code(hash)],
      ],
    });
    return isRight ? bytes : null;
  }

  function render(bid, bytes, cid) {
    const link = document.createElement('a');
    link.href = clickUrlOf(bid, cid);
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.setAttribute('aria-label', 'Advertisement: opens the advertiser’s page in a new tab');
    link.addEventListener('click', () => showClick(link.href, cid, false));
    listening = new AbortController();
    arrivals.addEventListener(
      'message',
      ({ data }) => {
        if (data === cid) showClick(link.href, cid, true);
      },
      { signal: listening.signal },
    );
    box.replaceChildren(bid.type === 'html' ? frameOf(bytes) : imageOf(bytes, bid.mime), link);
    element.dataset.state = 'shown';
    showStep(steps, {
      name: 'render',
      title: '5. Render',
      why:
        bid.type === 'html'
          ? 'An HTML creative goes into a sandboxed frame without rights; the page around it takes the click.'
          : 'The image is made of the very bytes that were checked, not loaded a second time.',
      outcome: 'good',
      verdict: bid.type,
      facts: [['Case id', code(cid)]],
    });
  }

  function watch(bid, cid) {
    showStep(steps, {
      name: 'view',
      title: '6. View',
      why: 'Waits until half of the ad has been on the screen for one second.',
      outcome: 'waiting',
      verdict: 'not yet seen',
    });
    stopWatching = onceVisible(box, async () => {
      const exchange = await reportView(bid, cid);
      showStep(steps, {
        name: 'view',
        title: '6. View',
        why: 'Seen for one second. The server answers only when the event is on disk.',
        exchange,
        outcome: exchange.status === 200 ? 'good' : 'bad',
        facts: [
          ['Came back', body('context: addresses to call, if any', jsonOf(exchange) ?? 'no JSON')],
        ],
      });
      if (exchange.status === 200) await followMoney(steps, cid, listening.signal);
    });
  }

  function showClick(url, cid, hasArrived) {
    showStep(steps, {
      name: 'click',
      title: '7. Click',
      why: hasArrived
        ? 'The new tab called this address, which counted the click and sent the visitor on: the advertiser’s page has said that it is open.'
        : 'The new tab calls this address. Waits until the advertiser’s page says that it is open.',
      exchange: { method: 'GET', url },
      outcome: hasArrived ? 'good' : 'waiting',
      verdict: hasArrived ? 'arrived' : 'not yet arrived',
      facts: [['Same case id', code(cid)]],
    });
  }

  async function showBid(bid, alter) {
    reset();
    say('Downloading', 'loading');
    const bytes = await downloadAndCheck(bid, alter);
    if (!bytes) {
      say('Refused: this is not the creative that was promised', 'refused');
      return false;
    }
    // Undashed, as the server prints it: the landing page then shows the same text.
    const cid = uuid().replaceAll('-', '');
    render(bid, bytes, cid);
    watch(bid, cid);
    return true;
  }

  return {
    requestId,

    /** Its entry in the find request. The animated one accepts HTML alone, to show what `types` does. */
    request() {
      const wanted = name.startsWith('Animated') ? { types: ['html'] } : { types: ['image'] };
      return { id: requestId, placementId: id, ...wanted, topframe: window === window.top };
    },

    /** Fills the box with a winner of find, or says that there is none; whether an ad is shown. */
    async show(bid) {
      current = bid;
      winner.textContent = bid
        ? `${bid.type}, rpm ${bid.rpm} USD, creative ${bid.creativeId.slice(0, 8)}`
        : '';
      if (bid) return showBid(bid, false);
      reset();
      say('No creative fits: the answer has no entry for this placement', 'empty');
      return false;
    },

    /** Downloads the same creative with one bit flipped; whether the page refused it. */
    async showAltered() {
      return current !== null && !(await showBid(current, true));
    },
  };
}

function imageOf(bytes, mime) {
  const image = document.createElement('img');
  image.alt = '';
  image.src = URL.createObjectURL(new Blob([bytes], { type: mime }));
  image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true });
  return image;
}

function frameOf(bytes) {
  const frame = document.createElement('iframe');
  frame.title = 'Advertisement';
  frame.tabIndex = -1;
  frame.setAttribute('sandbox', '');
  frame.srcdoc = withoutScripts(new TextDecoder().decode(bytes));
  return frame;
}

/** The sandbox runs none: the link above the frame takes the clicks that a document's own script would tell of. */
function withoutScripts(html) {
  const document = new DOMParser().parseFromString(html, 'text/html');
  for (const script of document.querySelectorAll('script')) script.remove();
  return `<!doctype html>${document.documentElement.outerHTML}`;
}

/** Calls back once, after the element has been on the screen long enough without a break; returns how to stop. */
function onceVisible(element, callback) {
  let timer = null;
  let isOnScreen = false;
  const weigh = () => {
    const isSeen = isOnScreen && !document.hidden;
    if (!isSeen) {
      clearTimeout(timer);
      timer = null;
    } else
      timer ??= setTimeout(() => {
        stop();
        callback();
      }, visibleMs);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      isOnScreen = entries.at(-1).intersectionRatio >= visibleShare;
      weigh();
    },
    { threshold: [visibleShare] },
  );
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', weigh);
  };
  observer.observe(element);
  document.addEventListener('visibilitychange', weigh);
  return stop;
}
