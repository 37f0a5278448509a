import { type HostOfServer, hostLookIdOf } from '../../../market/peer-events/host-look.store';
import type { VerificationContext } from '../verification.context';
import type { JudgedEvent } from './event-rule';
import { type HostLooks, isFresh, isOver } from './host-looks';

/** Reads the looks at hosts that views on other servers' sites are judged by, and asks for those that are not there. */
export async function getHostLooks(
  { config, hostLooks, now }: Pick<VerificationContext, 'config' | 'hostLooks' | 'now'>,
  events: readonly JudgedEvent[],
): Promise<HostLooks> {
  if (config.peerAdsTxt === 'none') return new Map();
  const asked = new Map(
    events.flatMap(({ kind, peer, occurredAt }) =>
      // Anybody can tell a host: only one that the campaign is for is asked.
      kind === 'impression' && peer?.host !== undefined && peer.unmet === null
        ? [[hostLookIdOf(peer.host), { ...peer.host, occurredAt }] as const]
        : [],
    ),
  );
  const looks = await hostLooks.listByIds([...asked.keys()]);
  const at = now();
  const missing = [...asked].flatMap(
    ([id, { host, domain, occurredAt }]): readonly HostOfServer[] =>
      isFresh(looks.get(id), at) || isOver(occurredAt, at) ? [] : [{ host, domain }],
  );
  await hostLooks.want(missing, at);
  return looks;
}
