import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { pino } from 'pino';
import { type AdEvent, eventIdOf } from '../src/market/events/event';
import { EventJournal } from '../src/market/events/event-journal';
import { EventLog } from '../src/market/events/event-log';
import { createEventStore } from '../src/market/events/event.store';
import { createSigningKeyStore } from '../src/platform/keys/signing-key.store';
import { againstOption, reportCpuAgainst, rivalOf, startRival } from './support/against';
import { anId } from './support/chance';
import { type Contender, measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { type BenchServer, startBaseline, startGatewayProcess } from './support/gateway';
import { type LoadRequest, runOpenLoad, startLoadGenerator } from './support/load';
import { createOffer, offerRequests, offersOf } from './support/offers';
import { report, reportCpu, reportRatio } from './support/report';
import { median, quantile } from './support/statistics';
import { chunksOf } from '../src/non-empty';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '64' },
    events: { type: 'string', default: '20000' },
    /** P5 alone, with another checkout in the same rounds. */
    ...againstOption,
  },
});
const rounds = Number(options.rounds);
const eventsPerRound = Number(options.events);
const measurement = {
  rounds,
  windowMs: Number(options.window),
  connections: Number(options.connections),
};
const groupSize = 1000;
const offersPerWindow = offersOf(measurement);
/** P6b's load. */
const shareOfPeak = 0.7;
const openLoadSeconds = 5;
/** Callers of P6 that each wait for their event before they record the next. */
const callers = 4000;

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await measureRequests(db, uri);
  if (options.against === undefined) await measureGroupCommit(db);
}

/**
 * P5: what a durable view and click cost the gateway, against a bare GET. Their verification is P15's. P6b: how many views
 * that is in a second, and how long the slowest take at a share of it, their times fixed beforehand.
 */
async function measureRequests(db: Connection, uri: string): Promise<void> {
  const offer = await createOffer(db);
  const keys = await createSigningKeyStore(db).getOrCreate('event-urls', randomBytes(32));
  const { against } = options;
  const rival = against === undefined ? null : await startRival(against, db, { without: 'jobs' });
  const gateway = await startGatewayProcess(uri, { without: 'jobs' });
  const bare = await startBaseline('json', JSON.stringify({ context: [] }).length);
  const load = startLoadGenerator();
  try {
    const view = offerRequests(keys, offer, { ...measurement, path: '/view' });
    const click = offerRequests(keys, offer, { ...measurement, path: '/click' });
    const ours: readonly Contender[] = [
      { name: 'view', server: gateway, requests: view, status: 200 },
      { name: 'click', server: gateway, requests: click, status: 302 },
    ];
    const contenders: readonly Contender[] = [
      { name: 'bare', server: bare, requests: view(), status: 200 },
      ...ours,
      ...(rival ? ours.map((contender) => rivalOf(contender, rival)) : []),
    ];
    const [baseline, ...measured] = await measureCpuPerRequest(load, contenders, measurement);
    for (const [position, { name }] of ours.entries()) {
      reportCpu(`P5 durable ${name} / bare GET`, measured[position]!, baseline!);
      const before = measured[ours.length + position];
      if (before) reportCpuAgainst(`${name} before / ${name}`, before, measured[position]!);
    }
    if (rival) return;
    await measurePeakShare(gateway, view(), measured[0]!.requestsPerSecond);
    const stored = await db.collection('events').countDocuments({});
    const answered = measured.reduce((sum, one) => sum + one.answered, 0);
    if (stored < answered)
      throw new Error(`${stored} events are stored, ${answered} were answered`);
  } finally {
    load.stop();
    await gateway.stop();
    await bare.stop();
    await rival?.stop();
  }
}

async function measurePeakShare(
  { port }: BenchServer,
  requests: readonly LoadRequest[],
  perSecond: number,
): Promise<void> {
  const { latencies, failed } = await runOpenLoad({
    ...{ port, requests, connections: 256 },
    durationMs: openLoadSeconds * 1_000,
    perSecond: Math.min(perSecond * shareOfPeak, offersPerWindow / openLoadSeconds),
  });
  const p99 = quantile(latencies, 0.99);
  report(
    'P6b durable views by HTTP on one core',
    `${perSecond.toFixed(0)} per s; p99 ${p99.toFixed(1)} ms, ${failed} failed`,
  );
}

/** P6: durable events per second through the group commit, against `insertMany` of the bare driver. */
async function measureGroupCommit(db: Connection): Promise<void> {
  const store = createEventStore(db);
  for (const model of store.models) await model.createIndexes();
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const log = pino({ level: 'warn' });
  const journal = new EventJournal({ folder, log });
  const eventLog = new EventLog({ store, journal, log, now: () => new Date() });
  await eventLog.start();
  const rates = { durable: [] as number[], raw: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const raw = await rateOf(() => insertRaw(db, someEvents()));
    const durable = await rateOf(() => recordAll(someEvents(), (event) => eventLog.record(event)));
    if (round === 0) continue;
    rates.raw.push(raw);
    rates.durable.push(durable);
  }
  const isSpilled = !journal.isEmpty;
  await eventLog.close();
  rmSync(folder, { recursive: true, force: true });
  if (isSpilled) throw new Error('the database was away during the measurement');
  const [durable, raw] = [median(rates.durable), median(rates.raw)];
  const figures = `${durable.toFixed(0)} / ${raw.toFixed(0)} per s`;
  reportRatio('P6 durable events / raw insertMany(1000)', figures, durable / raw);
}

async function rateOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (eventsPerRound / (performance.now() - startedAt)) * 1000;
}

/** The same documents, write concern and indexes as the event store's. */
async function insertRaw(db: Connection, events: readonly AdEvent[]): Promise<void> {
  const documents = events.map(({ id, ...rest }) => ({ _id: id, ...rest }));
  // mongoose's collection of an unknown schema takes ObjectIds only.
  const collection = db.db!.collection<{ _id: string }>('events');
  for (const some of chunksOf(documents, groupSize))
    await collection.insertMany(some, {
      ordered: false,
      writeConcern: { w: 'majority', journal: true },
    });
}

async function recordAll(
  events: readonly AdEvent[],
  record: (event: AdEvent) => Promise<void>,
): Promise<void> {
  let next = 0;
  const call = async () => {
    for (let event = events[next++]; event; event = events[next++]) await record(event);
  };
  await Promise.all(Array.from({ length: callers }, call));
}

function someEvents(): readonly AdEvent[] {
  return Array.from({ length: eventsPerRound }, () => {
    const offerId = anId();
    return {
      id: eventIdOf('impression', offerId, null),
      kind: 'impression',
      caseId: offerId,
      requestId: anId(),
      placementId: anId(),
      siteId: anId(),
      publisherId: anId(),
      creativeId: anId(),
      campaignId: anId(),
      advertiserId: anId(),
      offerId,
      offeredAt: new Date(),
      occurredAt: new Date(),
      trackingId: anId(),
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      remoteAddress: '203.0.113.0',
      invalidTraffic: null,
      price: 200_000_000n,
      needsConfirmation: false,
    };
  });
}
