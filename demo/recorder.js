/**
 * Listens in on what the tag and the ad server say to each other. The tag has no other way to the server than `fetch`,
 * so this stands there before the tag is loaded, and can do what somebody between the two could.
 *
 * @import { Bid, Exchange, FindExchange, HeardExchange } from './types'
 */
const send = window.fetch.bind(window);
/** @type {HeardExchange[]} */
const exchanges = [];
/** So many are kept. */
const mostKept = 100;
/** @type {Set<(heard: HeardExchange) => void>} */
const listeners = new Set();
let isAltering = false;

/**
 * Turns the altering of creatives on or off: one bit of each creative is changed before the tag gets it.
 * @param {boolean} should
 */
export function alterCreatives(should) {
  isAltering = should;
}

/**
 * Calls back with each exchange: what was sent, what came back, how long it took.
 *
 * @param {(heard: HeardExchange) => void} listener
 */
export function onExchange(listener) {
  listeners.add(listener);
}

/**
 * The latest exchange whose address begins so.
 *
 * @param {string} url
 */
export const exchangeWith = (url) => exchanges.findLast((exchange) => exchange.url.startsWith(url));

/**
 * Finds the placement's entry in the latest find that asked for the placement; undefined where the answer has no entry.
 * @param {string} placementId
 * @returns {Bid | undefined}
 */
export function bidFor(placementId) {
  for (const { sent, answer } of exchanges.filter(isFind).reverse()) {
    const asked = sent.placements.find((placement) => placement.placementId === placementId);
    if (asked) return answer?.data?.find(({ id }) => id === asked.id);
  }
  return undefined;
}

/**
 * @param {HeardExchange} exchange
 * @returns {exchange is FindExchange}
 */
export function isFind(exchange) {
  return new URL(exchange.url, location.href).pathname === '/supply/find';
}

/**
 * Asks as `fetch` does; the exchange, with the bytes of the answer.
 *
 * @param {string} url
 * @param {RequestInit} [init]
 * @returns {Promise<Exchange>}
 */
export async function exchange(url, init = {}) {
  const startedAt = performance.now();
  const response = await send(url, init);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const { status, headers } = response;
  const ms = performance.now() - startedAt;
  return {
    method: init.method ?? 'GET',
    url,
    status,
    headers,
    ms,
    type,
    bytes,
    answer: jsonOf(bytes),
  };
}

/**
 * The JSON of an answer; null when its body is something else.
 *
 * @param {Uint8Array} bytes
 * @returns {unknown}
 */
function jsonOf(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

window.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const heard = await exchange(url, init);
  const { bytes, status, headers } = heard;
  const alteredAt = isAltering && url.includes('/serve/') ? bytes.length >> 1 : null;
  if (alteredAt !== null) bytes.set([(bytes[alteredAt] ?? 0) ^ 1], alteredAt);
  /** @type {unknown} */
  const sent = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
  note({ ...heard, sent, alteredAt });
  // Some statuses have no body.
  return new Response(bytes.length > 0 ? bytes : null, { status, headers });
};

/** @param {HeardExchange} heard */
function note(heard) {
  exchanges.push(heard);
  exchanges.splice(0, exchanges.length - mostKept);
  for (const listener of listeners) listener(heard);
}
