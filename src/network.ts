import { isIPv4 } from 'node:net';
import { dotted, ipv6Groups, parseIpAddress } from './ip-address';

/**
 * The network that counts as one visitor when requests are counted: an IPv4 address, in whatever notation, of IPv6 the
 * first 64 bits, within which a host picks its addresses freely. All text that is no address is one network, the unknown:
 * the empty text.
 */
export function networkOf(text: string): string {
  if (isIPv4(text)) return text;
  const address = parseIpAddress(text);
  if (!address) return '';
  if (address.family === 4) return dotted(address.bits);
  return `${ipv6Groups(address.bits, 4)}::/64`;
}
