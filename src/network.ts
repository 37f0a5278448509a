import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that counts as one visitor when requests are counted: an IPv4 address, of IPv6 the first 64 bits, within which
 * a host picks its addresses freely. All text that is no address is one network, the unknown: the empty text.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : '';
  const [head = '', tail] = plain.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  // An IPv4 address at the end stands for two groups.
  const last = groups(tail ?? '').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array<string>(missing).fill('0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
