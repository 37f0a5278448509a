import type { Config } from '../../config';
import type { PeerMode } from './peer';
import type { PeerSettings } from './peer-settings.store';

/**
 * How much other servers may do here. What nobody has set is `approve` with a wallet; without one, and in a database from
 * before there were peers, it is `off`.
 *
 * @see docs/contract.md §10
 */
export function peerModeOf(
  { peers, ledgerUrls }: Pick<Config, 'peers' | 'ledgerUrls'>,
  { beginsOff }: Pick<PeerSettings, 'beginsOff'>,
): PeerMode {
  if (peers !== null) return peers;
  return ledgerUrls === null || beginsOff ? 'off' : 'approve';
}

/** Says that a server has no peers since it is older than they are, and that nobody has decided on that. */
export function isLeftAlone(
  { peers, ledgerUrls }: Pick<Config, 'peers' | 'ledgerUrls'>,
  { beginsOff }: Pick<PeerSettings, 'beginsOff'>,
): boolean {
  return peers === null && ledgerUrls !== null && beginsOff;
}
