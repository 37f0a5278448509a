import type { Logger } from 'pino';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { RefusedDomains } from '../../demand/refused-domains/refused-domains';
import type { CurrentTaxonomy } from '../../demand/taxonomy/current-taxonomy';
import { CandidateIndex } from '../selection/index/candidate-index';
import type { Candidate, Targeting } from '../selection/types';
import { type AllDemandOptions, createAllDemand } from './all-demand';
import type { CampaignPrice } from './campaign-prices';
import type { OnOffer } from './candidate';
import type { CappedItem } from './capped-items';
import { type ChangedIds, GatheredChanges, inTurn } from './changes';
import type { CategorizedCampaigns } from './categorized-campaigns';
import type { CreativeResults } from './creative-results';
import { ForSale, type ServableCreative } from './for-sale';
import { Pace } from '../../platform/process/pace';
import { createPricing } from './pricing';
import { readForSale } from './read-for-sale';
import { listTurned, RefusedLandings } from './refused-landings';
import { createRearrangement } from './rearrangement';
import { WeekHours } from './week-hours';
import { createTakingUp } from './taking-up';
import { chunksOf } from '../../non-empty';

/**
 * Everything that is for sale, in memory: finds never ask the database for it. Kept fresh by `refresh`, which the
 * change feed calls.
 */
export interface Inventory {
  readonly index: CandidateIndex;
  /** The hour of the week by each clock that campaigns have schedules of, see `WeekHours`. The same object for some minutes. */
  hoursOfWeek(now: number, utcOffset?: number | null): Targeting;
  find(creativeId: string): ServableCreative | null;
  /** null: it has no creative for sale. */
  findCampaign(campaignId: string): Campaign | null;
  /** Campaigns with a creative for sale. To be gone through at once: it changes. */
  campaigns(): Iterable<Campaign>;
  /** Creatives of a campaign that are for sale. To be gone through at once. */
  creativesOf(campaignId: string): Iterable<CreativeForSale>;
  /** Some campaign has caps on how often a visitor sees it. */
  hasCappedCampaigns(): boolean;
  /** Some creative has caps of its own. */
  hasCappedCreatives(): boolean;
  /** The caps of a campaign or of a creative, also for a while after it went off sale; null: it has none. */
  findCapped(id: string): CappedItem | null;
  /** Which campaigns may not be on one page. */
  readonly competitors: Pick<CategorizedCampaigns, 'competitorsOf'>;
  /** Campaigns that show each creative once a page. */
  readonly shownOncePerPage: Pick<ReadonlySet<string>, 'size' | 'has'>;
  /** The campaign of each creative whose campaign wants all placements of a page, or none. */
  readonly roadblockOf: ReadonlyMap<string, string>;
  /** Creatives of a campaign that are for sale, by id. */
  creativeIdsOf(campaignId: string): ReadonlySet<string>;
  /** Everybody who has a campaign with a creative for sale. To be gone through at once: it changes. */
  advertiserIds(): Iterable<string>;
  /** Campaigns of one of these with a creative for sale. To be gone through at once. */
  campaignsOf(advertiserId: string): Iterable<Campaign>;
  /** Also of creatives that went off sale lately: their clicks still come. Null: ask the store. */
  findLandingUrl(creativeId: string): string | null;
  /** The most that it pays, as of its last pricing; all 0 for a campaign that is not for sale. */
  priceOf(campaignId: string): CampaignPrice;
  /** The same where its bid is modified. @param multiplier millionths of the bid */
  priceAt(campaignId: string, multiplier: number): CampaignPrice;
  /** USD that were paid for 1,000 accepted views, as of the last pricing; null while it has had fewer than 100. */
  paidRpmOf(campaignId: string): number | null;
  /** A creative of ours as the selection would see it if it were for sale; it does not become so. */
  imagine(onOffer: OnOffer): Candidate;
  /** Reads all that is active. */
  load(): Promise<void>;
  /**
   * Takes up changes of these campaigns and creatives; ids that are not for sale leave the inventory. Many changes
   * start a rearrangement, which is not waited for.
   */
  refresh(changed: ChangedIds): Promise<void>;
  /** Lets campaigns go and come whose landing pages are refused now, or are not any more. */
  refreshRefused(): Promise<void>;
  /**
   * Prices everything anew from the results, reads targeting by the taxonomy in force, and rearranges the index: in
   * slices of about a millisecond, an eighth of the time. What is asked for while it is under way is done once more
   * after that.
   */
  rerank(): Promise<void>;
}

