const prefixBytes = 7;

/** Data and additional part of each type whose size does not depend on its content. */
const fixedSizes: ReadonlyMap<number, number> = new Map([
  [4, 61],
  [6, 53],
  [7, 15],
  [8, 21],
  [9, 47],
  [10, 81],
  [11, 23],
  [12, 21],
  [13, 23],
  [14, 21],
  [15, 143],
  [16, 17],
  [17, 18],
  [18, 15],
  [19, 19],
  [20, 19],
  [21, 43],
  [22, 15],
  [23, 15],
  [24, 17],
  [25, 15],
  [26, 21],
  // The node's own kinds: known to it, never served.
  [1, prefixBytes],
  [2, prefixBytes],
  [27, prefixBytes],
]);

/** Types with a counter at byte 15 and this many bytes for each counted. */
const countedSizes: ReadonlyMap<number, number> = new Map([
  [3, 1],
  [5, 14],
]);
const countedHead = 17;

/** Types that the node knows, however little it does with them. */
export function isKnownType(type: number): boolean {
  return fixedSizes.has(type) || countedSizes.has(type);
}

/**
 * How many bytes of `body` are data and additional part; the signature follows. By the type and its
 * counters, not by the length that the client has put before.
 *
 * @returns null while too little is there to tell
 * @see protocol.md, section 6
 */
export function dataSizeOf(body: Uint8Array): number | null {
  const [type] = body;
  if (type === undefined) return null;
  const perItem = countedSizes.get(type);
  if (perItem === undefined) return fixedSizes.get(type) ?? null;
  if (body.length < countedHead) return null;
  return countedHead + perItem * (body[15]! + 256 * body[16]!);
}
