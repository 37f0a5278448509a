import { BitReader } from './bit-reader';

/** A section of a GPP string: the rules that it is about, and its segments. */
export interface GppSection {
  readonly id: number;
  readonly segments: readonly [string, ...string[]];
}

const headerType = 3;
const headerVersion = 1;

/**
 * Takes a string of the IAB's Global Privacy Platform apart.
 *
 * @see IAB GPP 1.1, "Consent String Specification"
 * @throws {RangeError} when it is none.
 */
export function readGppString(text: string): readonly GppSection[] {
  const [header = '', ...sections] = text.split('~');
  return idsOf(header, sections.length).map((id, at) => {
    const [core = '', ...more] = sections[at]?.split('.') ?? [];
    return { id, segments: [core, ...more] };
  });
}

/** The header lists ids by their distances, and runs of ids by their ends. */
function idsOf(header: string, count: number): readonly number[] {
  const bits = new BitReader(header);
  if (bits.read(6) !== headerType || bits.read(6) !== headerVersion)
    throw new RangeError('no header of GPP 1');
  const ids: number[] = [];
  let last = 0;
  for (let items = bits.read(12); items > 0; items -= 1) {
    const isRun = bits.read(1) === 1;
    const first = last + readFibonacci(bits);
    last = isRun ? first + readFibonacci(bits) : first;
    if (last - first >= count - ids.length) throw new RangeError('sections are missing');
    for (let id = first; id <= last; id += 1) ids.push(id);
  }
  if (ids.length !== count) throw new RangeError('sections have no ids');
  return ids;
}

/** A whole number from 1 on: bits of the Fibonacci numbers that it is the sum of, the lowest first, and one more. */
function readFibonacci(bits: BitReader): number {
  let sum = 0;
  let wasSet = false;
  for (let [one, next] = [1, 2]; ; [one, next] = [next, one + next]) {
    const isSet = bits.read(1) === 1;
    if (isSet && wasSet) return sum;
    if (isSet) sum += one;
    wasSet = isSet;
  }
}
