import type { Connection } from 'mongoose';
import pino from 'pino';
import type { ServiceContext } from '../../src/api/context';
import { parseAmount } from '../../src/amount';
import { createServiceContext } from '../../src/assembly/service-context';
import { parseConfig } from '../../src/config';
import { type AdEvent, eventIdOf } from '../../src/market/events/event';
import { anId, idsOf, pick } from './chance';

const batchSize = 1_000;
const advertiserCount = 32;
const siteCount = 100;
const visitorCount = 20_000;

/** All events happen in it. */
export const hour = new Date('2026-11-01T10:00:00Z');
/** Of each event: 10^-11 USD. */
export const price = parseAmount('0.001')!;

const publishers = idsOf(siteCount);
const sites = idsOf(siteCount);
const visitors = idsOf(visitorCount);
const campaigns = idsOf(advertiserCount).map((advertiserId, at) => ({
  advertiserId: (at % 16).toString(16) + advertiserId.slice(1),
  campaignId: anId(),
  creativeId: anId(),
}));

/** Everything that the events are judged by, as it was since an hour before. */
async function plantMarket(db: Connection): Promise<void> {
  const at = new Date(hour.getTime() - 3_600_000);
  const insert = (name: string, documents: { readonly _id: string }[]) =>
    db.collection<{ _id: string }>(name).insertMany(documents);
  const account = (role: string) => (_id: string) => ({
    ...{ _id, email: `${_id}@bench.example`, roles: [role], suspendedReason: null },
    states: [{ at, roles: [role], isSuspended: false }],
  });
  await insert('accounts', publishers.map(account('publisher')));
  await insert(
    'accounts',
    campaigns.map(({ advertiserId }) => account('advertiser')(advertiserId)),
  );
  await insert(
    'campaigns',
    campaigns.map(({ campaignId: _id, advertiserId }, sequence) => {
      const state = { status: 'active', startsAt: at, endsAt: null, hourlyBudget: 10n ** 15n };
      const states = [{ at, ...state, isDeleted: false }];
      return { _id, advertiserId, sequence, ...state, deletedAt: null, states };
    }),
  );
  const active = { status: 'active', deletedAt: null };
  const states = [{ at, status: 'active', isDeleted: false }];
  await insert(
    'creatives',
    campaigns.map(({ creativeId: _id, campaignId }) => ({ _id, campaignId, ...active, states })),
  );
  await insert(
    'sites',
    sites.map((_id, index) => ({
      ...{ _id, publisherId: publishers[index]!, host: `${_id}.example` },
      ...active,
      states,
    })),
  );
}

/** Services an hour later. */
export function openServices(db: Connection): Promise<ServiceContext> {
  return createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    now: () => new Date(hour.getTime() + 3_600_000),
  });
}

/** The same, with the market and the hour's rate. */
export async function openMarket(db: Connection): Promise<ServiceContext> {
  const ctx = await openServices(db);
  await ctx.rateStore.put({ from: hour, rate: price, setAt: hour, source: 'operator' });
  await plantMarket(db);
  return ctx;
}

export function anEvent(): AdEvent {
  const offerId = anId();
  const site = Math.floor(Math.random() * siteCount);
  const occurredAt = new Date(hour.getTime() + Math.floor(Math.random() * 3_000_000));
  return {
    id: eventIdOf('impression', offerId, null),
    kind: 'impression',
    caseId: offerId,
    requestId: anId(),
    placementId: anId(),
    siteId: sites[site]!,
    publisherId: publishers[site]!,
    ...pick(campaigns),
    offerId,
    offeredAt: new Date(Math.max(occurredAt.getTime() - 2_000, hour.getTime())),
    exp: 1_800,
    occurredAt,
    trackingId: pick(visitors),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    remoteAddress: `198.51.${Math.floor(Math.random() * 256)}.0`,
    invalidTraffic: null,
    price,
    needsConfirmation: false,
  };
}

export async function plantEvents(ctx: ServiceContext, events: number): Promise<void> {
  for (let planted = 0; planted < events; planted += batchSize)
    await ctx.events.insertMany(Array.from({ length: batchSize }, anEvent), hour);
}
