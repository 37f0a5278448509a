import { createContext, Script } from 'node:vm';
import { locationError } from '../errors';

/** A compiled regular expression. */
export interface Pattern {
  test(text: string): boolean;
}

/** So many steps take some 50 ms at most. */
const maxFreeSteps = 20_000_000;
const timeoutMs = 100;

const matching = { pattern: /(?:)/, text: '' };
createContext(matching);
const script = new Script('pattern.test(text)');

/** @throws {MongoError} 51156 after 100 ms */
function testInTime(pattern: RegExp, text: string): boolean {
  Object.assign(matching, { pattern, text });
  try {
    return script.runInContext(matching, { timeout: timeoutMs }) === true;
  } catch {
    throw locationError(51156, `the regular expression takes over ${timeoutMs} ms for one value`);
  } finally {
    matching.text = '';
  }
}

/**
 * JavaScript's engine tries every way to share a text between repetitions, at most the text's length to the power
 * of their number. Where that may be much, a match gets a time limit, which costs 0.2 ms.
 *
 * @param repetitions how many repetitions and choices the pattern has; Infinity for one inside another
 */
export function boundedMatch(pattern: RegExp, repetitions: number): Pattern {
  const maxFreeLength = (maxFreeSteps / pattern.source.length) ** (1 / (repetitions + 1)) - 2;
  return {
    test: (text) => (text.length <= maxFreeLength ? pattern.test(text) : testInTime(pattern, text)),
  };
}
