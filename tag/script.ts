import type * as debug from './debug';
import type * as foreign from './foreign';
import type * as hints from './hints';
import type * as legacy from './legacy';
import type * as managers from './managers';
import type { Show } from './medium';
import type * as sha1 from './sha1';
import type * as sizes from './sizes';

/** The script element that runs. */
const script = document.currentScript as HTMLScriptElement;

/** The `data-` attributes of an element, without what other scripts have put into every object. */
export const settingsOf = ({ dataset }: HTMLElement): Readonly<DOMStringMap> =>
  // It is what it was, but for its prototype.
  Object.assign(Object.create(null) as DOMStringMap, dataset);

/** Those of the page for all of its placements. */
export const settings = settingsOf(script);

/** OpenRTB's test mode: nothing of what is shown counts. */
export const isTest = 'test' in settings;

/** The ad server: where this script came from. */
export const server = new URL(script.src).origin;

/** Modules that are loaded only where they are needed. They must not import this file. */
interface Parts {
  readonly debug: typeof debug;
  readonly direct: Show;
  readonly foreign: typeof foreign;
  readonly hints: typeof hints;
  readonly html: Show;
  readonly legacy: typeof legacy;
  readonly managers: typeof managers;
  readonly sha1: typeof sha1;
  readonly sizes: typeof sizes;
  readonly still: Show;
  readonly video: Show;
}

/** Hash in the names of the parts; the build fills it in. */
declare const partsHash: string;

/** Loads a part, once however often it is asked for. */
export const load = <Name extends keyof Parts>(part: Name): Promise<Parts[Name]> =>
  import(`${server}/tag/${part}-${partsHash}.js`) as Promise<Parts[Name]>;

/** Longest wait for an answer, its body included. */
const patienceMs = 60_000;

/** Tells the server nothing of the page or the visitor but what is written here. */
export const request = (url: string, options?: RequestInit): Promise<Response> =>
  fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(patienceMs),
    ...options,
  });

/** Libraries have given arrays a `toJSON` that makes texts of them: what the members are counts here. */
export const toJson = (body: object): string =>
  JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, key) {
    return this[key];
  });
