import { type HostOfServer, hostLookIdOf } from '../../../market/peer-events/host-look.store';
import { dayMs } from '../../../time';
import type { VerificationContext } from '../verification.context';
import type { JudgedEvent } from './event-rule';
import { type HostLooks, isFresh, isOver } from './host-looks';

/**
 * Hosts of one server that are looked at for the first time within 24 hours, as many as its new sites: whoever tells others makes us
 * call nobody else.
 */
export const newHostLooks = { name: 'host-looks', most: 1_000, windowMs: dayMs, isFinal: true };

type Context = Pick<VerificationContext, 'config' | 'hostLooks' | 'hostLookLimiter' | 'now'>;

/** Reads the looks at hosts that views on other servers' sites are judged by, and asks for those that are not there. */
export async function getHostLooks(
  { config, hostLooks, hostLookLimiter, now }: Context,
  events: readonly JudgedEvent[],
): Promise<HostLooks> {
  if (config.peerAdsTxt === 'none') return new Map();
  const asked = new Map(
    events.flatMap(({ kind, peer, invalidTraffic, occurredAt }) =>
      // Anybody can tell a host: only one that the campaign is for is asked, and for no bot.
      kind === 'impression' &&
      peer?.host !== undefined &&
      peer.unmet === null &&
      invalidTraffic === null
        ? [[hostLookIdOf(peer.host), { ...peer.host, address: peer.address, occurredAt }] as const]
        : [],
    ),
  );
  const looks = await hostLooks.listByIds([...asked.keys()]);
  const at = now();
  const missing: HostOfServer[] = [];
  for (const [id, { host, domain, address, occurredAt }] of asked) {
    const look = looks.get(id);
    if (isFresh(look, at) || isOver(occurredAt, at)) continue;
    if (look !== undefined || (await hostLookLimiter.take(address)) === 0)
      missing.push({ host, domain });
  }
  await hostLooks.want(missing, at);
  return looks;
}
