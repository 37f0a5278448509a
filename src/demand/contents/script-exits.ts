import { Script } from 'node:vm';

/** The name by which scripts of a document reach `exitHelper`. */
const exit = 'adgateExit';

const dot = String.raw`\s{0,20}\.\s{0,20}`;
const assigned = String.raw`(?:${dot}href\b)?(?=\s{0,20}=(?![=>]))`;
const called = String.raw`(?=${dot}(?:assign|replace)\s{0,20}\()`;
const bare = new RegExp(String.raw`(?<![\w$.])location\b(?:(${called})|${assigned})`, 'g');
/** Names of windows and documents that scripts take for others, too. */
const takenNames = /(?:\b(?:var|let|const)\s+|,\s*)(self|parent|top)\s*=(?!=)/g;
const takenLocation =
  /(?:\b(?:var|let|const|function)\s+|,\s*)location\b\s*[=,;(]|\bfunction\b[^(){}]{0,80}\([^(){}]{0,400}\blocation\b/;

/**
 * Lets a script that leads its own page away, as `location.href = clickTag` does, tell of a click instead. Browsers let no
 * script stand between: a location is the one object of a page that cannot be replaced, and a frame that has left cannot
 * come back. Locations are told by their spelling.
 */
export function tellExits(code: string): string {
  if (!/\b(?:location|top|parent)\b/.test(code)) return code;
  const taken = new Set(Array.from(code.matchAll(takenNames), ([, name]) => name));
  const names = ['self', 'parent', 'top'].filter((name) => !taken.has(name));
  const view = `(?:window|document|globalThis|${names.join('|') || 'window'})${dot}`;
  const ofView = String.raw`(?<![\w$.])(?:${view}){1,4}location\b(?:(${called})|${assigned})`;
  const toExit = (_: string, isCall?: string) => (isCall === undefined ? `${exit}.href` : exit);
  const ofViews = withOwnWindows(code, names).replace(new RegExp(ofView, 'g'), toExit);
  if (takenLocation.test(ofViews)) return ofViews;
  const all = ofViews.replace(bare, toExit);
  // The name of a class's member, or of one that is taken apart, cannot be told by its spelling.
  return all === ofViews || parses(all) ? all : ofViews;
}

/** A window around the document opens nothing for it, and may not even be asked. */
function withOwnWindows(code: string, names: readonly string[]): string {
  const others = names.filter((name) => name !== 'self').join('|');
  if (others === '') return code;
  const othersOpen = String.raw`(?<![\w$.])(?:(?:window|self)${dot})?(?:${others})(?:${dot}window)?(?=${dot}open\s{0,20}\()`;
  return code.replace(new RegExp(othersOpen, 'g'), 'window');
}

/** Compiles a script and does not run it. */
function parses(code: string): boolean {
  try {
    return new Script(`(function () {${code}\n})`) instanceof Script;
  } catch {
    return false;
  }
}

/**
 * Takes the addresses that scripts would lead their page to, and tells of a click; a place in the document itself is
 * gone to. Needs `tell` of the helper for clicks.
 */
export const exitHelper = `
  function leave(address) {
    address = String(address);
    if (/^\\s*#/.test(address)) location.hash = address.trim();
    else if (!/^\\s*(?:javascript:|$)/i.test(address) && isAsked()) tell();
  }
  Object.defineProperty(window, '${exit}', {
    value: Object.freeze({ get href() { return location.href; }, set href(address) { leave(address); }, assign: leave, replace: leave })
  });
`;
