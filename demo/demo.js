import { find, jsonOf, loadConfig, register, uuid } from './protocol.js';
import { createPlacement } from './placement.js';
import { body, code, showStep } from './timeline.js';

const summary = document.getElementById('summary');
const findButton = document.getElementById('find-again');
const tamperButton = document.getElementById('tamper');
const pageSteps = document.getElementById('page-steps');

/** Below this width the leaderboard does not fit, and the mobile banner takes its place. */
const narrowScreen = matchMedia('(max-width: 800px)');

const { config, status } = await loadConfig();
if (config) await start();
else if (status === 404)
  summary.textContent =
    'This server has no demo data: its database was in use already when the demo was switched on.';
else summary.textContent = `The ad server cannot be asked now (${status}). Reload in a moment.`;

async function start() {
  const hidden = narrowScreen.matches ? 'Leaderboard' : 'Mobile banner';
  const placements = config.placements
    .filter(({ name }) => name !== hidden)
    .map((placement) => createPlacement(placement, document.getElementById('placements')));

  /** Registers and finds; then each placement goes on by itself. */
  async function showAds() {
    busy(true);
    try {
      const iid = uuid();
      await registerVisit(iid);
      const bids = await findCreatives(iid, placements);
      if (!bids) return;
      const shown = await Promise.all(
        placements.map((placement) =>
          placement.show(bids.find(({ id }) => id === placement.requestId) ?? null),
        ),
      );
      const count = shown.filter(Boolean).length;
      summary.textContent = `${count} of ${placements.length} placements show an ad.`;
    } catch (error) {
      summary.textContent = `The ad server did not answer: ${error.message}`;
    } finally {
      busy(false);
    }
  }

  findButton.addEventListener('click', showAds);
  tamperButton.addEventListener('click', async () => {
    busy(true);
    const refused = await Promise.all(placements.map((placement) => placement.showAltered()));
    summary.textContent = `One byte changed: ${refused.filter(Boolean).length} creatives refused.`;
    busy(false);
  });
  await showAds();
}

async function registerVisit(iid) {
  const exchange = await register(iid);
  showStep(pageSteps, {
    name: 'register',
    title: '1. Register',
    why: 'Tells the server that a page view begins, so that it can recognise this visitor and show something else next time.',
    exchange,
    outcome: exchange.message ? 'good' : 'bad',
    verdict: exchange.status ? String(exchange.status) : 'loaded',
    facts: [
      ['Impression id', code(iid)],
      [
        'Message to this page',
        exchange.message
          ? body('insertElem: what the server would like to add', exchange.message)
          : 'none came',
      ],
    ],
  });
}

async function findCreatives(iid, placements) {
  const request = {
    context: { iid, url: config.url },
    placements: placements.map((placement) => placement.request()),
  };
  const exchange = await find(request);
  const answer = jsonOf(exchange);
  const bids = exchange.status === 200 ? answer.data : null;
  showStep(pageSteps, {
    name: 'find',
    title: '2. Find',
    why: 'Names the page and its placements; the server holds an auction for each and answers with the winners.',
    exchange,
    outcome: bids ? 'good' : 'bad',
    facts: [
      ['Sent', body(`${placements.length} placements`, request)],
      ['Came back', body(bids ? `${bids.length} creatives` : 'an error', answer ?? 'no JSON')],
    ],
  });
  if (!bids) summary.textContent = `Find was answered with ${exchange.status}.`;
  return bids;
}

function busy(isBusy) {
  findButton.disabled = isBusy;
  tamperButton.disabled = isBusy;
  if (isBusy) summary.textContent = 'Asking the ad server…';
}
