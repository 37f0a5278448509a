import { LRUCache } from 'lru-cache';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { CreativeStore } from '../../demand/creatives/creative.store';
import { createSharedWork } from '../../platform/limits/shared-work';
import { roomFor } from '../../platform/process/cache-room';
import { secondMs } from '../../time';
import type { Inventory } from '../inventory/inventory';

export interface AdvertisedCreativesOptions {
  readonly inventory: Pick<Inventory, 'find'>;
  readonly creatives: Pick<CreativeStore, 'findById'>;
  readonly campaigns: Pick<CampaignStore, 'findById'>;
  readonly now: () => Date;
}

const goodForMs = 10 * secondMs;
const mostKept = 20_000;

/** A creative as another server's events are judged by it. */
export interface AdvertisedCreative extends Pick<CreativeForSale, 'id' | 'frequencyCaps'> {
  readonly campaign: Campaign;
}

/** The creatives that others may still show: those for sale, and those that have left the inventory. */
export class AdvertisedCreatives {
  readonly #left: LRUCache<string, { readonly found: AdvertisedCreative | null }>;
  readonly #share = createSharedWork().share;

  constructor(private readonly options: AdvertisedCreativesOptions) {
    const { now } = options;
    this.#left = new LRUCache({
      ...roomFor(mostKept),
      ttl: goodForMs,
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
    });
  }

  /** null: there is no such creative. */
  async find(creativeId: string): Promise<AdvertisedCreative | null> {
    const servable = this.options.inventory.find(creativeId);
    if (servable) return advertised(servable.creative, servable.campaign);
    const known = this.#left.get(creativeId);
    return known ? known.found : this.#share(creativeId, () => this.#read(creativeId));
  }

  async #read(creativeId: string): Promise<AdvertisedCreative | null> {
    const creative = await this.options.creatives.findById(creativeId);
    const campaign = creative && (await this.options.campaigns.findById(creative.campaignId));
    const found = creative && campaign && advertised(creative, campaign);
    this.#left.set(creativeId, { found });
    return found;
  }
}

const advertised = (
  { id, frequencyCaps }: Pick<CreativeForSale, 'id' | 'frequencyCaps'>,
  campaign: Campaign,
): AdvertisedCreative => ({ id, frequencyCaps, campaign });
