import { copyOf, getElement } from './elements.js';
import { code } from './timeline.js';

/** @import { MarketPeer, MarketServer } from './types' */

/** @typedef {MarketPeer['payments'][number] & { readonly from: string, readonly to: string }} Crossing */

const lookEveryMs = 2000;
const mostShown = 12;

const summary = getElement(document, '#summary', HTMLElement);
const serverList = getElement(document, '#servers', HTMLElement);
const paymentList = getElement(document, '#payments', HTMLElement);

/** Asks this server, and those that it knows, and draws what they say. */
async function look() {
  const own = await ask('');
  if (!own) {
    summary.textContent = 'This server is no part of a market: npm start -- --market runs one.';
    return;
  }
  const others = await Promise.all(own.peers.map(({ serverUrl }) => ask(serverUrl)));
  const servers = [own, ...others.filter((server) => server !== null)].sort((one, other) =>
    one.account.localeCompare(other.account),
  );
  serverList.replaceChildren(...servers.map(drawServer));
  const crossings = servers.flatMap(crossingsOf).sort((one, other) => later(one, other));
  const shown = crossings.slice(0, mostShown).map(drawPayment);
  paymentList.replaceChildren(...shown);
  summary.textContent = tell(crossings);
}

/**
 * @param {string} origin empty: this server’s
 * @returns {Promise<MarketServer | null>} null: there is no answer
 */
async function ask(origin) {
  try {
    const response = await fetch(`${origin.replace(/\/$/, '')}/demo/market.json`);
    if (!response.ok) return null;
    const server = /** @type {MarketServer} */ (await response.json());
    // The page leads there: an address of another kind may run as a script of this page.
    return /^https?:$/.test(new URL(server.pageUrl).protocol) ? server : null;
  } catch {
    return null;
  }
}

/**
 * @param {MarketServer} server
 * @returns {readonly Crossing[]}
 */
const crossingsOf = ({ account: from, peers }) =>
  peers.flatMap(({ account: to, payments }) =>
    payments.map((payment) => ({ ...payment, from, to })),
  );

/**
 * @param {Crossing} one
 * @param {Crossing} other
 */
const later = (one, other) => other.preparedAt.localeCompare(one.preparedAt);

/** @param {readonly Crossing[]} crossings */
function tell(crossings) {
  const payers = new Set(
    crossings.filter(({ state }) => state === 'confirmed').map(({ from }) => from),
  );
  if (payers.size > 1) return 'Coins cross both ways.';
  return payers.size === 1 ? 'One server has paid the other.' : 'No coin has crossed yet.';
}

/** @param {MarketServer} server */
function drawServer({ account, site, pageUrl, peers }) {
  const article = copyOf('#server-template');
  article.dataset.account = account;
  const part = (/** @type {string} */ selector) => getElement(article, selector, HTMLElement);
  const [peer] = peers;
  const isTrading = peer?.state === 'allowed';
  article.dataset.outcome = isTrading ? 'good' : 'waiting';
  part('h3').textContent = `${site}, at ${new URL(pageUrl).host}`;
  part('.why').textContent = peer
    ? `It knows the server of ${peer.account}.`
    : 'It waits for the broadcast of the other one.';
  const link = getElement(article, 'a', HTMLAnchorElement);
  link.href = pageUrl;
  link.textContent = 'its publisher’s page';
  part('.chip').textContent = peer?.state ?? 'alone';
  for (const [term, value] of [['Account', code(account)], ...(peer ? factsOf(peer) : [])]) {
    const dt = document.createElement('dt');
    const dd = document.createElement('dd');
    dt.append(term);
    dd.append(value);
    part('.facts').append(dt, dd);
  }
  return article;
}

/**
 * @param {MarketPeer} peer
 * @returns {readonly (readonly [string, string])[]}
 */
const factsOf = ({ campaigns, viewsHere, viewsThere, owed, paid, received }) => [
  ['Campaigns of the other one here', String(campaigns)],
  ['Their views here', String(viewsHere)],
  ['Views of its own campaigns there', String(viewsThere)],
  ['Paid to the other one', `${paid} coins, ${owed} still owed`],
  ['Booked of what came from there', `${received} coins`],
];

/** @param {Crossing} crossing */
function drawPayment({ from, to, amount, state, transactionId, preparedAt }) {
  const item = copyOf('#payment-template');
  const part = (/** @type {string} */ selector) => getElement(item, selector, HTMLElement);
  item.dataset.outcome = state === 'confirmed' ? 'good' : 'waiting';
  part('.title').textContent = `${amount} coins from ${from} to ${to}`;
  part('code').textContent = transactionId ?? 'no transaction yet';
  part('.chip').textContent = state === 'confirmed' ? 'paid' : state;
  part('.ms').textContent = new Date(preparedAt).toLocaleTimeString();
  return item;
}

for (;;) {
  await look();
  await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
}
