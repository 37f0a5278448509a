import { requestTypes } from '../ledger/requests/index';
import { transactionTypes } from '../ledger/transactions/index';

/** The node's own types: known to it, never served. Only who sends them is looked at. */
const ownTypes: readonly number[] = [1, 2, 27];
const prefixBytes = 7;

/** Bytes of data and additional part, and of each item that the last two of them count. */
interface Size {
  readonly fixed: number;
  readonly perItem: number;
}

const sizes: ReadonlyMap<number, Size> = new Map([
  ...ownTypes.map((type) => [type, { fixed: prefixBytes, perItem: 0 }] as const),
  ...[...transactionTypes].map(
    ([type, { layout, bytesPerItem }]) =>
      [type, { fixed: layout.minSize, perItem: bytesPerItem }] as const,
  ),
  ...[...requestTypes].map(([type, { size }]) => [type, { fixed: size, perItem: 0 }] as const),
]);

/** Types that the node knows, however little it does with them. */
export function isKnownType(type: number): boolean {
  return sizes.has(type);
}

/**
 * How many bytes of `body` are data and additional part; the signature follows. By the type and its
 * counters, not by the length that the client has put before.
 *
 * @returns null while too little is there to tell
 * @see docs/ledger-protocol.md §6
 */
export function dataSizeOf(body: Uint8Array): number | null {
  const size = sizes.get(body[0] ?? 0);
  if (!size) return null;
  const { fixed, perItem } = size;
  if (perItem === 0) return fixed;
  if (body.length < fixed) return null;
  const { buffer, byteOffset, byteLength } = body;
  const items = new DataView(buffer, byteOffset, byteLength).getUint16(fixed - 2, true);
  return fixed + perItem * items;
}
