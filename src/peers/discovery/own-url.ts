import type { Config } from '../../config';

/** Longer ones stop other servers. @see docs/peers.md §1 */
const mostUrlLength = 128;

/** Tells why other servers cannot be told of this one by its public URL; null: they can. */
export function whyUntold(
  publicUrl: string,
  { allowsLoopbackPeers }: Pick<Config, 'allowsLoopbackPeers'>,
): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (publicUrl.length > mostUrlLength) return `they take a URL of ${mostUrlLength} characters`;
  if (allowsLoopbackPeers) return null;
  if (protocol !== 'https:') return 'they call https URLs alone';
  return hostname.includes('.') ? null : 'they want a host with a dot in it';
}
