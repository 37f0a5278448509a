import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** An address as a whole number: 32 bits in a `number`, or 128 in a `bigint`. */
export type IpAddress =
  | { readonly family: 4; readonly bits: number }
  | { readonly family: 6; readonly bits: bigint };

const mappedIpv4 = 0xffffn;

/** The text of an address without the zone of an interface, as in `fe80::1%eth0`. */
function withoutZone(text: string): string {
  const at = text.indexOf('%');
  return at === -1 ? text : text.slice(0, at);
}

/** Reads an address; an IPv4 one in an IPv6 notation (`::ffff:192.0.2.1`) is the IPv4 one. null: not an address. */
export function parseIpAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return { family: 4, bits: ipv4Bits(text) };
  if (!isIPv6(text)) return null;
  const bits = ipv6Bits(withoutZone(text));
  return bits >> 32n === mappedIpv4
    ? { family: 4, bits: Number(bits & 0xffff_ffffn) }
    : { family: 6, bits };
}

/**
 * The address of a node as proxies write it into headers: alone, or with a port that the client had (`192.0.2.1:5678`,
 * `[2001:db8::1]:5678`). null: the node is unknown, hidden, or no address.
 *
 * @see RFC 7239 §6
 */
export function readForwardedAddress(node: string): string | null {
  const found = /^(?:\[([^\]]+)\]|([\d.]+)(?=:))(?::\d{1,5})?$/.exec(node);
  if (!found) return isIP(node) === 0 ? null : node;
  const [, ipv6 = '', ipv4 = ''] = found;
  if (isIPv6(ipv6)) return ipv6;
  return isIPv4(ipv4) ? ipv4 : null;
}

/** The network that an address is in, without the part that tells a person: /24 of IPv4, /48 of IPv6. */
export function truncateIpAddress(text: string): string | null {
  const address = parseIpAddress(text);
  if (!address) return null;
  const { family, bits } = address;
  if (family === 4) return dotted(bits & 0xffff_ff00);
  return `${ipv6Groups(bits, 3)}::`;
}

/** The first groups of an IPv6 address, in its usual notation, without leading zeros. */
export function ipv6Groups(bits: bigint, count: number): string {
  const groups = Array.from(
    { length: count },
    (_, at) => (bits >> BigInt(112 - 16 * at)) & 0xffffn,
  );
  return groups.map((group) => group.toString(16)).join(':');
}

/** Networks that are nobody's in particular: this machine, the house, the provider's own. IPv6 as events keep it, too. */
const localIpv4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  localIpv4.addSubnet(network, bits, 'ipv4');
// By itself: one list would hold IPv4 addresses, mapped, against the networks of IPv6, too.
const localIpv6 = new BlockList();
for (const [network, bits] of [
  ['::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  localIpv6.addSubnet(network, bits, 'ipv6');

/**
 * Says that a text is an address, in any notation, that leads to this very machine. A host name is no address.
 *
 * @see RFC 6890
 */
export function isLoopback(text: string): boolean {
  const address = parseIpAddress(text);
  if (!address || text.includes('%')) return false;
  return address.family === 4 ? address.bits >>> 24 === 127 : address.bits === 1n;
}

/** Says that a text is a loopback or private address, or the network of such an address. */
export function isLocalAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (!address) return false;
  if (address.family === 6) return localIpv6.check(withoutZone(text), 'ipv6');
  return localIpv4.check(dotted(address.bits), 'ipv4');
}

/** Addresses that no public server has, beside local ones: of documents, tests and protocols, multicast, reserved. */
const specialIpv4 = new BlockList();
for (const [network, bits] of [
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  specialIpv4.addSubnet(network, bits, 'ipv4');

const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
/** Tunnels to IPv4 addresses among them, which may be anybody's. */
const specialIpv6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIpv6.addSubnet(network, bits, 'ipv6');

/**
 * Says that a text is an address, in any notation, that a server on the internet may have.
 * @see RFC 6890, and IANA's registries of special-purpose addresses
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (!address || text.includes('%')) return false;
  if (address.family === 6)
    return globalIpv6.check(text, 'ipv6') && !specialIpv6.check(text, 'ipv6');
  const plain = dotted(address.bits);
  return !localIpv4.check(plain, 'ipv4') && !specialIpv4.check(plain, 'ipv4');
}

/** The usual notation of an IPv4 address. */
export function dotted(bits: number): string {
  return `${bits >>> 24}.${(bits >>> 16) & 0xff}.${(bits >>> 8) & 0xff}.${bits & 0xff}`;
}

/** @param text known to be an address: digits and points alone */
function ipv4Bits(text: string): number {
  let bits = 0;
  let part = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0) {
      bits = bits * 256 + part;
      part = 0;
    } else part = part * 10 + digit;
  }
  return bits * 256 + part;
}

function ipv6Bits(text: string): bigint {
  const [head = '', tail] = text.split('::', 2);
  const before = readIpv6Groups(head);
  const after = tail === undefined ? [] : readIpv6Groups(tail);
  const zeros = Array<bigint>(8 - before.length - after.length).fill(0n);
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) | group, 0n);
}

function readIpv6Groups(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return BigInt(`0x${group}`);
    const embedded = ipv4Bits(group);
    return [BigInt(embedded >>> 16), BigInt(embedded & 0xffff)];
  });
}
