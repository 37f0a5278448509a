import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { CreativeStore } from '../../demand/creatives/creative.store';
import type { PeerDemand } from '../../peers/import/peer-demand';
import type { SoldCreative } from './for-sale';

/** Campaigns that may be for sale: ours, and those of peers. */
export interface DemandCampaigns {
  listActive(ids: readonly string[]): Promise<readonly Campaign[]>;
  streamActive(): AsyncGenerator<readonly Campaign[]>;
}

/** Creatives that may be for sale: ours, and those of peers. */
export interface DemandCreatives {
  listActive(ids: readonly string[]): Promise<readonly SoldCreative[]>;
  listActiveByCampaigns(campaignIds: readonly string[]): Promise<readonly SoldCreative[]>;
  streamActive(): AsyncGenerator<readonly SoldCreative[]>;
}

export interface AllDemandOptions {
  readonly campaigns: Pick<CampaignStore, 'listActive' | 'streamActive'>;
  readonly creatives: Pick<CreativeStore, 'listActive' | 'listActiveByCampaigns' | 'streamActive'>;
  readonly peerDemand: PeerDemand;
}

/** Reads what is for sale of both, as if it were one. */
export function createAllDemand({ campaigns, creatives, peerDemand }: AllDemandOptions): {
  readonly campaigns: DemandCampaigns;
  readonly creatives: DemandCreatives;
} {
  const theirs = peerDemand;
  return {
    campaigns: {
      listActive: (ids) => both(campaigns.listActive(ids), theirs.campaigns.listActive(ids)),
      async *streamActive() {
        yield* campaigns.streamActive();
        yield* theirs.campaigns.streamActive();
      },
    },
    creatives: {
      listActive: (ids) =>
        both<SoldCreative>(creatives.listActive(ids), theirs.creatives.listActive(ids)),
      listActiveByCampaigns: (ids) =>
        both<SoldCreative>(
          creatives.listActiveByCampaigns(ids),
          theirs.creatives.listActiveByCampaigns(ids),
        ),
      async *streamActive() {
        yield* creatives.streamActive();
        yield* theirs.creatives.streamActive();
      },
    },
  };
}

async function both<Item>(
  ours: Promise<readonly Item[]>,
  theirs: Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const [first, second] = await Promise.all([ours, theirs]);
  return second.length === 0 ? first : [...first, ...second];
}
