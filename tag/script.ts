/** The script element that runs, whose `data-` attributes are the page's settings. */
export const script = document.currentScript as HTMLScriptElement;

/** The ad server: where this script came from. */
export const server = new URL(script.src).origin;

/** What is loaded only where it is needed. */
type Part = 'debug' | 'direct' | 'html' | 'legacy' | 'managers' | 'sha1' | 'still' | 'video';

/** Names of the parts' files; the build fills them in. */
declare const files: Readonly<Record<Part, string>>;

export const urlOf = (part: Part): string => `${server}/tag/${files[part]}`;
