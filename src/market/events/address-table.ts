import { parseIpAddress } from '../../ip-address';
import { assertPresent } from '../../present';

/** A fixed set of networks. */
export interface AddressTable {
  /** Says that a text is an address in one of the networks. */
  has(address: string): boolean;
}

interface Range<Bits> {
  readonly first: Bits;
  readonly last: Bits;
}

/**
 * A table of networks in CIDR notation, or single addresses; IPv4 and IPv6 mixed, overlapping or not. A look-up is a
 * binary search.
 *
 * @throws {RangeError} naming a network that cannot be read.
 */
export function createAddressTable(networks: readonly string[]): AddressTable {
  const ipv4: Range<number>[] = [];
  const ipv6: Range<bigint>[] = [];
  for (const network of networks) {
    const { family, first, last } = parseNetwork(network);
    if (family === 4) ipv4.push({ first: Number(first), last: Number(last) });
    else ipv6.push({ first, last });
  }
  const ipv4Ranges = mergeRanges(ipv4);
  const ipv6Ranges = mergeRanges(ipv6);
  return {
    has(text) {
      const address = parseIpAddress(text);
      if (!address) return false;
      return address.family === 4
        ? isInRanges(ipv4Ranges, address.bits)
        : isInRanges(ipv6Ranges, address.bits);
    },
  };
}

function parseNetwork(network: string): Range<bigint> & { readonly family: 4 | 6 } {
  const [text = '', prefix, ...rest] = network.split('/');
  const address = parseIpAddress(text);
  if (!address || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))
    throw new RangeError(`not a network: ${network}`);
  const width = address.family === 4 ? 32 : 128;
  // A prefix of an IPv4 network that was written as IPv6 counts the 96 bits in front of it.
  const offset = address.family === 4 && text.includes(':') ? 96 : 0;
  const length = prefix === undefined ? width : Number(prefix) - offset;
  if (length < 0 || length > width) throw new RangeError(`not a network: ${network}`);
  const hostBits = BigInt(width - length);
  const first = (BigInt(address.bits) >> hostBits) << hostBits;
  return { family: address.family, first, last: first | ((1n << hostBits) - 1n) };
}

/** Sorted, without overlaps. */
function mergeRanges<Bits extends number | bigint>(
  ranges: readonly Range<Bits>[],
): readonly Range<Bits>[] {
  const merged: Range<Bits>[] = [];
  for (const range of [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const previous = merged.at(-1);
    if (!previous || range.first > previous.last) merged.push(range);
    else if (range.last > previous.last)
      merged[merged.length - 1] = { first: previous.first, last: range.last };
  }
  return merged;
}

function isInRanges<Bits extends number | bigint>(
  ranges: readonly Range<Bits>[],
  bits: Bits,
): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const { first, last } = assertPresent(ranges[middle], 'the middle lies between first and last');
    if (bits < first) high = middle - 1;
    else if (bits > last) low = middle + 1;
    else return true;
  }
  return false;
}
