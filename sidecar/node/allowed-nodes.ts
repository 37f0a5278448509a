import { BlockList, SocketAddress, isIPv4, isIPv6 } from 'node:net';
import { LedgerDataError } from '../ledger/errors';

/** A ledger node that this process may connect to. */
export interface AllowedNode {
  /** Canonical: lower-case name, dotted IPv4, or the shortest form of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** True where the node may have a loopback or private address. */
  readonly isPrivate: boolean;
}

/** An address that has passed the check, ready to be connected to without another look-up. */
export interface NodeEndpoint {
  readonly address: string;
  readonly family: 4 | 6;
  readonly port: number;
}

/** Looks a name up: every address that it has now. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Port of a ledger node where none is named. */
export const defaultNodePort = 6511;

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const hostName = new RegExp(`^(?:${label}\\.)*${label}$`);
/** A last label of digits or `0x…` makes address parsers take the whole name for an IPv4 address. */
const numericEnd = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;

/** Reachable only by an entry that says `/private`. */
const privateRanges = rangesOf(
  ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
  ['::1/128', 'fc00::/7'],
);

/** Never the address of a node: this network, link local (cloud metadata), documentation, multicast, reserved. */
const forbiddenIPv4 = rangesOf(
  [
    '0.0.0.0/8',
    '169.254.0.0/16',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  [],
);

/** Public IPv6 addresses are global unicast, without the ranges that stand for IPv4 or are reserved. */
const globalIPv6 = rangesOf([], ['2000::/3']);
const setApartIPv6 = rangesOf([], ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function rangesOf(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [ranges, family] of [[ipv4, 'ipv4'] as const, [ipv6, 'ipv6'] as const]) {
    for (const range of ranges) {
      const [network = '', prefix] = range.split('/');
      list.addSubnet(network, Number(prefix), family);
    }
  }
  return list;
}

/**
 * Writes a host in the one form that is compared: names in lower case, IPv6 addresses in their shortest form.
 * Any other notation of an address (octal, hex, short, one number, with a zone) gives null, and so does a name
 * that is not plain ASCII.
 */
export function canonicalHost(text: string): string | null {
  if (text.length > 253) return null;
  if (isIPv4(text)) return text;
  const bracketed = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  if (isIPv6(bracketed)) {
    if (bracketed.includes('%')) return null;
    return new SocketAddress({ address: bracketed, family: 'ipv6' }).address;
  }
  if (!/^[A-Za-z0-9._-]+$/.test(text)) return null;
  const name = text.toLowerCase();
  return hostName.test(name) && !numericEnd.test(name) ? name : null;
}

/**
 * Reads one entry of the allow-list: `host`, `host:port`, `[ipv6]:port`, each with `/private` behind
 * it if the node may sit at a loopback or private address.
 *
 * @throws {LedgerDataError} for anything else, and for a literal address that could never be used.
 */
export function parseAllowedNode(text: string): AllowedNode {
  const match = /^(\[[^\]]*\]|[^:/[\]]*)(?::(\d{1,5}))?(\/private)?$/.exec(text);
  const host = canonicalHost(match?.[1] ?? '');
  const port = Number(match?.[2] ?? defaultNodePort);
  if (!match || host === null || port < 1 || port > 65_535) {
    throw new LedgerDataError(`"${text}" is not a node; write host:port or host:port/private`);
  }
  const node = { host, port, isPrivate: match[3] !== undefined };
  if (!mayBeAllowed(host, node)) {
    throw new LedgerDataError(
      mayBeAllowed(host, { isPrivate: true })
        ? `${host} is a private address; write "${text}/private" if it is meant`
        : `${host} cannot be the address of a node`,
    );
  }
  return node;
}

/**
 * Finds the first entry that fits what the caller has named. Whoever names nothing gets the first entry.
 * No name is looked up here.
 *
 * @returns null if the allow-list has no such entry
 */
export function findAllowedNode(
  nodes: readonly AllowedNode[],
  wanted: { readonly host?: string | undefined; readonly port?: number | undefined },
): AllowedNode | null {
  const host = wanted.host === undefined ? undefined : canonicalHost(wanted.host);
  const found = nodes.find(
    (node) =>
      (host === undefined || node.host === host) &&
      (wanted.port === undefined || node.port === wanted.port),
  );
  return found ?? null;
}

/**
 * Turns an entry into the addresses that may be connected to, in the resolver's order. Addresses that the
 * entry does not allow are left out: a public name that suddenly has a private address leads nowhere.
 */
export async function resolveAllowedNode(
  node: AllowedNode,
  resolveHost: ResolveHost,
): Promise<readonly NodeEndpoint[]> {
  const addresses = isLiteral(node.host) ? [node.host] : await resolveHost(node.host);
  return addresses
    .filter((address) => isAllowedAddress(address, node))
    .map((address) => ({ address, family: isIPv4(address) ? 4 : 6, port: node.port }));
}

/**
 * False for a host that is known to be refused without a look-up: `localhost` is always loopback.
 *
 * @see RFC 6761 section 6.3
 */
function mayBeAllowed(host: string, node: Pick<AllowedNode, 'isPrivate'>): boolean {
  if (isLiteral(host)) return isAllowedAddress(host, node);
  return node.isPrivate || !/(?:^|\.)localhost$/.test(host);
}

function isLiteral(host: string): boolean {
  return isIPv4(host) || isIPv6(host);
}

function isAllowedAddress(address: string, { isPrivate }: Pick<AllowedNode, 'isPrivate'>): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (family === 'ipv6' && (!isIPv6(address) || address.includes('%'))) return false;
  if (privateRanges.check(address, family)) return isPrivate;
  if (family === 'ipv4') return !forbiddenIPv4.check(address, family);
  return globalIPv6.check(address, family) && !setApartIPv6.check(address, family);
}
