import type { PeerDirectory } from '../../peers/directory/peer-directory';
import type { PeerCampaignStore } from '../../peers/import/peer-campaign.store';
import type { Inventory } from './inventory';
import { chunksOf } from '../../non-empty';

interface ShownPeersOptions {
  readonly peerDirectory: Pick<PeerDirectory, 'listShown'>;
  readonly peerCampaigns: Pick<PeerCampaignStore, 'listPresent'>;
  readonly inventory: Pick<Inventory, 'refresh'>;
}

/** Campaigns per refresh: the inventory takes up others' changes between two. */
const campaignsPerRefresh = 500;

/** Lets the campaigns of peers come and go with the word on their peers. */
export class ShownPeers {
  readonly #shown = new Set<string>();

  constructor(private readonly options: ShownPeersOptions) {}

  /** To be called as the inventory has read all that may be shown. */
  begin(): void {
    for (const address of this.options.peerDirectory.listShown()) this.#shown.add(address);
  }

  /** To be called once the directory may have changed. What fails is done by the next call. */
  async refresh(): Promise<void> {
    const open = new Set(this.options.peerDirectory.listShown());
    for (const address of open.symmetricDifference(this.#shown)) {
      await this.#takeUp(address);
      if (open.has(address)) this.#shown.add(address);
      else this.#shown.delete(address);
    }
  }

  async #takeUp(address: string): Promise<void> {
    const found = await this.options.peerCampaigns.listPresent(address);
    for (const some of chunksOf(found, campaignsPerRefresh))
      await this.options.inventory.refresh({
        campaignIds: some.map(({ _id }) => _id),
        creativeIds: [],
      });
  }
}
