import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Campaign } from '../../demand/campaigns/campaign';
import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { IdRange } from '../../demand/creatives/creative-reads.store';
import type { CreativeStore } from '../../demand/creatives/creative.store';
import { CandidateIndex, type RebuildScope } from '../selection/index/candidate-index';
import type { Candidate } from '../selection/types';
import type { CurrentTaxonomy } from '../../demand/taxonomy/current-taxonomy';
import { type CampaignPrice, type ObservedCampaign, createCampaignPrices } from './campaign-prices';
import { toCandidate } from './candidate';
import type { CreativeResults } from './creative-results';
import { ForSale, type ServableCreative } from './for-sale';

/** What changed, as the change feed tells it. */
interface ChangedIds {
  readonly campaignIds: readonly string[];
  readonly creativeIds: readonly string[];
}

interface IdSets {
  readonly campaignIds: Set<string>;
  readonly creativeIds: Set<string>;
}

const noIds = (): IdSets => ({ campaignIds: new Set(), creativeIds: new Set() });

function addIds(ids: IdSets, { campaignIds, creativeIds }: ChangedIds): void {
  for (const id of campaignIds) ids.campaignIds.add(id);
  for (const id of creativeIds) ids.creativeIds.add(id);
}

/**
 * Everything that is for sale, in memory: finds never ask the database for it. Kept fresh by `refresh`, which the
 * change feed calls.
 */
export interface Inventory {
  readonly index: CandidateIndex;
  find(creativeId: string): ServableCreative | null;
  /** null: it has no creative for sale. */
  findCampaign(campaignId: string): Campaign | null;
  /** Also of creatives that went off sale lately: their clicks still come. Null: ask the store. */
  findLandingUrl(creativeId: string): string | null;
  /** As of its last pricing; all 0 for a campaign that is not for sale. */
  priceOf(campaignId: string): CampaignPrice;
  /** Reads all that is active. */
  load(): Promise<void>;
  /**
   * Takes up changes of these campaigns and creatives; ids that are not for sale leave the inventory. Many changes
   * start a rearrangement, which is not waited for.
   */
  refresh(changed: ChangedIds): Promise<void>;
  /**
   * Prices everything anew from the results, reads targeting by the taxonomy in force, and rearranges the index: in
   * slices of about a millisecond, an eighth of the time. What is asked for while it is under way is done once more
   * after that.
   */
  rerank(): Promise<void>;
}

export interface InventoryOptions {
  readonly campaigns: CampaignStore;
  readonly creatives: CreativeStore;
  readonly results: CreativeResults;
  readonly taxonomy: Pick<CurrentTaxonomy, 'current'>;
  readonly now: () => Date;
  readonly log: Logger;
}

const notForSale: CampaignPrice = { rpm: 0, viewPrice: 0n, clickPrice: 0n, offerCost: 0n };
/** Who waits for a long start is told how far it is. */
const toldEveryMs = 5_000;
/** Candidates that are priced before other work gets its turn. */
const pricedPerTurn = 1_000;
/** Of a core, for rearranging beside finds: with more of it, finds would wait on a busy machine. */
const rearrangingShare = 1 / 8;
/** Shorter work is not worth a timer. */
const leastWorkMs = 1;

/** Of the campaigns, whose ids are random. */
const halves: readonly IdRange[] = [
  { from: '', before: '8' },
  { from: '8', before: 'g' },
];

