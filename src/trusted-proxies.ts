import { BlockList, isIP, isIPv4 } from 'node:net';
import { readForwardedAddress } from './ip-address';

/**
 * Tells whether a node of `X-Forwarded-For`, in each form that proxies write, is one of our proxies.
 *
 * @param ranges addresses or CIDR ranges
 */
export function createProxyTrust(ranges: readonly string[]): (node: string) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = isIPv4(network) ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(network, family);
    else trusted.addSubnet(network, Number(bits), family);
  }
  return (node) => {
    const address = readForwardedAddress(node);
    return address !== null && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  };
}
