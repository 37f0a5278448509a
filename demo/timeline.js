/** Draws the steps of an exchange: why it happens, the request line, the status, the time, the bodies. */

const template = document.getElementById('step-template');

/**
 * Adds a step to a list, or replaces the one of the same name there.
 *
 * @param {HTMLElement} list
 * @param {object} step
 * @param {string} step.name      in `data-step`, for styles and tests
 * @param {string} step.title
 * @param {string} step.why       one sentence for somebody who sees this for the first time
 * @param {object} [step.exchange] of recorder.js; left out for a step that needs no request
 * @param {'good'|'bad'|'waiting'} step.outcome
 * @param {string} [step.verdict] short text beside the request line; the status by default
 * @param {ReadonlyArray<readonly [string, string | Node]>} [step.facts]
 */
export function showStep(list, step) {
  const item = template.content.firstElementChild.cloneNode(true);
  item.dataset.step = step.name;
  item.dataset.outcome = step.outcome;
  item.querySelector('.title').textContent = step.title;
  item.querySelector('.why').textContent = step.why;
  const { exchange } = step;
  const code = item.querySelector('code');
  if (exchange) {
    code.textContent = `${exchange.method} ${shorten(exchange.url)}`;
    code.title = exchange.url;
  } else code.remove();
  item.querySelector('.chip').textContent = step.verdict ?? String(exchange?.status ?? 'done');
  item.querySelector('.ms').textContent =
    exchange?.ms === undefined ? '' : `${exchange.ms.toFixed(1)} ms`;
  const facts = item.querySelector('.facts');
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

/** A body that opens on demand, JSON with its members one a line. */
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

export function code(text) {
  const element = document.createElement('code');
  element.textContent = text;
  return element;
}

/** Path and query; long members, which are signed tokens, are cut. */
function shorten(text) {
  const url = new URL(text, location.href);
  const query = Array.from(url.searchParams, ([name, value]) =>
    value.length > 40 ? `${name}=${value.slice(0, 12)}…` : `${name}=${value}`,
  );
  return url.pathname + (query.length > 0 ? `?${query.join('&')}` : '');
}
