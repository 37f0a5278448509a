import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CandidateIndex } from '../selection/index/candidate-index';
import type { DemandCampaigns, DemandCreatives } from './all-demand';
import type { ChangedIds } from './changes';
import type { ForSale, SoldCreative } from './for-sale';
import type { Pricing } from './pricing';
import type { RefusedLandings } from './refused-landings';

export interface TakingUpOptions {
  readonly campaigns: Pick<DemandCampaigns, 'listActive'>;
  readonly creatives: Pick<DemandCreatives, 'listActive' | 'listActiveByCampaigns'>;
  readonly forSale: ForSale;
  readonly landings: Pick<RefusedLandings, 'admits' | 'forget'>;
  readonly pricing: Pricing;
  readonly index: CandidateIndex;
  /** While a load is under way, campaigns may be known in part only. */
  readonly isLoading: () => boolean;
}

/** The active campaigns that changes concern, and the creatives of theirs that were read. */
interface Read {
  readonly paying: ReadonlyMap<string, Campaign>;
  readonly creatives: readonly SoldCreative[];
  /** Campaigns whose active creatives were all read. */
  readonly isReadWhole: (campaignId: string) => boolean;
}

/** Returns a function that brings what is for sale, its prices and the index up to date with changes. */
export function createTakingUp(options: TakingUpOptions): (changed: ChangedIds) => Promise<void> {
  const { campaigns, creatives, forSale, landings, pricing, index, isLoading } = options;

  /** Active creatives of a campaign that is for sale are known, but those that changed; else all of them are read. */
  async function read({ campaignIds, creativeIds }: ChangedIds): Promise<Read> {
    const told = creativeIds.length === 0 ? [] : await creatives.listActive(creativeIds);
    const owners = new Set([...campaignIds, ...told.map(({ campaignId }) => campaignId)]);
    const paying = new Map((await campaigns.listActive([...owners])).map((one) => [one.id, one]));
    const strangers = new Set(
      [...paying.keys()].filter((id) => isLoading() || forSale.findCampaign(id) === null),
    );
    const theirs =
      strangers.size === 0 ? [] : await creatives.listActiveByCampaigns([...strangers]);
    return { paying, creatives: [...told, ...theirs], isReadWhole: (id) => strangers.has(id) };
  }

  /** Leaves out campaigns whose landing pages are refused now, however long the reading took. */
  function admitted(changed: ChangedIds, { paying, ...read }: Read): Read {
    for (const id of changed.campaignIds) if (!paying.has(id)) landings.forget(id);
    return {
      ...read,
      paying: new Map([...paying].filter(([, campaign]) => landings.admits(campaign))),
    };
  }

  function remove(id: string): void {
    const creative = forSale.find(id)?.creative;
    if (!creative) return;
    const { campaignId } = creative;
    forSale.remove(id);
    pricing.noteLeaving(creative);
    if (!forSale.findCampaign(campaignId)) pricing.forget(campaignId);
  }

  function add(creative: SoldCreative, campaign: Campaign): void {
    if (!forSale.find(creative.id)) pricing.noteComing(creative);
    forSale.add(creative, campaign);
  }

  /** Puts what was read in the place of what was for sale. @returns the creatives that may be new, other or gone */
  function replace(changed: ChangedIds, { paying, creatives, isReadWhole }: Read) {
    const active = new Map(creatives.map((creative) => [creative.id, creative]));
    const ids = new Set(changed.creativeIds);
    for (const campaignId of changed.campaignIds)
      for (const id of forSale.idsOf(campaignId)) {
        const known = forSale.find(id);
        if (known && !ids.has(id) && !isReadWhole(campaignId)) active.set(id, known.creative);
        ids.add(id);
      }
    for (const id of ids) remove(id);
    for (const creative of active.values()) {
      const campaign = paying.get(creative.campaignId);
      if (campaign) add(creative, campaign);
      ids.add(creative.id);
    }
    return [...ids];
  }

  return async (changed) => {
    const found = admitted(changed, await read(changed));
    const ids = replace(changed, found);
    for (const campaignId of found.paying.keys()) pricing.priceCampaign(campaignId);
    index.apply({
      upserts: ids.flatMap((id) => forSale.find(id) ?? []).map(pricing.candidateOf),
      removals: ids.filter((id) => !forSale.find(id)),
    });
  };
}
