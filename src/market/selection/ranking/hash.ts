/** Spreads all bits of a 32-bit number over all bits of the result (unsigned); a bijection. */
function mixBits(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Unsigned 32-bit hash of a text: FNV-1a over its UTF-16 units, then spread. Not for secrets. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixBits(hash);
}

/** Unsigned 32-bit hash of two 32-bit numbers; the order of the two counts. */
export function hashPair(first: number, second: number): number {
  return mixBits(mixBits(first) + Math.imul(second, 0x9e3779b1));
}
