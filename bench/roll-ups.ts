import { parseArgs } from 'node:util';
import pino from 'pino';
import type { ServiceContext } from '../src/api/context';
import { createServiceContext } from '../src/assembly/service-context';
import { parseConfig } from '../src/config';
import { foldAllChanges } from '../src/insight/statistics/roll-ups/fold-changes.service';
import { type AdEvent, eventIdOf } from '../src/market/events/event';
import { mergeLayers } from '../src/insight/statistics/roll-ups/merge-roll-up-layers.job';
import { getStatistics } from '../src/insight/statistics/questions/statistics.service';
import { wholeTurn } from '../src/platform/jobs/job';
import type { CountedVerdict } from '../src/money/verification/verdict-listener';
import { anId, idsOf, pick } from './support/chance';
import { cpuMicroseconds } from './support/cpu-time';
import { withDatabase } from './support/database';
import { report } from './support/report';
import { WrittenDocuments } from './support/written-documents';

/** Views that an hour has before, those of a folding (5 seconds), and how many foldings are measured. */
const { values } = parseArgs({
  options: {
    before: { type: 'string', default: '300000' },
    events: { type: 'string', default: '5000' },
    folds: { type: 'string', default: '24' },
  },
});
const [before, eventsOfFold, folds] = [values.before, values.events, values.folds].map(Number) as [
  number,
  number,
  number,
];
const batchSize = 1_000;
const quarterMs = 900_000;
const start = Date.parse('2026-10-01T10:00:00Z');

const advertiserIds = idsOf(20);
const campaigns = idsOf(100).map((campaignId, at) => ({
  ...{ campaignId, advertiserId: advertiserIds[at % 20]!, creativeIds: idsOf(4) },
}));
const sites = idsOf(200).map((siteId) => ({
  ...{ siteId, publisherId: anId(), placementIds: idsOf(3) },
}));
const countries = ['de', 'fr', 'gb', 'us', 'pl', 'it', 'es', 'nl', 'at', 'ch', 'se', 'no'];
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];
const verdict: CountedVerdict = {
  ...{ status: 'accepted', reason: null, price: 10n ** 8n, rate: 10n ** 11n },
  ...{ charge: 10n ** 8n, revenue: 98_000_000n, demandFee: 10n ** 6n, supplyFee: 10n ** 6n },
};

function aView(occurredAt: Date): AdEvent {
  const offerId = anId();
  const { creativeIds, ...campaign } = pick(campaigns);
  const { placementIds, ...site } = pick(sites);
  return {
    ...{ id: eventIdOf('impression', offerId, null), kind: 'impression' },
    ...{ caseId: offerId, requestId: offerId, offerId, trackingId: null },
    ...{ ...campaign, creativeId: pick(creativeIds) },
    ...{ ...site, placementId: pick(placementIds) },
    ...{ offeredAt: occurredAt, occurredAt, remoteAddress: '198.51.100.0', price: 10n ** 8n },
    ...{ userAgent: pick(userAgents), country: pick(countries), invalidTraffic: null },
    needsConfirmation: false,
  };
}

/** CPU of this process and of its database, in µs. */
type Cpu = readonly [own: number, database: number];
type MeasureCpu = (work: () => Promise<unknown>) => Promise<Cpu>;

const measureFor =
  (databasePid: number | null): MeasureCpu =>
  async (work) => {
    const now = () =>
      [process.pid, databasePid].map((pid) => (pid === null ? 0 : cpuMicroseconds(pid)));
    const [own = 0, database = 0] = now();
    await work();
    const [ownAfter = 0, databaseAfter = 0] = now();
    return [ownAfter - own, databaseAfter - database];
  };

const perUnit = (cpu: Cpu, units: number): string =>
  cpu.map((sum) => (sum / units).toFixed(1)).join(' + ');

const answers = 100;

/** Milliseconds of CPU of an answer: figures of an advertiser's hour. */
async function readingOf(
  ctx: ServiceContext,
  by: 'host' | 'country',
  measure: MeasureCpu,
): Promise<string> {
  const range = { from: new Date(start), to: new Date(start + 4 * quarterMs) };
  const cpu = await measure(async () => {
    for (let answer = 0; answer < answers; answer += 1) {
      const accountId = advertiserIds[answer % 4]!;
      await getStatistics(ctx, { side: 'advertiser', accountId, by, ...range });
    }
  });
  return perUnit(cpu, answers * 1_000);
}

let told = 0;

/** Stores verdicts of so many views as what waits to be added. */
async function tell(
  ctx: ServiceContext,
  { views, at }: { readonly views: number; readonly at: () => number },
): Promise<void> {
  for (let left = views; left > 0; left -= batchSize) {
    const some = Array.from({ length: Math.min(left, batchSize) }, () => aView(new Date(at())));
    const events = some.map((event) => ({ event: { ...event, settleAt: null }, verdict }));
    const changes = { partition: 0, batch: (told += 1), events, conversions: [], corrected: [] };
    await ctx.inTransaction((session) => ctx.onVerdicts(changes, session));
  }
}

async function fillHour(ctx: ServiceContext): Promise<void> {
  const at = () => start + Math.floor(Math.random() * 2 * quarterMs);
  for (let left = before; left > 0; left -= 30_000) {
    await tell(ctx, { views: Math.min(left, 30_000), at });
    await foldAllChanges(ctx);
  }
}

void withDatabase(async (db, _uri, pid) => {
  let now = new Date(start + 2 * quarterMs);
  const ctx = await createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    now: () => now,
  });
  const measure = measureFor(pid);
  await fillHour(ctx);
  const written = new WrittenDocuments(db, 'statisticsRollUps');
  const { all, most } = await written.look();
  console.log(
    `${before} views before: roll-ups of ${(all / 1e6).toFixed(1)} MB, the largest document ${(most / 1e3).toFixed(0)} kB`,
  );
  const sum = { own: 0, database: 0, bytes: 0, waiting: 0 };
  for (let fold = 0; fold < folds; fold += 1) {
    await tell(ctx, { views: eventsOfFold, at: () => start + 2 * quarterMs + fold * 5_000 });
    for await (const raw of db.collection('statisticsChanges').find({}, { raw: true }))
      sum.waiting += (raw as unknown as Buffer).length;
    const [own, database] = await measure(() => foldAllChanges(ctx));
    sum.own += own;
    sum.database += database;
    sum.bytes += (await written.look()).written;
  }
  const count = folds * eventsOfFold;
  const each = (bytes: number) => `${(bytes / count).toFixed(0)} B`;
  report(
    'P28 roll-ups written for a view / facts that waited',
    `${each(sum.bytes)} / ${each(sum.waiting)}, ${(sum.bytes / folds / 1e6).toFixed(2)} MB a folding`,
  );
  const ofFolding = perUnit([sum.own, sum.database], count);
  report('P28-folded CPU of it: process + database', `${ofFolding} µs`);
  const read = async () =>
    `${await readingOf(ctx, 'host', measure)} / ${await readingOf(ctx, 'country', measure)} ms`;
  report('P28-read an advertiser’s hour by host / by country: CPU', await read());
  now = new Date(start + 12 * quarterMs);
  const cpu = await measure(() => mergeLayers.run(ctx, new AbortController().signal, wholeTurn));
  const merged = ((await written.look()).written / (before + count)).toFixed(0);
  report(
    'P28-merged written for a view when the hour is over / CPU',
    `${merged} B / ${perUnit(cpu, before + count)} µs`,
  );
  report('P28-read the same when the hour is over', await read());
});
