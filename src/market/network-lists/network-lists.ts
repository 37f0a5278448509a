import type { Logger } from 'pino';
import { isLocalAddress, parseIpAddress } from '../../ip-address';
import defaultDataCenters from './default-data-centers.json';
import defaultProxies from './default-proxies.json';
import type { NetworkListKind } from './network-list';
import type { NetworkListStore } from './network-list.store';
import type { NetworkSet } from './network-set';
import { NetworkSetBuilder } from './network-set-builder';

/** Why nobody browses from a network. */
export type NetworkFinding = 'data_center' | 'proxy';

interface KnownList {
  readonly version: string;
  readonly networks: NetworkSet;
}

/** The lists of networks that are in force in this process. */
export class NetworkLists {
  readonly #store: Pick<NetworkListStore, 'list' | 'findNetworks'>;
  readonly #log: Logger;
  /** The operator's setting: it holds beside any list. */
  readonly #added: NetworkSet;
  /** In force for a kind that the operator has imported no list of. */
  readonly #defaults: Partial<Record<NetworkListKind, NetworkSet>> = {
    data_center: setOf(defaultDataCenters.networks),
    proxy: setOf(defaultProxies.networks),
  };
  #lists: ReadonlyMap<NetworkListKind, KnownList> = new Map();

  constructor(options: {
    readonly store: Pick<NetworkListStore, 'list' | 'findNetworks'>;
    readonly log: Logger;
    /** Networks of data centres beside any list. */
    readonly added: readonly string[];
  }) {
    this.#store = options.store;
    this.#log = options.log;
    this.#added = setOf(options.added);
  }

  /** The list that an address is on; null: none, or it is exempt, or no address. Local ones are on none but the operator's own. */
  findingOf(text: string): NetworkFinding | null {
    const address = parseIpAddress(text);
    if (!address) return null;
    const isOn = (kind: NetworkListKind) =>
      (this.#lists.get(kind)?.networks ?? this.#defaults[kind])?.has(address) ?? false;
    if (isOn('exempt')) return null;
    if (this.#added.has(address)) return 'data_center';
    if (isLocalAddress(text)) return null;
    if (isOn('data_center')) return 'data_center';
    return isOn('vpn') || isOn('proxy') ? 'proxy' : null;
  }

  /** Takes up what is stored. Lists that did not change are not read. */
  async refresh(): Promise<void> {
    const lists = new Map<NetworkListKind, KnownList>();
    for (const { kind, version } of await this.#store.list()) {
      const before = this.#lists.get(kind);
      if (before?.version === version) {
        lists.set(kind, before);
        continue;
      }
      const networks = await this.#store.findNetworks(version);
      // Another one is there already: its change is told, too.
      if (networks === null) {
        if (before) lists.set(kind, before);
        continue;
      }
      this.#log.info({ kind, networks: networks.size }, 'a list of networks is in force');
      lists.set(kind, { version, networks });
    }
    this.#lists = lists;
  }
}

function setOf(networks: readonly string[]): NetworkSet {
  const builder = new NetworkSetBuilder();
  for (const network of networks) builder.add(network);
  return builder.build();
}
