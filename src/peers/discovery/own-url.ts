import type { Config } from '../../config';
import { problemOfTarget } from '../../platform/egress/target';
import { inventoryPath } from './own-info.service';

/** Longer ones stop other servers. @see docs/peers.md §1 */
const mostUrlLength = 128;
/** Others take a URL for the name of a host, and look at each run between two dots as at one of its labels. */
const mostRunLength = 63;

/** Tells why other servers cannot be told of this one by its public URL; null: they can. */
export function whyUntold(
  publicUrl: string,
  { allowsLoopbackPeers }: Pick<Config, 'allowsLoopbackPeers'>,
): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (publicUrl.length > mostUrlLength) return `they take a URL of ${mostUrlLength} characters`;
  if (allowsLoopbackPeers) return null;
  if (protocol !== 'https:') return 'they call https URLs alone';
  if (!hostname.includes('.')) return 'they want a host with a dot in it';
  if (problemOfTarget(publicUrl, { allowsLoopback: false }) !== null)
    return 'they call public addresses alone';
  const runs = `${publicUrl}${inventoryPath}`.split('.');
  return runs.some((run) => run.length > mostRunLength || run.endsWith('-'))
    ? `they take no more than ${mostRunLength} characters between two dots of a URL, nor a dash before a dot`
    : null;
}
