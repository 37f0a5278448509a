import { type Bid, Failure, randomHex } from './bid';
import { readConsent } from './consent';
import { script, server } from './script';

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
  /** Why there is none, where an operator's token asked. */
  readonly nonBid: { readonly reason: string; readonly details: readonly string[] } | undefined;
}

interface FindAnswer {
  readonly data: readonly Bid[];
  readonly debug?: readonly (NonNullable<Answer['nonBid']> & { readonly id: string })[];
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
export function explainBy(operatorToken: string): void {
  debugging = { 'X-Debug-Supply': operatorToken };
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
  const all = waiting;
  waiting = [];
  for (let at = 0; at < all.length; at += maxImps) void send(all.slice(at, at + maxImps));
}

async function send(asked: readonly Asked[]): Promise<void> {
  try {
    const { mayIdentify, signals } = await readConsent();
    // A find of its own has an id of its own: the offers of two finds are never the same.
    const iid = randomHex(16);
    const credentials = mayIdentify ? 'include' : 'omit';
    if (mayIdentify && !hasRegistered) {
      hasRegistered = true;
      await fetch(`${server}/supply/register?iid=${iid}`, { credentials }).catch(() => undefined);
    }
    const { publisher } = script.dataset;
    const response = await fetch(`${server}/supply/find`, {
      method: 'POST',
      credentials,
      headers: { 'Content-Type': 'application/json', ...debugging },
      body: JSON.stringify({
        context: { iid, url: pageUrl(), publisher, consent: signals },
        placements: asked.map(({ imp }, at) => ({
          id: String(at),
          topframe: self === top,
          ...imp,
        })),
      }),
    });
    if (!response.ok) throw new Failure('network', `${response.status}`);
    // What our own server answers.
    const { data, debug = [] } = (await response.json()) as FindAnswer;
    asked.forEach(({ resolve }, at) => {
      const isMine = ({ id }: { readonly id: string }) => id === String(at);
      resolve({ bid: data.find(isMine), nonBid: debug.find(isMine) });
    });
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/** Whose page this is, without its path. A frame without an origin goes by the page around it. */
function pageUrl(): string {
  const around =
    document.referrer || (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
  return origin === 'null' && around ? new URL(around).origin : origin;
}
