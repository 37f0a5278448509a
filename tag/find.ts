import { type Bid, failure, randomHex } from './bid';
import { readConsent } from './consent';
import type { Hint } from './hint';
import { isTest, load, request, server, settings, toJson } from './script';

/** One placement of a find. */
export interface Imp {
  readonly placementId?: string;
  /** Pixels; the server reads texts, too. */
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  readonly name?: string | undefined;
  /** Default: whatever fits. */
  readonly types: readonly string[] | undefined;
}

export interface Answer {
  readonly bid: Bid | undefined;
  /** Why there is none, where a token asked. */
  readonly nonBid: { readonly reason: string; readonly details: readonly string[] } | undefined;
  readonly hint: Hint | undefined;
}

interface FindAnswer {
  readonly data: readonly Bid[];
  readonly debug?: readonly (NonNullable<Answer['nonBid']> & { readonly id: string })[];
  readonly hints?: readonly (Hint & { readonly id: string })[];
}

interface Asked {
  readonly imp: Imp;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** As many as one find may have. */
const maxImps = 64;

let waiting: Asked[] = [];
let hasRegistered = false;
let debugging = {};

/** From now on finds ask why placements stay empty. */
export function explainBy(token: string): void {
  debugging = { 'X-Debug-Supply': token };
}

/** Asks for a creative. All that is asked within a frame goes in one find; a hidden page draws no frames and asks nothing. */
export function find(imp: Imp): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (waiting.push({ imp, resolve, reject }) === 1) whenSeen(flush);
  });
}

function whenSeen(run: () => void): void {
  requestAnimationFrame(() => {
    if (!document.hidden) run();
    else document.addEventListener('visibilitychange', () => whenSeen(run), { once: true });
  });
}

function flush(): void {
  void send(waiting);
  waiting = [];
}

async function send(asked: readonly Asked[]): Promise<void> {
  const half = asked.length >> 1;
  const split = () => {
    void send(asked.slice(0, half));
    void send(asked.slice(half));
  };
  if (asked.length > maxImps) {
    split();
    return;
  }
  try {
    const { mayIdentify, signals } = await readConsent();
    // A find of its own has an id of its own: the offers of two finds are never the same.
    const iid = randomHex(16);
    const credentials = mayIdentify ? 'include' : 'omit';
    if (mayIdentify && !hasRegistered) {
      hasRegistered = true;
      await request(`${server}/supply/register?iid=${iid}`, { credentials }).catch(() => undefined);
    }
    const { publisher } = settings;
    const url =
      settings.url ?? (origin === 'null' ? (await load('managers')).pageAround() : origin);
    // The server takes whole quarters of an hour, as all clocks of today have them.
    const utcoffset = -15 * Math.round(new Date().getTimezoneOffset() / 15);
    const context = { iid, url, publisher, test: isTest, tag: true, consent: signals, utcoffset };
    const topframe = self === top;
    const placements = asked.map(({ imp }, at) => ({ id: `${at}`, topframe, ...imp }));
    const response = await request(`${server}/supply/find`, {
      method: 'POST',
      credentials,
      headers: { 'Content-Type': 'application/json', ...debugging },
      body: toJson({ context, placements }),
    });
    // One that the server does not understand is no reason to leave the others empty.
    if (response.status === 422 && half > 0) {
      split();
      return;
    }
    if (!response.ok) throw failure('network', await response.text());
    // The answer is our own server’s.
    const { data, debug = [], hints = [] } = (await response.json()) as FindAnswer;
    asked.forEach(({ resolve }, at) => {
      const isMine = ({ id }: { readonly id: string }) => id === `${at}`;
      resolve({ bid: data.find(isMine), nonBid: debug.find(isMine), hint: hints.find(isMine) });
    });
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
