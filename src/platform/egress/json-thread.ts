import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { inflate } from './inflate';
import type { JsonOfThread, ParsedJson, ReceivedBody } from './json-threads';

/** No list or object of the network's formats is nested so deep. */
const mostLevels = 64;
/** The longest list of a peer has a third of them. */
const mostValues = 1_000_000;
/** The loop that takes a list over needs about a millisecond for so many, and answers finds between two parts. */
const valuesOfPart = 1_000;
/** So many characters of a text take as long as a value. */
const charactersOfValue = 256;

/** The thread that parses JSON: says that it is ready, then one message in, one out. */
parentPort?.on('message', (body: ReceivedBody) => {
  const answer = inParts(parse(body));
  const moved = 'parts' in answer ? answer.parts.map(({ buffer }) => buffer) : [];
  parentPort?.postMessage(answer, moved);
});
parentPort?.postMessage('ready');

function inParts(parsed: ParsedJson): JsonOfThread {
  if (!Array.isArray(parsed.value)) return parsed;
  const list: readonly unknown[] = parsed.value;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let part: unknown[] = [];
  let values = 0;
  const endPart = () => {
    parts.push(new Uint8Array(serialize(part)));
    part = [];
    values = 0;
  };
  for (const one of list) {
    part.push(one);
    values += countValues(one);
    if (values >= valuesOfPart) endPart();
  }
  endPart();
  return { parts, length: list.length, problem: null };
}

/** Values in a value, this included; long texts count as several. */
function countValues(value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfValue);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce(
    (sum, [name, one]) => sum + Math.floor(name.length / charactersOfValue) + countValues(one),
    1,
  );
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
