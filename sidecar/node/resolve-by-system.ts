import { lookup } from 'node:dns/promises';
import type { ResolveHost } from './allowed-nodes';

/** Asks the system's resolver for all addresses of a name. */
export const resolveBySystem: ResolveHost = shareLookups(async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
});

/**
 * Looks a name up once for all who ask while the look-up is under way. The system looks up four names at a
 * time: without this, many calls for a name whose server is silent would block the look-up of all others.
 * No answer is kept.
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
