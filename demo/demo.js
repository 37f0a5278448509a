import { getElement } from './elements.js';
import { createPlacement } from './placement.js';
import { alterCreatives, exchange, isFind, onExchange } from './recorder.js';
import { body, code, showStep } from './timeline.js';

/** @import { DemoConfig, FindExchange, HeardExchange } from './types' */

const summary = getElement(document, '#summary', HTMLElement);
const findButton = getElement(document, '#find-again', HTMLButtonElement);
const tamperButton = getElement(document, '#tamper', HTMLButtonElement);
const pageSteps = getElement(document, '#page-steps', HTMLElement);

/** Below this width the leaderboard does not fit, and the mobile banner takes its place. */
const narrowScreen = matchMedia('(max-width: 800px)');

const { config, status } = await loadConfig();
if (config) await start(config);
else if (status === 404)
  summary.textContent =
    'This server has no demo data: its database was in use already when the demo was switched on.';
else summary.textContent = `The ad server cannot be asked now (${status}). Reload in a moment.`;

/**
 * Site and placements of this page; `config` is null when the server has none or cannot say.
 *
 * @returns {Promise<{ status: number | 'no answer', config: DemoConfig | null }>}
 */
async function loadConfig() {
  try {
    const { status, answer } = await exchange('/demo/config.json');
    const config = /** @type {DemoConfig | null} */ (status === 200 ? answer : null);
    return { status, config };
  } catch {
    return { status: 'no answer', config: null };
  }
}

/** @param {DemoConfig} config */
async function start(config) {
  getElement(document, '#market', HTMLElement).hidden = !config.isMarket;
  const hidden = narrowScreen.matches ? 'Leaderboard' : 'Mobile banner';
  const placements = config.placements
    .filter(({ name }) => name !== hidden)
    .map((placement) =>
      createPlacement(placement, getElement(document, '#placements', HTMLElement)),
    );

  /**
   * @param {readonly Promise<boolean>[]} shown
   * @param {(count: number) => string} tell
   */
  async function settle(shown, tell) {
    busy(true);
    const count = (await Promise.all(shown)).filter(Boolean).length;
    summary.textContent = tell(count);
    busy(false);
  }

  /**
   * @param {(count: number) => string} tell
   * @param {boolean} isAltered
   */
  const ask = (tell, isAltered) => () => {
    alterCreatives(isAltered);
    void settle(
      placements.map((placement) => placement.refresh()),
      tell,
    );
  };
  const tellShown = (/** @type {number} */ count) =>
    `${count} of ${placements.length} placements show an ad.`;
  const tellRefused = (/** @type {number} */ count) =>
    `One byte changed: ${placements.length - count} creatives refused.`;

  onExchange(showExchange);
  findButton.addEventListener('click', ask(tellShown, false));
  tamperButton.addEventListener('click', ask(tellRefused, true));
  loadTag(config);
  await settle(
    placements.map((placement) => placement.settled()),
    tellShown,
  );
}

/**
 * The one line that a page needs. This page says that its visitors agree to a cookie.
 *
 * @param {DemoConfig} config
 */
function loadTag(config) {
  const script = document.createElement('script');
  script.src = '/tag/v1.js';
  script.dataset.consent = 'yes';
  // The site is made up: the page stands at another address.
  script.dataset.url = config.url;
  document.head.append(script);
}

/** @param {HeardExchange} heard */
function showExchange(heard) {
  const { pathname, searchParams } = new URL(heard.url, location.href);
  if (isFind(heard)) showFind(heard);
  else if (pathname === '/supply/register') showRegister(heard, searchParams.get('iid') ?? '');
}

/**
 * @param {HeardExchange} heard
 * @param {string} iid
 */
function showRegister(heard, iid) {
  showStep(pageSteps, {
    name: 'register',
    title: '1. Register',
    why: 'Tells the server that a page view begins, so that it can recognise this visitor and show something else next time. Only with consent.',
    exchange: heard,
    outcome: heard.status === 200 ? 'good' : 'bad',
    facts: [['Impression id', code(iid)]],
  });
}

/** @param {FindExchange} heard */
function showFind(heard) {
  const { sent, answer, status } = heard;
  const bids = status === 200 ? answer?.data : null;
  showStep(pageSteps, {
    name: 'find',
    title: '2. Find',
    why: 'Names the page and its placements; the server holds an auction for each and answers with the winners.',
    exchange: heard,
    outcome: bids ? 'good' : 'bad',
    facts: [
      ['Sent', body(`${sent.placements.length} placements`, sent)],
      ['Came back', body(bids ? `${bids.length} creatives` : 'an error', answer ?? 'no JSON')],
    ],
  });
}

/** @param {boolean} isBusy */
function busy(isBusy) {
  findButton.disabled = isBusy;
  tamperButton.disabled = isBusy;
  if (isBusy) summary.textContent = 'Asking the ad server…';
}
