import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { parseAmount } from '../src/amount';
import { parseConfig } from '../src/config';
import type { ServiceContext } from '../src/api/context';
import { type AdEvent, eventIdOf } from '../src/market/events/event';
import type { VerdictDocument } from '../src/money/verification/verification.store';
import { partitions } from '../src/market/events/event';
import { verifyAllDue } from '../src/money/verification/judge/verify.service';
import { createServiceContext } from '../src/assembly/service-context';
import { anId, idsOf, pick } from './support/chance';
import { withDatabase } from './support/database';
import { report, reportRatio } from './support/report';

const { values } = parseArgs({ options: { events: { type: 'string', default: '300000' } } });

/** Events of either side. */
const count = 50_000;
const warmCount = 5_000;
/** From how many to how many (`--events`) memory is seen to stay. */
const memoryFrom = 100_000;
const memoryTo = Number(values.events);
const batchSize = 1_000;
const advertiserCount = 32;
const siteCount = 100;
const visitorCount = 20_000;

const hour = new Date('2026-11-01T10:00:00Z');
const price = parseAmount('0.001')!;

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

function anEvent(): AdEvent {
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

async function plantEvents(ctx: ServiceContext, events: number): Promise<void> {
  for (let planted = 0; planted < events; planted += batchSize)
    await ctx.events.insertMany(Array.from({ length: batchSize }, anEvent), hour);
}

/** Reads what is due, and writes each event anew, with the driver alone. */
async function rewrite(db: Connection): Promise<number> {
  const events = db.collection<VerdictDocument>('events');
  const judgedAt = new Date();
  const nothing = { demandFee: 0n, supplyFee: 0n, revenue: 0n, rate: null, reason: null };
  let rewritten = 0;
  for (const partition of partitions)
    for (;;) {
      const due = await events
        .find({ partition, verifyAt: { $lte: hour } })
        .sort({ verifyAt: 1 })
        .limit(batchSize)
        .toArray();
      if (due.length === 0) break;
      await events.bulkWrite(
        due.map(({ partition: _partition, verifyAt: _verifyAt, ...event }) => ({
          replaceOne: {
            filter: { _id: event._id },
            replacement: {
              ...event,
              verdict: {
                ...{ status: 'accepted', price, charge: 0n, ...nothing },
                ...{ judgedAt, entryId: `charge:${partition}`, batch: 1 },
              },
            },
          },
        })),
        { ordered: false, writeConcern: { w: 'majority', journal: true } },
      );
      rewritten += due.length;
    }
  return rewritten;
}

async function rateOf(work: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  return (await work()) / ((performance.now() - startedAt) / 1000);
}

const residentMiB = () => process.memoryUsage().rss / 2 ** 20;

void withDatabase(async (db) => {
  const ctx = await createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    now: () => new Date(hour.getTime() + 3_600_000),
  });
  await ctx.rateStore.put({ from: hour, rate: price, setAt: hour, source: 'operator' });
  await plantMarket(db);
  // Warm, both.
  await plantEvents(ctx, warmCount);
  await verifyAllDue(ctx);
  await plantEvents(ctx, warmCount);
  await rewrite(db);

  await plantEvents(ctx, count);
  const bare = await rateOf(() => rewrite(db));
  await plantEvents(ctx, count);
  const verified = await rateOf(() => verifyAllDue(ctx));
  const figures = `${verified.toFixed(0)} / ${bare.toFixed(0)} per s`;
  reportRatio('P15b events verified / rewritten by the driver', figures, verified / bare);

  const verifyUpTo = async (done: number, all: number) => {
    await plantEvents(ctx, all - done);
    await verifyAllDue(ctx);
    const accepted = await db
      .collection('events')
      .countDocuments({ 'verdict.status': 'accepted', 'verdict.charge': { $gt: 0n } });
    if (accepted !== all) throw new Error(`${accepted} events were charged`);
    return residentMiB();
  };
  let events = memoryFrom;
  const first = await verifyUpTo(warmCount + count, events);
  let most = first;
  for (; events < memoryTo; events += memoryFrom)
    most = Math.max(most, await verifyUpTo(events, events + memoryFrom));
  const figure = `${first.toFixed(0)} / at most ${most.toFixed(0)} MiB`;
  report(`P15c memory after ${memoryFrom} / to ${events} events`, figure);
});
