import type * as debug from './debug';
import type * as legacy from './legacy';
import type * as managers from './managers';
import type { Show } from './medium';
import type * as sha1 from './sha1';

/** The script element that runs, whose `data-` attributes are the page's settings. */
export const script = document.currentScript as HTMLScriptElement;

/** The ad server: where this script came from. */
export const server = new URL(script.src).origin;

/** What is loaded only where it is needed. They are modules, and must not import this file. */
interface Parts {
  readonly debug: typeof debug;
  readonly direct: Show;
  readonly html: Show;
  readonly legacy: typeof legacy;
  readonly managers: typeof managers;
  readonly sha1: typeof sha1;
  readonly still: Show;
  readonly video: Show;
}

/** Names of the parts' files; the build fills them in. */
declare const files: Readonly<Record<keyof Parts, string>>;

/** Loads a part, once however often it is asked for. */
export const load = <Name extends keyof Parts>(part: Name): Promise<Parts[Name]> =>
  import(`${server}/tag/${files[part]}`) as Promise<Parts[Name]>;
