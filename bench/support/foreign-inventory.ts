import type { Connection } from 'mongoose';
import { anId } from './chance';
import { aCampaign, aCreative, creativesPerCampaign } from './inventory';

const demand = 'https://demand.example';
const batchSize = 1_000;

/** Ids of a creative of another server. */
interface ForeignIds {
  readonly campaignId: string;
  readonly creativeId: string;
}

/**
 * A peer's campaigns with creatives for sale, like ours in all else, written as an import writes them but in bulk.
 *
 * @returns ids of the last thousand creatives at most
 */
export async function insertForeignInventory(
  db: Connection,
  creativeCount: number,
  peer: string,
): Promise<readonly ForeignIds[]> {
  let ids: readonly ForeignIds[] = [];
  for (let at = 0; at < creativeCount; at += batchSize) {
    const count = Math.min(batchSize, creativeCount - at);
    const campaigns = Array.from({ length: Math.ceil(count / creativesPerCampaign) }, () =>
      aForeignCampaign(peer),
    );
    const creatives = Array.from({ length: count }, (_one, place) => {
      const campaign = campaigns[Math.floor(place / creativesPerCampaign)];
      if (campaign === undefined) throw new Error('each creative has a campaign');
      return aForeignCreative(campaign);
    });
    await db.collection<{ _id: string }>('peerCampaigns').insertMany(campaigns);
    await db.collection<{ _id: string }>('peerCreatives').insertMany(creatives);
    ids = creatives.map(({ _id, campaignId }) => ({ campaignId, creativeId: _id }));
  }
  return ids;
}

function aForeignCampaign(peer: string) {
  const { _id, startsAt, endsAt, hourlyBudget, maxCpm, targeting, createdAt, ...rest } = aCampaign(
    new Date(),
    10n ** 12n,
  );
  return {
    ...{ _id, startsAt, endsAt, hourlyBudget, maxCpm, targeting, createdAt },
    ...{ peer, identity: anId(), digest: anId(), landingUrl: 'https://shop.example/' },
    ...{ medium: 'web', vendor: null, maxCpc: 0n, deletedAt: null },
    ...{ updatedAt: createdAt, states: rest.states },
    // They bid as ours do.
    paidCpm: maxCpm,
  };
}

function aForeignCreative(campaign: ReturnType<typeof aForeignCampaign>) {
  const { mime, scope, hash, createdAt, states } = aCreative(
    { _id: campaign._id, advertiserId: '' },
    campaign.createdAt,
  );
  const _id = anId();
  return {
    ...{ _id, peer: campaign.peer, identity: anId(), digest: anId(), campaignId: campaign._id },
    ...{ type: 'image', mime, scope, hash, status: 'active', nextCheckAt: null },
    serveUrl: `${demand}/serve/x${_id}.doc?v=${hash.slice(0, 4)}`,
    viewUrl: `${demand}/view/${_id}`,
    clickUrl: `${demand}/click/${_id}`,
    ...{ createdAt, updatedAt: createdAt, deletedAt: null, states },
  };
}
