import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '../../ip-address';

const maxUrlLength = 1_024;

/**
 * Tells why a URL may not be called; null where it may. The address behind its host name is checked when the URL is
 * called.
 */
export function problemOfTarget(
  text: string,
  { allowsLoopback }: { readonly allowsLoopback: boolean },
): string | null {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (url === null || !/^https?:\/\/[^/\\]/i.test(text))
    return `must be an https URL of at most ${maxUrlLength} characters`;
  if (url.username !== '' || url.password !== '') return 'must have no user or password in it';
  if (url.hash !== '') return 'must have no fragment';
  const host = hostOf(url);
  if (allowsLoopback && isThisMachine(host)) return null;
  if (url.protocol !== 'https:') return 'must be an https URL';
  const isPublic = isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublicAddress(host);
  return isPublic ? null : 'must lead to a public address';
}

/** @returns addresses that may be called, or why there are none. @param resolve addresses of a name */
export async function addressesOf(
  url: URL,
  {
    allowsLoopback,
    resolve,
  }: {
    readonly allowsLoopback: boolean;
    readonly resolve: (hostname: string) => Promise<readonly string[]>;
  },
): Promise<readonly string[] | string> {
  const host = hostOf(url);
  if (allowsLoopback && isThisMachine(host)) return [host === 'localhost' ? '127.0.0.1' : host];
  if (url.protocol !== 'https:') return 'only https URLs are called';
  const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (found.length === 0) return 'its host has no address';
  return found.every(isPublicAddress) ? found : 'its host leads to an address that is not public';
}

/** Not by the system's resolver: its threads are few, and whoever chose the name decides how long it takes. */
export async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const found = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** An IPv4 address in an IPv6 notation is not taken for one. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || (isLoopback(host) && !host.startsWith('::ffff:'));
}