export interface InventoryOptions extends AllDemandOptions {
  readonly results: CreativeResults;
  readonly taxonomy: Pick<CurrentTaxonomy, 'current'>;
  readonly refusedDomains: Pick<RefusedDomains, 'findLanding'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Campaigns per refresh: others' changes are taken up between two. */
const turnedPerRefresh = 500;

export function createInventory(options: InventoryOptions): Inventory {
  const { results, taxonomy, refusedDomains, now, log } = options;
  const { campaigns, creatives } = createAllDemand(options);
  const index = CandidateIndex.of([]);
  const forSale = new ForSale(now);
  const landings = new RefusedLandings(refusedDomains);
  const pace = new Pace();
  const weekHours = new WeekHours();
  const pricing = createPricing({ forSale, results, taxonomy, weekHours, pace, now });
  const rearrangement = createRearrangement({ index, pricing, pace, log });
  /** Changes told since a load began, which may read what is older; null: no load is under way. */
  let toldWhileLoading: GatheredChanges | null = null;
  const isLoading = () => toldWhileLoading !== null;
  const parts = { campaigns, creatives, forSale, landings, pricing, index, isLoading };
  const takeUp = createTakingUp(parts);
  const takeUpInTurn = inTurn(async (changed) => {
    await takeUp(changed);
    rearrangement.startWhenDue();
  });

  return {
    index,
    hoursOfWeek: (at, utcOffset) => weekHours.at(at, utcOffset),
    find: (creativeId) => forSale.find(creativeId),
    findCampaign: (campaignId) => forSale.findCampaign(campaignId),
    campaigns: () => forSale.campaigns(),
    creativesOf: (campaignId) => forSale.creativesOf(campaignId),
    hasCappedCampaigns: () => forSale.hasCappedCampaigns,
    hasCappedCreatives: () => forSale.hasCappedCreatives,
    findCapped: (id) => forSale.findCapped(id),
    competitors: forSale.competitors,
    shownOncePerPage: forSale.shownOncePerPage,
    roadblockOf: forSale.roadblockOf,
    creativeIdsOf: (campaignId) => forSale.idsOf(campaignId),
    advertiserIds: () => forSale.advertiserIds(),
    campaignsOf: (advertiserId) => forSale.campaignsOf(advertiserId),
    findLandingUrl: (creativeId) => forSale.findLandingUrl(creativeId),
    priceOf: (campaignId) => pricing.priceOf(campaignId),
    priceAt: (campaignId, multiplier) => pricing.priceAt(campaignId, multiplier),
    paidRpmOf: (campaignId) => pricing.paidRpmOf(campaignId),
    imagine: (onOffer) => pricing.imagine(onOffer),

    async load() {
      // A load that failed may have left what it had read.
      const told = (toldWhileLoading ??= new GatheredChanges());
      await readForSale(forSale, { campaigns, creatives, landings, now, log });
      await takeUpInTurn(told.toChangedIds());
      toldWhileLoading = null;
      await rearrangement.rerank();
      pace.serve();
    },

    async refresh(changed) {
      // The feed tells of sites and accounts too.
      if (changed.campaignIds.length + changed.creativeIds.length === 0) return;
      toldWhileLoading?.add(changed);
      await takeUpInTurn(changed);
    },

    async refreshRefused() {
      const turned = await listTurned({ forSale, landings });
      for (const campaignIds of chunksOf(turned, turnedPerRefresh))
        await this.refresh({ campaignIds, creativeIds: [] });
    },

    rerank: () => rearrangement.rerank(),
  };
}
