import { badValue, locationError } from '../errors';
import { boundedMatch, type Pattern } from './bounded-match';

const maxPatternBytes = 32_764;
const notNewline = '[^\\n]';
const spaces = '\\t-\\r ';
const blanks = ' \\t\\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000';
const lineEnds = '\\n-\\r\\x85\\u2028\\u2029';
const end = '(?![^])';

const posixClasses: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: spaces,
  upper: 'A-Z',
  word: '\\w',
  xdigit: 'A-Fa-f0-9',
};

/** PCRE escapes that JavaScript spells another way, outside of a character class. */
const escapes: Readonly<Record<string, string>> = {
  A: '(?<![^])',
  z: end,
  Z: `(?=\\n?${end})`,
  h: `[${blanks}]`,
  H: `[^${blanks}]`,
  v: `[${lineEnds}]`,
  s: `[${spaces}]`,
  S: `[^${spaces}]`,
  a: '\\x07',
  e: '\\x1b',
  N: notNewline,
};
const classEscapes: Readonly<Record<string, string>> = {
  h: blanks,
  v: lineEnds,
  s: spaces,
  a: '\\x07',
  e: '\\x1b',
  b: '\\x08',
};
const sharedEscape = /^\\(?:[dDwWbBfnrt1-9]|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{\w+\}|k<\w+>)/;

function invalid(reason: string): never {
  throw locationError(51091, `Regular expression is invalid: ${reason}`);
}

/** Translates the escape at the start of `rest` to JavaScript; also gives how long it was. */
function translateEscape(rest: string, isInClass: boolean): readonly [string, number] {
  const letter = rest[1];
  if (letter === undefined) invalid('\\ at end of pattern');
  const hex = /^\\x\{([\da-fA-F]{1,6})\}/.exec(rest);
  if (hex) return [`\\u{${hex[1] ?? ''}}`, hex[0].length];
  const quoted = /^\\Q([^]*?)(?:\\E|$)/.exec(rest);
  if (quoted) {
    const [whole, literal = ''] = quoted;
    return [literal.replace(/[\^$\\.*+?()[\]{}|/-]/g, escapeLiteral), whole.length];
  }
  const spelled = (isInClass ? classEscapes : escapes)[letter];
  if (spelled !== undefined) return [spelled, 2];
  const shared = sharedEscape.exec(rest);
  if (shared) return [shared[0], shared[0].length];
  if (/[A-Za-z0-9]/.test(letter)) invalid(`\\${letter} is not supported`);
  const literal = String.fromCodePoint(rest.codePointAt(1) ?? 0);
  return [escapeLiteral(literal), 1 + literal.length];
}

function escapeLiteral(character: string): string {
  if (character === '-') return '\\x2d';
  return /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

/** Translates the character class at the start of `rest`. */
function translateClass(rest: string): readonly [string, number] {
  let out = rest.startsWith('[^') ? '[^' : '[';
  let at = out.length;
  for (let first = true; first || rest[at] !== ']'; first = false) {
    const left = rest.slice(at);
    const posix = /^\[:(\^?)(\w+):\]/.exec(left);
    if (left === '') invalid('missing terminating ] for character class');
    if (posix) {
      const members = posixClasses[posix[2] ?? ''];
      if (posix[1] !== '' || members === undefined) invalid(`${posix[0]} is not supported`);
      out += members;
      at += posix[0].length;
    } else if (left.startsWith('\\')) {
      const [translated, length] = translateEscape(left, true);
      out += translated;
      at += length;
      if (/^\\[dDwWsSpPhv]/.test(left) && rest[at] === '-' && rest[at + 1] !== ']') {
        out += '\\x2d';
        at += 1;
      }
    } else {
      const character = left.charAt(0);
      out += character === ']' || character === '[' ? `\\${character}` : character;
      at += 1;
    }
  }
  return [`${out}]`, at + 1];
}

/** Translates what begins with `(?` and checks that JavaScript has it. */
function translateGroup(rest: string): readonly [string, number] {
  const comment = /^\(\?#[^)]*\)/.exec(rest);
  if (comment) return ['', comment[0].length];
  const group = /^\(\?(?::|=|!|<=|<!|P?<(\w+)>|i:)/.exec(rest);
  if (!group) invalid(`${rest.slice(0, 4)} is not supported`);
  return [group[1] === undefined ? group[0] : `(?<${group[1]}>`, group[0].length];
}

interface Translation {
  /** For JavaScript's engine. */
  readonly source: string;
  /** How many repetitions and choices it has; Infinity for one inside another. */
  readonly repetitions: number;
}

function translate(pattern: string, options: string): Translation {
  const anchors: Readonly<Record<string, string>> = options.includes('m')
    ? { '^': '(?<![^\\n])', $: '(?![^\\n])' }
    : { '^': '^', $: `(?=\\n?${end})` };
  const dot = options.includes('s') ? '[^]' : notNewline;
  const isExtended = options.includes('x');
  let out = '';
  let repetitions = 0;
  let previous = '';
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const character = rest.charAt(0);
    const [translated, length] = ((): readonly [string, number] => {
      if (/^\\[1-9k]/.test(rest)) repetitions += 1;
      if (character === '\\') return translateEscape(rest, false);
      if (character === '[') return translateClass(rest);
      if (rest.startsWith('(?')) return translateGroup(rest);
      if (rest.startsWith('(*')) invalid('verbs are not supported');
      if (isExtended && /\s/.test(character)) return ['', 1];
      if (isExtended && character === '#') return ['', `${rest}\n`.indexOf('\n')];
      if (character === '.') return [dot, 1];
      const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})(\+?)/.exec(rest);
      if (quantifier?.[1] === '+') invalid('possessive quantifiers are not supported');
      if (quantifier) {
        repetitions += previous === ')' && character !== '?' ? Infinity : 1;
        return [quantifier[0], quantifier[0].length];
      }
      if (character === '|') repetitions += 1;
      if ('{}]'.includes(character)) return [`\\${character}`, 1];
      return [anchors[character] ?? character, 1];
    })();
    out += translated;
    at += length;
    if (translated !== '') previous = character;
  }
  return { source: out, repetitions };
}

/**
 * Compiles a PCRE pattern for JavaScript's engine: the subset that both share, with PCRE's meaning
 * of `.`, `$`, `^`, `\s` and the options `i`, `m`, `s`, `x`, `u`. A match
 * that takes too long throws 51156.
 *
 * @throws {MongoError} 51091 for what is invalid or only PCRE has; BadValue (2) past 32,764 bytes.
 */
export function compileRegex(pattern: string, options: string): Pattern {
  if (Buffer.byteLength(pattern) > maxPatternBytes) {
    throw badValue('Regular expression is too long');
  }
  const leading = /^\(\?([imsx]+)\)/.exec(pattern);
  const allOptions = options + (leading?.[1] ?? '');
  if (/[^imsxu]/.test(options)) invalid(`option in "${options}" is not supported`);
  const { source, repetitions } = translate(pattern.slice(leading?.[0].length ?? 0), allOptions);
  try {
    return boundedMatch(new RegExp(source, allOptions.includes('i') ? 'iu' : 'u'), repetitions);
  } catch (error) {
    return invalid(error instanceof Error ? error.message : pattern);
  }
}
