import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { campaignResource } from '../../src/demand/campaigns/campaign.resource';
import { createCampaignStore } from '../../src/demand/campaigns/campaign.store';
import { type Offer, signOffer } from '../../src/market/events/event-token';
import type { SigningKey } from '../../src/platform/keys/signing-key.store';
import { exampleOf } from '../../src/platform/resources/resource';
import { anId } from './chance';
import { insertImage } from './image';
import { toLoadRequest } from './load';

/** Offers for one window: more than a gateway answers in it. */
export const offersOf = ({ windowMs }: { readonly windowMs: number }): number => windowMs * 15;

/** Makes the requests of a window. Each has an offer of its own, because an offer counts once. */
export function offerRequests(
  keys: readonly SigningKey[],
  offer: Offer,
  of: { readonly path: '/view' | '/click'; readonly windowMs: number },
) {
  return () =>
    Array.from({ length: offersOf(of) }, () => {
      const own = { ...offer, requestId: anId() };
      const { impressionToken, clickToken } = signOffer(keys, own);
      const token = of.path === '/view' ? impressionToken : clickToken;
      return toLoadRequest('GET', `${of.path}?e=${token}&cid=${anId()}`);
    });
}

/** An active campaign with one creative, straight into the database, and an offer of it. */
export async function createOffer(db: Connection): Promise<Offer> {
  const [campaignId, creativeId, advertiserId] = [anId(), anId(), anId()];
  await createCampaignStore(db, () => new Date()).insert(
    {
      ...exampleOf(campaignResource),
      id: campaignId,
      advertiserId,
      status: 'active',
      showsOnPeers: true,
      landingUrl: 'https://shop.example/landing?campaign=bench',
      hourlyBudget: 10n ** 12n,
      maxCpm: 10n ** 11n,
      startsAt: new Date(0),
      secret: randomBytes(16).toString('base64url'),
      bidStrategyId: anId(),
    },
    1,
  );
  await insertImage(db, { id: creativeId, campaignId, advertiserId }, randomBytes(100));
  return {
    requestId: anId(),
    placementId: anId(),
    siteId: anId(),
    publisherId: anId(),
    creativeId,
    campaignId,
    advertiserId,
    trackingId: anId(),
    ordinal: 0,
    offeredAt: Math.floor(Date.now() / 1000),
    viewPrice: 200_000_000n,
    clickPrice: 5_000_000_000n,
    needsConfirmation: false,
    isTest: false,
    isWeb: true,
    isForeign: false,
    unmeasuredPrice: 100,
  };
}
