import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { campaignResource } from '../../src/demand/campaigns/campaign.resource';
import { creativeResource } from '../../src/demand/creatives/creative.resource';
import { exampleOf } from '../../src/platform/resources/resource';
import { anId } from './chance';

const sizes = ['300x250', '728x90', '160x600', '320x50', '970x250', '300x600', '336x280', '468x60'];
const languages = ['en', 'de', 'fr', 'es', 'pt', 'pl'];
const browsers = ['chrome', 'firefox', 'safari', 'edge'];
export const creativesPerCampaign = 10;
const batchSize = 1000;

/**
 * 10^-11 USD an hour: finds of one address without views do not use it up. Of a smaller budget the bounds of unseen offers hold
 * campaigns back after some seconds, so finds choose again: such a bench times an attack.
 */
const lastingBudget = 9n * 10n ** 17n;

const nothing = { user: {}, site: {}, device: {} };

const anyOf = (values: readonly string[]) => values[randomBytes(1)[0]! % values.length]!;

/**
 * Active campaigns with creatives, written as the stores write them but in bulk; half of them are targeted.
 *
 * @param hourlyBudget 10^-11 USD
 * @param termsOf other terms of the nth campaign
 */
export async function insertInventory(
  db: Connection,
  creativeCount: number,
  hourlyBudget = lastingBudget,
  termsOf: (nth: number) => object = () => ({}),
): Promise<void> {
  const now = new Date();
  for (let at = 0; at < creativeCount; at += batchSize) {
    const campaigns = Array.from({ length: batchSize / creativesPerCampaign }, (_value, nth) => ({
      ...aCampaign(now, hourlyBudget),
      ...termsOf(at / creativesPerCampaign + nth),
    }));
    const creatives = campaigns.flatMap((campaign) =>
      Array.from({ length: creativesPerCampaign }, () => aCreative(campaign, now)),
    );
    const { db: database } = db;
    await database!.collection<{ _id: string }>('campaigns').insertMany(campaigns);
    await database!.collection<{ _id: string }>('creatives').insertMany(creatives);
  }
}

/** An active campaign with one creative of a size. @returns the campaign's id */
export async function insertOfSize(db: Connection, scope: string): Promise<string> {
  const now = new Date();
  const campaign = {
    ...aCampaign(now, 10n ** 15n),
    maxCpm: 10n ** 11n,
    targeting: { requires: nothing, excludes: nothing },
  };
  const { db: database } = db;
  await database!.collection<{ _id: string }>('campaigns').insertOne(campaign);
  const creative = { ...aCreative(campaign, now), scope };
  await database!.collection<{ _id: string }>('creatives').insertOne(creative);
  return campaign._id;
}

/** An active campaign, as it is stored; half of them are targeted. */
export function aCampaign(now: Date, hourlyBudget: bigint, status = 'active') {
  const isTargeted = randomBytes(1)[0]! % 2 === 0;
  const state = { status, startsAt: new Date(0), endsAt: null, hourlyBudget };
  const { id, ...example } = exampleOf(campaignResource);
  return {
    ...example,
    _id: anId(),
    advertiserId: anId(),
    ...state,
    maxCpm: BigInt(randomBytes(4).readUInt32LE()) * 100n,
    targeting: isTargeted
      ? {
          requires: { ...nothing, user: { language: [anyOf(languages)] } },
          excludes: { ...nothing, device: { browser: [anyOf(browsers)] } },
        }
      : { requires: nothing, excludes: nothing },
    createdAt: now,
    updatedAt: now,
    deletedAt: null as Date | null,
    states: [{ at: now, ...state, isDeleted: false }],
  };
}

/** An active creative, as it is stored. */
export function aCreative(
  campaign: Pick<ReturnType<typeof aCampaign>, '_id' | 'advertiserId'>,
  now: Date,
) {
  const { id, ...example } = exampleOf(creativeResource);
  return {
    ...example,
    _id: anId(),
    campaignId: campaign._id,
    advertiserId: campaign.advertiserId,
    status: 'active',
    mime: 'image/png',
    scope: anyOf(sizes),
    hash: randomBytes(20).toString('hex'),
    byteLength: 30_000,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    states: [{ at: now, status: 'active', isDeleted: false }],
  };
}

/** Every so many campaigns are deleted: a list must find its pages around them. */
const deletedEvery = 100;

/** Drafts of one advertiser, each with a creative, as the stores write them but in bulk; some of them deleted since. */
export async function insertOwnedCampaigns(
  db: Connection,
  advertiserId: string,
  count: number,
): Promise<void> {
  const startedAt = Date.now() - count;
  for (let at = 0; at < count; at += batchSize) {
    const campaigns = Array.from({ length: Math.min(batchSize, count - at) }, (_, place) => {
      const createdAt = new Date(startedAt + at + place);
      return {
        ...aCampaign(createdAt, 10n ** 12n, 'draft'),
        advertiserId,
        sequence: at + place + 1,
        hasTargetingLevels: true,
        secret: randomBytes(16).toString('base64url'),
        bidStrategyId: anId(),
        deletedAt: (at + place) % deletedEvery === 99 ? createdAt : null,
      };
    });
    const creatives = campaigns.map((campaign) => aCreative(campaign, campaign.createdAt));
    const { db: database } = db;
    await database!.collection<{ _id: string }>('campaigns').insertMany(campaigns);
    await database!.collection<{ _id: string }>('creatives').insertMany(creatives);
  }
}
