/**
 * What a publisher's script says to the ad server. Every call returns an exchange: what was sent, what came back,
 * how long it took. Nothing here touches the page but `register`, which needs a frame.
 */

/** How long the register page may take to speak before the page goes on without it. */
const registerTimeoutMs = 3000;

/** A random UUID, version 4; `crypto.randomUUID` is there for secure contexts only. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function exchange(url, init = {}) {
  const startedAt = performance.now();
  const response = await fetch(url, { credentials: 'include', ...init });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    method: init.method ?? 'GET',
    url,
    status: response.status,
    ms: performance.now() - startedAt,
    type: response.headers.get('content-type') ?? '',
    bytes,
  };
}

/** The JSON of an exchange; null when its body is something else. */
export function jsonOf({ bytes }) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Site and placements of this page; `config` is null when the server has none or cannot say. */
export async function loadConfig() {
  try {
    const answer = await exchange('/demo/config.json');
    return { status: answer.status, config: answer.status === 200 ? jsonOf(answer) : null };
  } catch {
    return { status: 'no answer', config: null };
  }
}

/**
 * Opens the register page in a hidden frame, as publishers do: it sets the visitor's cookie and may ask for more
 * elements by a message.
 */
export async function register(iid) {
  const url = `/supply/register?iid=${iid}`;
  const startedAt = performance.now();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Registers this visit';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const heard = new AbortController();
  const spoken = new Promise((resolve) => {
    const listen = ({ source, data }) => {
      if (source === frame.contentWindow) resolve(data);
    };
    addEventListener('message', listen, { signal: heard.signal });
    setTimeout(resolve, registerTimeoutMs, null);
  });
  frame.src = url;
  document.body.append(frame);
  const [message] = await Promise.all([spoken, loaded]);
  const ms = performance.now() - startedAt;
  // The browser files the frame's timing, which has the status, just after its load event.
  await new Promise((resolve) => setTimeout(resolve));
  const timing = performance.getEntriesByName(frame.src).at(-1);
  heard.abort();
  frame.remove();
  return { method: 'GET', url, status: timing?.responseStatus || null, ms, message };
}

export function find(body) {
  return exchange('/supply/find', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
}

export function download({ serveUrl }) {
  // Content does not depend on who asks: no cookies, and the browser's cache is welcome.
  return exchange(serveUrl, { credentials: 'omit' });
}

export function reportView({ viewUrl }, cid) {
  return exchange(`${viewUrl}&cid=${cid}`, { headers: { Accept: 'application/json' } });
}

export function clickUrlOf({ clickUrl }, cid) {
  return `${clickUrl}&cid=${cid}`;
}

/** What has become of the events of a case: their verdicts, charges and payments. */
export async function caseOf(cid) {
  const answer = await exchange(`/demo/cases/${cid}`);
  return { ...answer, events: answer.status === 200 ? jsonOf(answer).events : [] };
}
