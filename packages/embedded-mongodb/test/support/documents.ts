import { BSON } from 'bson';
import { decodeDocument, type Doc, type Value } from '../../src/bson/values';

/**
 * The document that a driver would send for a plain object: integral numbers become int32, bigint
 * int64, and `bson` classes keep their type. Maps and values that are documents already may be inside.
 */
export function doc(object: object): Doc {
  return decodeDocument(BSON.serialize(object));
}

/** The same for a value of any type. */
export function value(of: unknown): Value {
  return doc({ of }).get('of')!;
}

let seed = 20_240_229;

/** An integer from 0 to `below` - 1; the sequence is the same in every run. */
export function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}
