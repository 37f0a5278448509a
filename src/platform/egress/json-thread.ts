import { parentPort } from 'node:worker_threads';
import { inflate } from './inflate';
import type { BodyToParse, JsonOfThread, ParsedJson, ReceivedBody } from './json-threads';
import { buffersOf, toParts } from './list-in-parts';

/** No list or object of the network's formats is nested so deep. */
const mostLevels = 64;
/** The longest list of a peer has a third of them. */
const mostValues = 1_000_000;

/** The thread that parses JSON: says that it is ready, then one message in, one out. */
parentPort?.on('message', (body: BodyToParse) => {
  const answer = answerOf(body);
  parentPort?.postMessage(answer, 'parts' in answer ? buffersOf(answer) : []);
});
parentPort?.postMessage('ready');

function answerOf({ listMember, ...body }: BodyToParse): JsonOfThread {
  const parsed = parse(body);
  return Array.isArray(parsed.value)
    ? { ...toParts(parsed.value, listMember), problem: null }
    : parsed;
}

function parse({ blocks, encoding, maxBytes }: ReceivedBody): ParsedJson {
  const bytes = inflate(Buffer.concat(blocks), encoding, maxBytes);
  if (typeof bytes === 'string') return { value: null, problem: bytes };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { value: null, problem: 'its answer is not UTF-8' };
  }
  try {
    const value: unknown = JSON.parse(text);
    const problem = problemOf(value);
    return problem === null ? { value, problem } : { value: null, problem };
  } catch {
    return { value: null, problem: 'its answer is no JSON' };
  }
}

function problemOf(value: unknown): string | null {
  let values = 0;
  const find = (one: unknown, levels: number): string | null => {
    if ((values += 1) > mostValues) return `its JSON has more than ${mostValues} values`;
    if (typeof one !== 'object' || one === null) return null;
    if (levels === 0) return `its JSON has more than ${mostLevels} levels`;
    for (const each of Object.values(one)) {
      const problem = find(each, levels - 1);
      if (problem !== null) return problem;
    }
    return null;
  };
  return find(value, mostLevels);
}
