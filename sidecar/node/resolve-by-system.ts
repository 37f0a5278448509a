import { lookup } from 'node:dns/promises';
import type { ResolveHost } from './allowed-nodes';

/** Asks the system's resolver for all addresses of a name. */
export const resolveBySystem: ResolveHost = shareLookups(async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
});

/**
 * Lets everybody who asks for a name while it is being looked up wait for that one answer. The system looks
 * up four names at a time: without this, calls for a name whose server is silent would keep all other
 * names from being looked up. No answer is kept.
 */
export function shareLookups(resolveHost: ResolveHost): ResolveHost {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const shared =
      underWay.get(host) ?? resolveHost(host).finally(() => void underWay.delete(host));
    underWay.set(host, shared);
    return shared;
  };
}
