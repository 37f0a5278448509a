import { toApproximateNumber } from '../amount';
import type { Campaign } from '../campaigns/campaign';
import type { CampaignStore } from '../campaigns/campaign.store';
import type { Creative } from '../creatives/creative';
import type { CreativeStore } from '../creatives/creative.store';
import { CandidateIndex, rebuildAdvisedFrom } from '../selection/candidate-index';
import { effectiveRpm } from '../selection/effective-rpm';
import type { Candidate, Targeting } from '../selection/types';
import { flattenTargeting } from '../taxonomy/taxonomy';
import type { CreativeResults } from './creative-results';

/** A creative for sale and the campaign that pays for it. */
export interface ServableCreative {
  readonly creative: Creative;
  readonly campaign: Campaign;
}

/**
 * Everything that is for sale, in memory: finds never ask the database for it. Kept fresh by `refresh`, which the
 * change feed calls.
 */
export interface Inventory {
  readonly index: CandidateIndex;
  find(creativeId: string): ServableCreative | null;
  /** Also of creatives that went off sale lately: their clicks still come. Null: ask the store. */
  findLandingUrl(creativeId: string): string | null;
  /** Reads all that is active. */
  load(): Promise<void>;
  /** Takes up changes of these campaigns and creatives; ids that are not for sale leave the inventory. */
  refresh(changed: {
    readonly campaignIds: readonly string[];
    readonly creativeIds: readonly string[];
  }): Promise<void>;
  /** Prices everything anew from the results and rearranges the index, in slices of about a millisecond. */
  rerank(): Promise<void>;
}

export interface InventoryOptions {
  readonly campaigns: CampaignStore;
  readonly creatives: CreativeStore;
  readonly results: CreativeResults;
}

/** Landing URLs kept of creatives that went off sale. */
const maxRetired = 100_000;
/** Candidates that are priced before other work gets its turn. */
const pricedPerTurn = 1_000;
const nothing: Targeting = new Map();

export function createInventory({ campaigns, creatives, results }: InventoryOptions): Inventory {
  const index = CandidateIndex.of([]);
  const forSale = new Map<string, ServableCreative>();
  const creativeIdsOf = new Map<string, Set<string>>();
  const retired = new Map<string, string>();
  let isRearranging = false;

  function add(servable: ServableCreative): void {
    const { creative, campaign } = servable;
    forSale.set(creative.id, servable);
    let ids = creativeIdsOf.get(campaign.id);
    if (!ids) creativeIdsOf.set(campaign.id, (ids = new Set()));
    ids.add(creative.id);
  }

  function remove(creativeId: string): void {
    const servable = forSale.get(creativeId);
    if (!servable) return;
    forSale.delete(creativeId);
    const ids = creativeIdsOf.get(servable.campaign.id);
    ids?.delete(creativeId);
    if (ids?.size === 0) creativeIdsOf.delete(servable.campaign.id);
    retired.set(creativeId, servable.campaign.landingUrl);
    const [oldest] = retired.keys();
    if (retired.size > maxRetired && oldest !== undefined) retired.delete(oldest);
  }

  async function rearrange(): Promise<void> {
    if (isRearranging) return;
    isRearranging = true;
    try {
      const rebuild = index.beginRebuild();
      const candidates: Candidate[] = [];
      for (const servable of forSale.values()) {
        candidates.push(toCandidate(servable, results, index));
        if (candidates.length % pricedPerTurn === 0) await turn();
      }
      for (const _slice of rebuild.slices(candidates)) await turn();
    } finally {
      isRearranging = false;
    }
  }

  return {
    index,
    find: (creativeId) => forSale.get(creativeId) ?? null,
    findLandingUrl: (creativeId) =>
      forSale.get(creativeId)?.campaign.landingUrl ?? retired.get(creativeId) ?? null,

    async load() {
      const active = new Map<string, Campaign>();
      for await (const campaign of campaigns.streamActive()) active.set(campaign.id, campaign);
      for await (const creative of creatives.streamActive()) {
        const campaign = active.get(creative.campaignId);
        if (campaign) add({ creative, campaign });
      }
      await rearrange();
    },

    async refresh({ campaignIds, creativeIds }) {
      const ids = new Set([
        ...creativeIds,
        ...campaignIds.flatMap((id) => [...(creativeIdsOf.get(id) ?? [])]),
      ]);
      const active = await creatives.listActive({ ids: creativeIds, campaignIds });
      const owners = new Set(active.map(({ campaignId }) => campaignId));
      const paying = new Map((await campaigns.listActive([...owners])).map((one) => [one.id, one]));
      for (const id of ids) remove(id);
      for (const creative of active) {
        const campaign = paying.get(creative.campaignId);
        if (campaign) add({ creative, campaign });
        ids.add(creative.id);
      }
      const servables = [...ids].flatMap((id) => forSale.get(id) ?? []);
      index.apply({
        upserts: servables.map((servable) => toCandidate(servable, results, index)),
        removals: [...ids].filter((id) => !forSale.has(id)),
      });
      if (index.deltaSize >= rebuildAdvisedFrom) await rearrange();
    },

    rerank: rearrange,
  };
}

/** Lets whatever waits go first. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function toCandidate(
  { creative, campaign }: ServableCreative,
  results: CreativeResults,
  index: CandidateIndex,
): Candidate {
  const { impressions, clicks } = results.get(creative.id);
  return {
    creativeId: creative.id,
    campaignId: campaign.id,
    medium: campaign.medium,
    vendor: campaign.vendor,
    type: creative.type,
    mime: creative.mime,
    scope: creative.scope,
    effectiveRpm: effectiveRpm({
      maxCpm: campaign.maxCpm === null ? null : toApproximateNumber(campaign.maxCpm),
      maxCpc: campaign.maxCpc === null ? null : toApproximateNumber(campaign.maxCpc),
      hourlyBudget: toApproximateNumber(campaign.hourlyBudget),
      impressions,
      clicks,
      previousRpm: index.find(creative.id)?.effectiveRpm ?? null,
    }),
    impressions,
    startsAt: campaign.startsAt.getTime(),
    endsAt: campaign.endsAt?.getTime() ?? null,
    ...targetingOf(campaign),
    keywords: keywordsOf(creative),
  };
}

interface FlatTargeting {
  readonly requires: Targeting;
  readonly excludes: Targeting;
}

const flatTargeting = new WeakMap<Campaign, FlatTargeting>();

/** The same two maps for all creatives of a campaign: there are many. */
function targetingOf(campaign: Campaign): FlatTargeting {
  let flat = flatTargeting.get(campaign);
  if (!flat) {
    const { requires, excludes } = flattenTargeting(campaign.targeting);
    flat = { requires: toMap(requires), excludes: toMap(excludes) };
    flatTargeting.set(campaign, flat);
  }
  return flat;
}

function toMap(features: Readonly<Record<string, readonly string[]>>): Targeting {
  const entries = Object.entries(features);
  return entries.length === 0 ? nothing : new Map(entries);
}

/** What classifiers found, and for each of them that it has seen the creative. */
function keywordsOf({ keywords }: Creative): Targeting {
  const classified = Object.keys(keywords).map(
    (key) => [`${key.slice(0, key.indexOf(':'))}:classified`, ['1']] as const,
  );
  return toMap({ ...keywords, ...Object.fromEntries(classified) });
}
