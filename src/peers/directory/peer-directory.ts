import type { Config } from '../../config';
import { isAllowed, isShown, type Peer, type PeerState } from './peer';
import { peerModeOf } from './peer-mode';
import type { PeerSettingsStore } from './peer-settings.store';
import type { PeerStore } from './peer.store';

/** All peers in memory, as of the last 2 seconds: who asks on the ad path asks no database. */
export interface PeerDirectory {
  find(address: string): Peer | null;
  countOf(state: PeerState): number;
  /** Says that something of a peer may go on in a direction now: of none where peers are off, or the operator has paused all. */
  isOpen(address: string, direction: 'oursThere' | 'theirsHere'): boolean;
  /** Addresses of peers whose campaigns may be offered now; empty where peers are off, or the operator has paused all. */
  listShown(): readonly string[];
  /** Says that the operator has paused all peers. */
  isPaused(): boolean;
  load(): Promise<void>;
  /** Takes up changes. */
  refresh(changed: {
    readonly addresses: readonly string[];
    readonly areSettingsChanged: boolean;
  }): Promise<void>;
}

const pageSize = 500;

export function createPeerDirectory({
  config,
  peers,
  peerSettings,
}: {
  readonly config: Pick<Config, 'peers' | 'ledgerUrls'>;
  readonly peers: PeerStore;
  readonly peerSettings: PeerSettingsStore;
}): PeerDirectory {
  const known = new Map<string, Peer>();
  let isPaused = false;
  let isOff = false;

  async function loadSettings(): Promise<void> {
    const settings = await peerSettings.get();
    isPaused = settings.pausedAt !== null;
    isOff = peerModeOf(config, settings) === 'off';
  }

  return {
    find: (address) => known.get(address) ?? null,
    countOf: (state) => [...known.values()].filter((peer) => peer.state === state).length,
    isPaused: () => isPaused,

    isOpen(address, direction) {
      const peer = known.get(address);
      return !isOff && !isPaused && peer !== undefined && isAllowed(peer, direction);
    },

    listShown() {
      if (isOff || isPaused) return [];
      return [...known.values()].filter(isShown).map(({ address }) => address);
    },

    async load() {
      await loadSettings();
      for (let afterId: string | null = null; ; ) {
        const page: readonly Peer[] = await peers.listAll(
          { state: null },
          { first: pageSize, afterId },
        );
        for (const peer of page) known.set(peer.address, peer);
        if (page.length < pageSize) return;
        afterId = page.at(-1)?.address ?? null;
      }
    },

    async refresh({ addresses, areSettingsChanged }) {
      if (areSettingsChanged) await loadSettings();
      if (addresses.length === 0) return;
      const found = await peers.listByAddresses(addresses);
      for (const address of addresses) known.delete(address);
      for (const peer of found) known.set(peer.address, peer);
    },
  };
}
