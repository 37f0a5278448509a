import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { CreativeOrigin } from '../../peers/import/peer-creative.store';
import { type CappedItem, CappedItems } from './capped-items';
import { CategorizedCampaigns } from './categorized-campaigns';
import { Retired } from './retired';

/** A creative for sale and the campaign that pays for it. */
export interface ServableCreative {
  readonly creative: CreativeForSale;
  readonly campaign: Campaign;
  /** null: ours; else the peer that it comes from. */
  readonly origin: CreativeOrigin | null;
}

/** A creative for sale; one of a peer tells where it comes from. */
export interface SoldCreative extends CreativeForSale {
  readonly origin?: CreativeOrigin;
}

const none: ReadonlySet<string> = new Set();

/** The creatives that are for sale, by their ids and by their campaigns. */
export class ForSale {
  readonly #creatives = new Map<string, ServableCreative>();
  readonly #idsOf = new Map<string, Set<string>>();
  /** The campaigns of each advertiser of ours, by their ids: both are asked for every few seconds. */
  readonly #campaignsOf = new Map<string, Set<string>>();
  /** Landing URLs of creatives. */
  readonly #retired = new Retired<string>();
  readonly #cappedCampaigns: CappedItems;
  readonly #cappedCreatives: CappedItems;
  readonly competitors = new CategorizedCampaigns();
  /** Campaigns that show each creative once a page. */
  readonly shownOncePerPage = new Set<string>();
  /** The campaign of each creative whose campaign wants all placements of a page, or none. */
  readonly roadblockOf = new Map<string, string>();

  constructor(now: () => Date) {
    this.#cappedCampaigns = new CappedItems(now);
    this.#cappedCreatives = new CappedItems(now);
  }

  add(creative: SoldCreative, campaign: Campaign): void {
    const { id, origin = null } = creative;
    this.#creatives.set(id, { creative, campaign, origin });
    let ids = this.#idsOf.get(campaign.id);
    if (!ids) {
      this.#idsOf.set(campaign.id, (ids = new Set()));
      if (origin === null) this.#noteCampaign(campaign);
    }
    ids.add(id);
    this.competitors.set(campaign);
    if (campaign.showsOncePerPage) this.shownOncePerPage.add(campaign.id);
    else this.shownOncePerPage.delete(campaign.id);
    if (campaign.roadblock) this.roadblockOf.set(id, campaign.id);
    else this.roadblockOf.delete(id);
    this.#cappedCampaigns.set(campaign.id, campaign.frequencyCaps, campaign);
    this.#cappedCreatives.set(id, creative.frequencyCaps, campaign);
  }

  /** Its landing URL is kept for a while: clicks on it still come. */
  remove(creativeId: string): void {
    const servable = this.#creatives.get(creativeId);
    if (!servable) return;
    this.#creatives.delete(creativeId);
    this.roadblockOf.delete(creativeId);
    const { id: campaignId, landingUrl } = servable.campaign;
    const ids = this.#idsOf.get(campaignId);
    ids?.delete(creativeId);
    if (ids?.size === 0) {
      this.#idsOf.delete(campaignId);
      if (servable.origin === null) this.#forgetCampaign(servable.campaign);
      this.competitors.delete(campaignId);
      this.shownOncePerPage.delete(campaignId);
      this.#cappedCampaigns.retire(campaignId);
    }
    this.#cappedCreatives.retire(creativeId);
    this.#retired.add(creativeId, landingUrl);
  }

  #noteCampaign({ id, advertiserId }: Campaign): void {
    const ids = this.#campaignsOf.get(advertiserId);
    if (ids) ids.add(id);
    else this.#campaignsOf.set(advertiserId, new Set([id]));
  }

  #forgetCampaign({ id, advertiserId }: Campaign): void {
    const ids = this.#campaignsOf.get(advertiserId);
    ids?.delete(id);
    if (ids?.size === 0) this.#campaignsOf.delete(advertiserId);
  }

  get size(): number {
    return this.#creatives.size;
  }

  find(creativeId: string): ServableCreative | null {
    return this.#creatives.get(creativeId) ?? null;
  }

  /** null: it has no creative for sale. */
  findCampaign(campaignId: string): Campaign | null {
    const [creativeId = ''] = this.idsOf(campaignId);
    return this.find(creativeId)?.campaign ?? null;
  }

  advertiserIds(): Iterable<string> {
    return this.#campaignsOf.keys();
  }

  *campaignsOf(advertiserId: string): Iterable<Campaign> {
    for (const campaignId of this.#campaignsOf.get(advertiserId) ?? none) {
      const campaign = this.findCampaign(campaignId);
      if (campaign) yield campaign;
    }
  }

  findLandingUrl(creativeId: string): string | null {
    const servable = this.#creatives.get(creativeId);
    return servable?.campaign.landingUrl ?? this.#retired.get(creativeId);
  }

  get hasCappedCampaigns(): boolean {
    return !this.#cappedCampaigns.isEmpty;
  }

  get hasCappedCreatives(): boolean {
    return !this.#cappedCreatives.isEmpty;
  }

  /** A campaign or a creative with caps of its own, also for a while after it went off sale; null: it has none. */
  findCapped(id: string): CappedItem | null {
    return this.#cappedCampaigns.find(id) ?? this.#cappedCreatives.find(id);
  }

  *campaigns(): Iterable<Campaign> {
    for (const campaignId of this.#idsOf.keys()) {
      const campaign = this.findCampaign(campaignId);
      if (campaign) yield campaign;
    }
  }

  *creativesOf(campaignId: string): Iterable<CreativeForSale> {
    for (const creativeId of this.idsOf(campaignId)) {
      const servable = this.find(creativeId);
      if (servable) yield servable.creative;
    }
  }

  idsOf(campaignId: string): ReadonlySet<string> {
    return this.#idsOf.get(campaignId) ?? none;
  }

  campaignIds(): Iterable<string> {
    return this.#idsOf.keys();
  }

  creatives(): Iterable<ServableCreative> {
    return this.#creatives.values();
  }
}
