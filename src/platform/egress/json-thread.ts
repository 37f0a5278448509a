import { parentPort } from 'node:worker_threads';
import type { ParsedJson } from './json-threads';

/** No list or object of the network's formats is nested so deep. */
const mostLevels = 64;

/** The thread that parses JSON: says that it is ready, then one message in, one out. */
parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(parse(bytes));
});
parentPort?.postMessage('ready');

function parse(bytes: Uint8Array): ParsedJson {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { value: null, problem: 'its answer is not UTF-8' };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isWithin(value, mostLevels)) return { value, problem: null };
    return { value: null, problem: `its JSON has more than ${mostLevels} levels` };
  } catch {
    return { value: null, problem: 'its answer is no JSON' };
  }
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((each) => isWithin(each, levels - 1));
}