export function createInventory(options: InventoryOptions): Inventory {
  const { campaigns, creatives, results, taxonomy, now, log } = options;
  const index = CandidateIndex.of([]);
  const prices = createCampaignPrices(now);
  const forSale = new ForSale();
  /** Of campaigns for sale, as of their last pricing. */
  const priced = new Map<string, CampaignPrice>();
  let rearranging: Promise<void> | null = null;
  let isRerankAsked = false;
  /** What was told since a load began, which may read what is older, and has read a part of each campaign. */
  let loading: IdSets | null = null;
  let refreshing: Promise<void> = Promise.resolve();
  let isServing = false;
  let workedSince = 0;
  let waiting: { readonly ids: IdSets; readonly takenUp: Promise<void> } | null = null;

  function observe(campaignId: string): ObservedCampaign | null {
    const campaign = forSale.findCampaign(campaignId);
    if (!campaign) return null;
    let impressions = 0;
    let clicks = 0;
    for (const creativeId of forSale.idsOf(campaignId)) {
      const result = results.get(creativeId);
      impressions += result.impressions;
      clicks += result.clicks;
    }
    return { campaign, impressions, clicks };
  }

  async function priceCampaigns(): Promise<void> {
    const observed: ObservedCampaign[] = [];
    for (const campaignId of forSale.campaignIds()) {
      const one = observe(campaignId);
      if (one) observed.push(one);
      if (observed.length % pricedPerTurn === 0) await rest();
    }
    for (const _slice of prices.reprice(observed)) await rest();
    for (const [at, one] of observed.entries()) {
      const { id } = one.campaign;
      if (forSale.findCampaign(id)) priced.set(id, prices.priceOf(one));
      if (at % pricedPerTurn === 0) await rest();
    }
  }

  function candidateOf({ creative, campaign }: ServableCreative): Candidate {
    const { impressions, clicks } = results.get(creative.id);
    const bid = prices.bidOf(campaign);
    return toCandidate(creative, campaign, {
      bid,
      impressions,
      clicks,
      taxonomy: taxonomy.current,
    });
  }

  async function toCandidates(): Promise<readonly Candidate[]> {
    const candidates: Candidate[] = [];
    for (const servable of forSale.creatives()) {
      candidates.push(candidateOf(servable));
      if (candidates.length % pricedPerTurn === 0) await rest();
    }
    return candidates;
  }

  /** @param scope default: candidates are made anew from all that is for sale */
  async function rebuildIndex(scope?: RebuildScope): Promise<void> {
    const rebuild = index.beginRebuild();
    try {
      for (const _slice of rebuild.slices(scope ?? (await toCandidates()))) await rest();
    } finally {
      rebuild.abandon();
    }
  }

  /** Lets whatever waits go first. While finds are answered, rearranging gets no more than its share of the time. */
  async function rest(): Promise<void> {
    const worked = performance.now() - workedSince;
    if (worked < leastWorkMs) return;
    await (isServing ? pause(worked * (1 / rearrangingShare - 1)) : turn());
    workedSince = performance.now();
  }

  async function rearrangeOnce(): Promise<void> {
    workedSince = performance.now();
    if (isRerankAsked) {
      isRerankAsked = false;
      await priceCampaigns();
      await rebuildIndex();
    } else await rebuildIndex(index.dueRebuild ?? 'changes');
  }

  /** Resolves when it is done, and what was asked for meanwhile; one at a time. */
  function rearrange(): Promise<void> {
    rearranging ??= (async () => {
      try {
        do await rearrangeOnce();
        while (isRerankAsked);
      } finally {
        rearranging = null;
      }
    })();
    return rearranging;
  }

  function rerank(): Promise<void> {
    isRerankAsked = true;
    return rearrange();
  }

  function rearrangeWhenDue(): void {
    if (rearranging || index.dueRebuild === null) return;
    // Many more may have changed meanwhile.
    rearrange().then(rearrangeWhenDue, (error: unknown) => {
      log.error({ err: error }, 'the inventory could not be rearranged; its changes are in force');
    });
  }

  async function takeIn(
    campaignIds: IdRange,
    paying: ReadonlyMap<string, Campaign>,
    tellProgress: () => void,
  ): Promise<void> {
    for await (const some of creatives.streamActive(campaignIds)) {
      for (const creative of some) {
        const campaign = paying.get(creative.campaignId);
        if (campaign) forSale.add(creative, campaign);
      }
      tellProgress();
    }
  }

  /** @returns what tells, now and then, how many creatives are for sale by now */
  function createProgress(): () => void {
    let toldAt = now().getTime();
    return () => {
      if (now().getTime() - toldAt < toldEveryMs) return;
      toldAt = now().getTime();
      log.info({ creatives: forSale.size }, 'reading what is for sale');
    };
  }

  function refresh(changed: ChangedIds): Promise<void> {
    // The feed tells of sites and accounts too.
    if (changed.campaignIds.length + changed.creativeIds.length === 0) return Promise.resolve();
    if (loading) addIds(loading, changed);
    return takeUpInTurn(changed);
  }

  /**
   * One after the other: what is read later must not be overwritten by what was read before. What comes meanwhile is taken up
   * together.
   */
  function takeUpInTurn(changed: ChangedIds): Promise<void> {
    if (!waiting) {
      const ids = noIds();
      const takenUp = refreshing.then(() => {
        waiting = null;
        return takeUp({ campaignIds: [...ids.campaignIds], creativeIds: [...ids.creativeIds] });
      });
      refreshing = takenUp.catch(() => {});
      waiting = { ids, takenUp };
    }
    addIds(waiting.ids, changed);
    return waiting.takenUp;
  }

  /** Active creatives of a campaign that is for sale are known, but those that changed; else all of them are read. */
  async function takeUp(changed: ChangedIds): Promise<void> {
    const told =
      changed.creativeIds.length === 0 ? [] : await creatives.listActive(changed.creativeIds);
    const owners = new Set([...changed.campaignIds, ...told.map(({ campaignId }) => campaignId)]);
    const paying = new Map((await campaigns.listActive([...owners])).map((one) => [one.id, one]));
    const strangers = new Set(
      [...paying.keys()].filter((id) => loading !== null || forSale.findCampaign(id) === null),
    );
    const theirs =
      strangers.size === 0 ? [] : await creatives.listActiveByCampaigns([...strangers]);
    const active = new Map([...told, ...theirs].map((creative) => [creative.id, creative]));
    const ids = new Set(changed.creativeIds);
    for (const campaignId of changed.campaignIds)
      for (const id of forSale.idsOf(campaignId)) {
        const known = forSale.find(id);
        if (known && !ids.has(id) && !strangers.has(campaignId)) active.set(id, known.creative);
        ids.add(id);
      }
    for (const id of ids) {
      const campaignId = forSale.find(id)?.campaign.id;
      forSale.remove(id);
      if (campaignId !== undefined && !forSale.findCampaign(campaignId)) priced.delete(campaignId);
    }
    for (const creative of active.values()) {
      const campaign = paying.get(creative.campaignId);
      if (campaign) forSale.add(creative, campaign);
      ids.add(creative.id);
    }
    for (const campaignId of paying.keys()) {
      const observed = observe(campaignId);
      if (observed) priced.set(campaignId, prices.priceOf(observed));
    }
    const servables = [...ids].flatMap((id) => forSale.find(id) ?? []);
    index.apply({
      upserts: servables.map(candidateOf),
      removals: [...ids].filter((id) => !forSale.find(id)),
    });
    rearrangeWhenDue();
  }

  return {
    index,
    find: (creativeId) => forSale.find(creativeId),
    findCampaign: (campaignId) => forSale.findCampaign(campaignId),
    findLandingUrl: (creativeId) => forSale.findLandingUrl(creativeId),
    priceOf: (campaignId) => priced.get(campaignId) ?? notForSale,

    async load() {
      // One that has failed may have left what it has read.
      const told = (loading ??= noIds());
      const paying = new Map<string, Campaign>();
      for await (const some of campaigns.streamActive())
        for (const campaign of some) paying.set(campaign.id, campaign);
      // The database reads one half while the other is taken in.
      const tellProgress = createProgress();
      await Promise.all(halves.map((half) => takeIn(half, paying, tellProgress)));
      await takeUpInTurn({
        campaignIds: [...told.campaignIds],
        creativeIds: [...told.creativeIds],
      });
      loading = null;
      await rerank();
      isServing = true;
    },

    refresh,
    rerank,
  };
}
