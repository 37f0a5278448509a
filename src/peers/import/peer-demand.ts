import { createHash } from 'node:crypto';
import type { Amount } from '../../amount';
import { noPeriods } from '../../demand/campaigns/campaign-state';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import { usualWeight } from '../../demand/creatives/creative-weight';
import { idOfBytes } from '../../id';
import type { AllParams } from '../../platform/lists/all';
import type { PeerDirectory } from '../directory/peer-directory';
import type { PeerCampaignStore, ShownCampaign } from './peer-campaign.store';
import type { CreativeOrigin, PeerCreativeStore, ShownPeerCreative } from './peer-creative.store';

/** A peer’s campaign as finds see it: one like any other, whose terms are the peer’s. */
export interface PeerCampaign extends Campaign {
  /** Address of the peer. */
  readonly peer: string;
  /** USD that the peer has paid for 1,000 views of it here; null: nobody can tell yet. */
  readonly paidCpm: Amount | null;
}

/** A creative of a peer as finds see it. */
export interface PeerCreativeForSale extends CreativeForSale {
  readonly origin: CreativeOrigin;
}

/** All of peers that may be shown now, read as our own campaigns and creatives are. */
export interface PeerDemand {
  readonly campaigns: {
    /** Listed or not, shown or not; null: there has never been one. */
    findById(id: string): Promise<PeerCampaign | null>;
    /** Listed or not, shown or not. */
    listByIds(ids: readonly string[]): Promise<readonly PeerCampaign[]>;
    listActive(ids: readonly string[]): Promise<readonly PeerCampaign[]>;
    streamActive(): AsyncGenerator<readonly PeerCampaign[]>;
  };
  readonly creatives: {
    listActive(ids: readonly string[]): Promise<readonly PeerCreativeForSale[]>;
    listActiveByCampaigns(ids: readonly string[]): Promise<readonly PeerCreativeForSale[]>;
    streamActive(): AsyncGenerator<readonly PeerCreativeForSale[]>;
    /** Those that may be shown now, in the order of their ids. @param peer null: of all peers */
    listAll(peer: string | null, page: AllParams): Promise<readonly PeerCreativeForSale[]>;
    /** Shown or not. */
    listByIds(ids: readonly string[]): Promise<readonly PeerCreativeForSale[]>;
  };
}

interface PeerDemandOptions {
  readonly peerCampaigns: PeerCampaignStore;
  readonly peerCreatives: PeerCreativeStore;
  readonly peerDirectory: Pick<PeerDirectory, 'listShown'>;
}

export function createPeerDemand(options: PeerDemandOptions): PeerDemand {
  const { peerCampaigns, peerCreatives, peerDirectory } = options;
  const shownPeers = () => peerDirectory.listShown();
  return {
    campaigns: {
      async findById(id) {
        const found = await peerCampaigns.findById(id);
        return found && toPeerCampaign(found);
      },
      async listByIds(ids) {
        return (await peerCampaigns.listByIds(ids)).map(toPeerCampaign);
      },
      async listActive(ids) {
        const found = await peerCampaigns.listShown(shownPeers(), ids);
        return found.map(toPeerCampaign);
      },
      async *streamActive() {
        for await (const some of peerCampaigns.streamShown(shownPeers()))
          yield some.map(toPeerCampaign);
      },
    },
    creatives: {
      async listActive(ids) {
        return (await peerCreatives.listShown(shownPeers(), { _id: { $in: ids } })).map(toCreative);
      },
      async listActiveByCampaigns(ids) {
        const found = await peerCreatives.listShown(shownPeers(), { campaignId: { $in: ids } });
        return found.map(toCreative);
      },
      async *streamActive() {
        for await (const some of peerCreatives.streamShown(shownPeers()))
          yield some.map(toCreative);
      },
      async listAll(peer, page) {
        const some = shownPeers().filter((address) => peer === null || address === peer);
        return (await peerCreatives.listForSale(some, page)).map(toCreative);
      },
      async listByIds(ids) {
        return (await peerCreatives.listByIds(ids)).map(toCreative);
      },
    },
  };
}

export function isPeerCampaign(campaign: Campaign): campaign is PeerCampaign {
  return 'peer' in campaign;
}

/** Stands for a peer where events name an advertiser: always the same id, which no account has. */
function advertiserIdOf(address: string): string {
  return idOfBytes(createHash('sha256').update(`peer ${address}`).digest().subarray(0, 16));
}

/** Terms that a peer’s campaign has none of, or that are the peer’s own affair. */
const foreignTerms = {
  ...{ name: '', note: null, behalf: null, paid: null },
  ...{ status: 'active', suspendedReason: null, pacing: 'asap' },
  ...{ showsOnPeers: false, hasTargetingLevels: true, secret: '', conversionClick: 'none' },
  ...{ schedule: null, scheduleClock: 'campaign', bidModifiers: [], excludedPeers: [] },
  ...{ requiresViewability: false, unmeasuredPrice: 100 },
  ...{ priority: 'standard', shareOfVoice: 100 },
  ...{ category: null, competitiveExclusion: false, showsOncePerPage: false },
  roadblock: false,
  ...{ creativeRotation: 'auction', frequencyCaps: null, showsToUnknownVisitors: true },
  bidStrategyId: '0'.repeat(32),
  formerPrices: null,
  ...noPeriods,
} as const satisfies Partial<Campaign>;

function toPeerCampaign({ _id, peer, ...document }: ShownCampaign): PeerCampaign {
  const { landingUrl, medium, vendor, hourlyBudget, maxCpm, startsAt, endsAt, targeting } =
    document;
  const { createdAt, updatedAt, paidCpm = null } = document;
  return {
    ...foreignTerms,
    ...{ id: _id, peer, advertiserId: advertiserIdOf(peer) },
    ...{ landingUrl, medium, vendor, hourlyBudget, maxCpm, startsAt, endsAt, targeting },
    ...{ maxCpc: null, createdAt, updatedAt, paidCpm },
  };
}

function toCreative({ _id, peer, ...document }: ShownPeerCreative): PeerCreativeForSale {
  const {
    campaignId,
    type,
    mime,
    scope,
    hash,
    serveUrl,
    viewUrl,
    clickUrl,
    keywords = {},
  } = document;
  return {
    ...{ id: _id, campaignId, type, mime, scope, hash, keywords },
    ...{ alt: null, impressionPixels: null, weight: usualWeight, times: null },
    frequencyCaps: null,
    origin: { address: peer, serveUrl, viewUrl, clickUrl },
  };
}
