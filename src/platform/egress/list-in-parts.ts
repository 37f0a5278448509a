import { isRecord } from '../../record';
import type { ListInParts, JsonPart, LongElement } from './json-list';

/** The loop that takes a list over needs about a millisecond for so many, and answers finds between two parts. */
const valuesOfPart = 1_000;
/** The loop makes an element as a whole: with more values it would keep finds waiting for longer than some milliseconds. */
const mostValuesOfElement = 20_000;
/** So many characters of a text take as long as a value. */
const charactersOfValue = 256;

/**
 * Writes a list in parts. An element of too many values is undefined, which no JSON has. No part is written by `v8.serialize`:
 * until a full collection that keeps what it has written, and `v8.deserialize` what it has read.
 *
 * @param member of an element that may be a long list, which is in parts then, too; null: there is none
 */
export function toParts(list: readonly unknown[], member: string | null): ListInParts {
  const parts: JsonPart[] = [];
  let short: unknown[] = [];
  let values = 0;
  const endPart = () => {
    if (short.length > 0)
      parts.push(new TextEncoder().encode(JSON.stringify(short, withoutInfinity)));
    short = [];
    values = 0;
  };
  for (const one of list) {
    const ofOne = countValues(one);
    const long = ofOne > valuesOfPart && member !== null ? splitOff(one, member) : undefined;
    if (long !== undefined || ofOne > mostValuesOfElement) {
      endPart();
      parts.push(long);
      continue;
    }
    short.push(one);
    values += ofOne;
    if (values >= valuesOfPart) endPart();
  }
  endPart();
  return { parts, length: list.length };
}

/** A number such as 1e999, which JSON cannot write again, becomes a text: as null it would say that there is none. */
const withoutInfinity = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** Splits a list off an element that has one by this name. @returns undefined where it has none */
function splitOff(element: unknown, member: string): LongElement | undefined {
  if (!isRecord(element)) return undefined;
  const { [member]: list, ...rest } = element;
  return Array.isArray(list)
    ? { rest: toParts([rest], null), member, list: toParts(list, null) }
    : undefined;
}

/** Buffers of all parts, which another thread can take over. */
export function buffersOf({ parts }: ListInParts): ArrayBuffer[] {
  return parts.flatMap((part) => {
    if (part === undefined) return [];
    return part instanceof Uint8Array
      ? [part.buffer]
      : [...buffersOf(part.rest), ...buffersOf(part.list)];
  });
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
