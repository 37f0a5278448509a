import { copyOf, getElement } from './elements.js';

/**
 * Draws the steps of an exchange: why it happens, the request line, the status, the time, the bodies.
 *
 * @import { Step } from './types'
 */

/**
 * Adds a step to a list, or replaces the one of the same name there.
 *
 * @param {HTMLElement} list
 * @param {Step} step
 */
export function showStep(list, step) {
  const item = copyOf('#step-template');
  const part = (/** @type {string} */ selector) => getElement(item, selector, HTMLElement);
  item.dataset.step = step.name;
  item.dataset.outcome = step.outcome;
  part('.title').textContent = step.title;
  part('.why').textContent = step.why;
  const { exchange } = step;
  const code = part('code');
  if (exchange) {
    code.textContent = `${exchange.method} ${shorten(exchange.url)}`;
    code.title = exchange.url;
  } else code.remove();
  part('.chip').textContent = step.verdict ?? String(exchange?.status ?? 'done');
  part('.ms').textContent = exchange?.ms === undefined ? '' : `${exchange.ms.toFixed(1)} ms`;
  const facts = part('.facts');
  for (const [term, value] of step.facts ?? []) {
    const dt = document.createElement('dt');
    dt.textContent = term;
    const dd = document.createElement('dd');
    dd.append(value);
    facts.append(dt, dd);
  }
  const old = list.querySelector(`[data-step="${step.name}"]`);
  if (old) old.replaceWith(item);
  else list.append(item);
}

/**
 * A body that opens on demand, JSON with its members one a line.
 *
 * @param {string} title
 * @param {unknown} value
 */
export function body(title, value) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = title;
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.textContent = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  details.append(summary, pre);
  return details;
}

/** @param {string} text */
export function code(text) {
  const element = document.createElement('code');
  element.textContent = text;
  return element;
}

/**
 * Path and query; long members, which are signed tokens, are cut.
 *
 * @param {string} text
 */
function shorten(text) {
  const url = new URL(text, location.href);
  const query = Array.from(url.searchParams, ([name, value]) =>
    value.length > 40 ? `${name}=${value.slice(0, 12)}…` : `${name}=${value}`,
  );
  return url.pathname + (query.length > 0 ? `?${query.join('&')}` : '');
}
