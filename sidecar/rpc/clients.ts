import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, type BlockList } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * The address that a request counts for: the peer's, or, where the peer is a trusted proxy, the last
 * one in `X-Forwarded-For` that no trusted proxy has written.
 */
export function clientAddress(request: IncomingMessage, trusted: BlockList): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => plainAddress(entry.trim()))
    .reverse();
  let client = peer;
  for (const next of forwarded) {
    if (!isTrusted(client, trusted) || isIP(next) === 0) break;
    client = next;
  }
  return client;
}

/** Says that an address is one of a trusted proxy. */
export function isTrusted(address: string, trusted: BlockList): boolean {
  return isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * An address without the port that some proxies write behind it; an IPv4 address that is written as an IPv6 one becomes
 * IPv4.
 *
 * @see RFC 7239 §6
 */
export function plainAddress(node: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+)(?=:))(?::\d{1,5})?$/.exec(node) ?? [];
  const address = ipv6 ?? ipv4 ?? node;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** All addresses of one IPv6 network of 64 bits are one client: its owner can use any of them. */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const start = groupsOf(head);
  const end = groupsOf(tail);
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length;
  const groups = [...start, ...Array.from({ length: zeros }, () => '0'), ...end];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

function groupsOf(part = ''): readonly string[] {
  return part === '' ? [] : part.split(':');
}

/** Counts calls of each client. */
export interface ClientLimiter {
  /** @returns null if the calls may be made, else seconds until the client may try again */
  take(key: string, calls: number): Promise<number | null>;
}

/** @param callsPerMinute zero for no limit */
export function createClientLimiter(callsPerMinute: number): ClientLimiter {
  if (callsPerMinute === 0) return { take: () => Promise.resolve(null) };
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: 60 });
  return {
    async take(key, calls) {
      try {
        await limiter.consume(key, calls);
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
  };
}
