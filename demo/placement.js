import { copyOf, getElement } from './elements.js';
import { followMoney } from './money.js';
import { bidFor, exchangeWith } from './recorder.js';
import { body, code, showStep } from './timeline.js';

/** @import { Bid, DemoPlacement, Fact } from './types' */
/** @import { AdgateError } from '../tag/adgate' */

/** Landing pages of this origin tell their case id on it when they open. */
const arrivals = new BroadcastChannel('adgate-demo-arrivals');

/**
 * One placement of the page: an element for the tag, and the list of what the tag did to fill it.
 *
 * @param {DemoPlacement} placement
 * @param {HTMLElement} parent
 */
export function createPlacement({ id, name, width, height, types }, parent) {
  const element = copyOf('#placement-template');
  const box = getElement(element, '.box', HTMLElement);
  const steps = getElement(element, '.steps', HTMLElement);
  const winner = getElement(element, '.winner', HTMLElement);
  element.dataset.placement = name;
  element.dataset.shape = width > 400 ? 'wide' : height < 100 ? 'short' : 'column';
  getElement(element, 'h3', HTMLElement).textContent = `${name}, ${width}×${height}`;
  // It keeps its shape on screens that are narrower.
  Object.assign(box.style, {
    width: `${width}px`,
    minHeight: '0px',
    aspectRatio: `${width} / ${height}`,
  });
  // All of them in one find.
  box.dataset.lazy = '100000px';
  box.dataset.types = types.join(',');
  box.dataset.adgate = id;

  let listening = new AbortController();
  /** @type {(isShown: boolean) => void} */
  let settle = () => undefined;
  /** @returns {Promise<boolean>} */
  const beginToSettle = () => new Promise((resolve) => (settle = resolve));
  let settled = beginToSettle();

  /**
   * Puts a text into the element; it is seen while there is no ad.
   * @param {string} text
   * @param {'refused' | 'empty'} state
   */
  function say(text, state) {
    box.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
    element.dataset.state = state;
  }

  /** @param {Bid} [bid] */
  function begin(bid) {
    listening.abort();
    listening = new AbortController();
    steps.replaceChildren();
    winner.textContent = bid
      ? `${bid.type}, rpm ${bid.rpm} USD, creative ${bid.creativeId.slice(0, 8)}`
      : '';
  }

  /** @param {Bid} bid */
  function showDownload(bid) {
    const exchange = exchangeWith(bid.serveUrl);
    if (!exchange) return;
    const { bytes, type, status, alteredAt } = exchange;
    /** @type {Fact[]} */
    const facts = [['Content', `${bytes.length.toLocaleString('en')} bytes, ${type}`]];
    if (alteredAt !== null)
      facts.push(['Altered on its way', `one bit of byte ${alteredAt.toLocaleString('en')}`]);
    showStep(steps, {
      name: 'download',
      title: '3. Download',
      why: 'Fetches the creative. Its address never changes its content, so caches may keep it.',
      exchange,
      outcome: status === 200 ? 'good' : 'bad',
      facts,
    });
  }

  /**
   * @param {Bid} bid
   * @param {string} hash
   */
  function showCheck(bid, hash) {
    const isRight = hash === bid.hash;
    showStep(steps, {
      name: 'check',
      title: '4. Check',
      why: isRight
        ? 'The bytes have the checksum that find promised: this is the creative that won.'
        : 'The bytes are not those that find promised: the tag does not show them, and tells the server.',
      outcome: isRight ? 'good' : 'bad',
      verdict: isRight ? 'equal' : 'different',
      facts: [
        ['Promised', code(bid.hash)],
        ['SHA-1 here', code(hash)],
      ],
    });
  }

  /**
   * @param {Bid} bid
   * @param {string} cid
   */
  function showRender(bid, cid) {
    showStep(steps, {
      name: 'render',
      title: '5. Render',
      why:
        bid.type === 'html'
          ? 'An HTML creative goes into a sandboxed frame that can do nothing to this page.'
          : 'The image is made of the very bytes that were checked, not loaded a second time.',
      outcome: 'good',
      verdict: bid.type,
      facts: [['Case id', code(cid)]],
    });
    showStep(steps, {
      name: 'view',
      title: '6. View',
      why: 'Waits until half of the ad has been on the screen for one second.',
      outcome: 'waiting',
      verdict: 'not yet seen',
    });
  }

  /**
   * @param {Bid} bid
   * @param {string} cid
   */
  function showView(bid, cid) {
    const exchange = exchangeWith(`${bid.viewUrl}&cid=${cid}`);
    showStep(steps, {
      name: 'view',
      title: '6. View',
      why: 'Seen for one second. The server answers only when the event is on disk.',
      exchange,
      outcome: 'good',
      facts: [
        ['Came back', body('context: addresses to call, if any', exchange?.answer ?? 'no JSON')],
      ],
    });
  }

  /**
   * @param {string} url
   * @param {string} cid
   * @param {boolean} hasArrived
   */
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

  /** @param {string} cid */
  function showFilled(cid) {
    const bid = bidFor(id);
    if (!bid) return;
    const url = `${bid.clickUrl}&cid=${cid}`;
    begin(bid);
    element.dataset.state = 'shown';
    showDownload(bid);
    showCheck(bid, bid.hash);
    showRender(bid, cid);
    const { signal } = listening;
    box.addEventListener('adgate:click', () => showClick(url, cid, false), { signal });
    const onArrival = (/** @type {MessageEvent} */ { data }) => {
      if (data === cid) showClick(url, cid, true);
    };
    arrivals.addEventListener('message', onArrival, { signal });
    const onView = () => {
      showView(bid, cid);
      void followMoney(steps, cid, signal);
    };
    box.addEventListener('adgate:view', onView, { signal });
    settle(true);
  }

  /** @param {AdgateError} problem */
  function showProblem({ reason, message }) {
    const bid = bidFor(id);
    begin(bid);
    if (bid && reason === 'tampered') {
      showDownload(bid);
      showCheck(bid, message.slice(0, 40));
      say('Refused: this is not the creative that was promised', 'refused');
    } else say(`Not shown: ${reason}`, 'empty');
    settle(false);
  }

  box.addEventListener('adgate:filled', ({ detail }) => showFilled(detail.caseId));
  box.addEventListener('adgate:error', ({ detail }) => showProblem(detail));
  box.addEventListener('adgate:empty', () => {
    begin();
    say('No creative fits: the answer has no entry for this placement', 'empty');
    settle(false);
  });
  parent.append(element);

  return {
    /** Resolves to whether the tag shows an ad, when it has come that far. */
    settled: () => settled,

    /** Lets the tag ask anew. */
    refresh() {
      settled = beginToSettle();
      window.adgate?.refresh(box);
      return settled;
    },
  };
}
