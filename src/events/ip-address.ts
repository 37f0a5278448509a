import { isIPv4, isIPv6 } from 'node:net';

/** An address as a number of its family's width: 32 bits or 128. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

const mappedIpv4 = 0xffffn;

/** Reads an address; an IPv4 one in an IPv6 notation (`::ffff:192.0.2.1`) is the IPv4 one. null: not an address. */
export function parseIpAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return { family: 4, bits: ipv4Bits(text) };
  if (!isIPv6(text)) return null;
  const bits = ipv6Bits(text.split('%', 1)[0]!);
  return bits >> 32n === mappedIpv4
    ? { family: 4, bits: bits & 0xffff_ffffn }
    : { family: 6, bits };
}

/** The network that an address is in, without the part that tells a person: /24 of IPv4, /48 of IPv6. */
export function truncateIpAddress(text: string): string | null {
  const address = parseIpAddress(text);
  if (!address) return null;
  if (address.family === 6)
    return `${[112n, 96n, 80n].map((shift) => ((address.bits >> shift) & 0xffffn).toString(16)).join(':')}::`;
  return [24n, 16n, 8n]
    .map((shift) => ((address.bits >> shift) & 0xffn).toString())
    .concat('0')
    .join('.');
}

function ipv4Bits(text: string): bigint {
  return text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function ipv6Bits(text: string): bigint {
  const [head = '', tail] = text.split('::', 2);
  const before = ipv6Groups(head);
  const after = tail === undefined ? [] : ipv6Groups(tail);
  const zeros = Array<bigint>(8 - before.length - after.length).fill(0n);
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) | group, 0n);
}

function ipv6Groups(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return BigInt(`0x${group}`);
    const embedded = ipv4Bits(group);
    return [embedded >> 16n, embedded & 0xffffn];
  });
}
