import { parseIpAddress } from '../../ip-address';

/** A network as the first and the last of its addresses; of IPv6 the upper 64 bits. */
export type Network =
  | { readonly family: 4; readonly first: number; readonly last: number }
  | { readonly family: 6; readonly first: bigint; readonly last: bigint };

/** A list with more than that in one line has a mistake: no company has as much. */
const shortest = { 4: 8, 6: 16 } as const;

/**
 * Reads a network in CIDR notation, or a single address, of IPv4 or IPv6.
 *
 * @see RFC 4632 §3.1, RFC 4291 §2.3
 * @throws {RangeError} saying what is wrong with it.
 */
export function parseNetwork(network: string): Network {
  const [text = '', prefix, ...rest] = network.split('/');
  const address = parseIpAddress(text);
  if (!address || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))
    throw new RangeError(`not a network: ${network.slice(0, 60)}`);
  const width = address.family === 4 ? 32 : 128;
  // A prefix of an IPv4 network that was written as IPv6 counts the 96 bits in front of it.
  const offset = address.family === 4 && text.includes(':') ? 96 : 0;
  const length = prefix === undefined ? width : Number(prefix) - offset;
  if (length < 0 || length > width) throw new RangeError(`not a network: ${network.slice(0, 60)}`);
  if (length < shortest[address.family])
    throw new RangeError(`larger than /${shortest[address.family]}: ${network.slice(0, 60)}`);
  if (address.family === 4) {
    const hosts = 2 ** (32 - length);
    const first = Math.floor(address.bits / hosts) * hosts;
    return { family: 4, first, last: first + hosts - 1 };
  }
  const hostBits = BigInt(Math.max(0, 64 - length));
  const first = ((address.bits >> 64n) >> hostBits) << hostBits;
  return { family: 6, first, last: first | ((1n << hostBits) - 1n) };
}
