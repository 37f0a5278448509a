import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { parseConfig } from '../src/config';
import type { ServiceContext } from '../src/api/context';
import { type CsvTable, sendCsv } from '../src/http/csv';
import { factOf } from '../src/insight/statistics/facts/fact';
import { foldChanges } from '../src/insight/statistics/roll-ups/fold-changes.service';
import { familyNames, RollUps } from '../src/insight/statistics/roll-ups/roll-up';
import type { StatisticsParams } from '../src/insight/statistics/questions/statistics-question';
import { tabulateStatistics } from '../src/insight/statistics/questions/statistics-table.service';
import { getStatistics } from '../src/insight/statistics/questions/statistics.service';
import { type AdEvent, eventIdOf } from '../src/market/events/event';
import type { CountedVerdict } from '../src/money/verification/verdict-listener';
import { createServiceContext } from '../src/assembly/service-context';
import { anId, idsOf, pick } from './support/chance';
import { withDatabase } from './support/database';
import { report, reportRatio } from './support/report';

/** `--events <count>`; default 1,000,000, over 30 days, and five times as many over another 30 days. */
const option = process.argv.indexOf('--events');
const count = option === -1 ? 1_000_000 : Number(process.argv[option + 1]);
const batchSize = 1_000;
const days = 30;
const hourMs = 3_600_000;
const start = Date.parse('2026-10-01T00:00:00Z');
const rangeMs = days * 24 * hourMs;
const manyTimes = 5;
/** Views of one visit: a visitor sees several placements on several pages. */
const viewsOfVisit = 10;
const roundCount = 3;

const advertiserId = `0${anId().slice(1)}`;
const campaigns = idsOf(20).map((campaignId) => ({ campaignId, creativeId: anId() }));
const sites = idsOf(50).map((siteId) => ({ siteId, publisherId: anId(), placementId: anId() }));
const verdict: CountedVerdict = {
  ...{ status: 'accepted', reason: null, price: 10n ** 8n, rate: 10n ** 11n },
  ...{ charge: 10n ** 8n, revenue: 98_000_000n },
  ...{ demandFee: 10n ** 6n, supplyFee: 10n ** 6n },
};

/** Views of some visits, at one time. */
function eventsAt(time: number, length = batchSize): AdEvent[] {
  let visit = { trackingId: anId(), ...pick(sites) };
  return Array.from({ length }, (_value, at) => {
    if (at % viewsOfVisit === 0) visit = { trackingId: anId(), ...pick(sites) };
    const offerId = anId();
    const occurredAt = new Date(time + at);
    return {
      id: eventIdOf('impression', offerId, null),
      kind: 'impression',
      ...{ caseId: offerId, requestId: offerId, offerId, advertiserId },
      ...visit,
      ...pick(campaigns),
      ...{ offeredAt: occurredAt, occurredAt, remoteAddress: '198.51.100.0', price: 10n ** 8n },
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...{ invalidTraffic: null, needsConfirmation: false },
    };
  });
}

/** The one in the middle. */
function medianOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item {
  const sorted = items.toSorted((one, other) => valueOf(one) - valueOf(other));
  return sorted[sorted.length >> 1]!;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

interface Sent {
  readonly rows: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const lineEnd = 10;

/** How many lines end in it, counted as bytes: to make texts of it would cost the client, not what is measured. */
function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) lines += 1;
  return lines;
}

/** Sends a table from the database by HTTP to a client of this process. */
async function sendTable(read: () => Promise<Omit<CsvTable, 'fileName'>>): Promise<Sent> {
  const server = createServer((_req, res) => {
    void read().then((table) => sendCsv(res, { fileName: 'bench.csv', ...table }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on TCP.
  const { port } = server.address() as AddressInfo;
  let rows = -1;
  const cpuBefore = process.cpuUsage();
  const seconds = await secondsOf(async () => {
    const [answer] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
    for await (const chunk of answer as AsyncIterable<Buffer>) rows += linesIn(chunk);
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  server.close();
  return { rows, seconds, cpuSeconds: (user + system) / 1e6 };
}

/** Stores the roll-ups of events that lie all over a range, as folding them would. */
async function plant(ctx: ServiceContext, from: number, length: number): Promise<void> {
  const [sample] = eventsAt(from, 1);
  const fact = factOf(sample!, verdict);
  const hours = rangeMs / hourMs;
  const each = Math.round(length / hours);
  for (let hour = 0; hour < hours; hour += 1) {
    const rollUps = new RollUps(familyNames);
    for (let event = 0; event < each; event += 1) {
      const at = from + hour * hourMs + Math.floor((event / each) * hourMs);
      rollUps.add({ ...fact, ...pick(sites), ...pick(campaigns), at });
    }
    await ctx.inTransaction((session) =>
      ctx.rollUps.save([...rollUps.byId.values()], new Set(), session),
    );
  }
}

/** Seconds that the figures of each range take, one range after the other. */
async function askByTurns(
  ctx: ServiceContext,
  ranges: readonly { readonly from: Date; readonly to: Date }[],
): Promise<readonly number[][]> {
  const times = ranges.map((): number[] => []);
  for (let round = 0; round < 7; round += 1)
    for (const [at, range] of ranges.entries()) {
      const question = { side: 'advertiser', accountId: advertiserId, interval: 'hour' } as const;
      times[at]!.push(await secondsOf(() => getStatistics(ctx, { ...question, ...range })));
    }
  return times;
}

async function measureTable(
  ctx: ServiceContext,
  name: string,
  params: StatisticsParams,
): Promise<void> {
  const tables: Sent[] = [];
  // The first one warms up.
  for (let round = 0; round <= roundCount; round += 1) {
    const sent = await sendTable(() => tabulateStatistics(ctx, params));
    if (round > 0) tables.push(sent);
  }
  const { rows, seconds, cpuSeconds } = medianOf(tables, (sent) => sent.seconds);
  const per = (time: number) => Math.round(rows / time).toLocaleString('en');
  report(
    `P14b CSV ${name}`,
    `${rows} rows: ${per(seconds)} rows/s, ${per(cpuSeconds)} for each second of this process’s CPU`,
  );
}

void withDatabase(async (db) => {
  const ctx = await createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
  });
  const tell = async (batch: number, events: readonly AdEvent[]) => {
    const judged = events.map((event) => ({ event: { ...event, settleAt: null }, verdict }));
    const changes = { partition: 0, batch, events: judged, conversions: [], corrected: [] };
    await ctx.inTransaction((session) => ctx.onVerdicts(changes, session));
  };

  const some = 20;
  const rounds: { readonly inserting: number; readonly rolling: number }[] = [];
  let told = 0;
  // The first one warms up; all of it lies in front of what is asked for below.
  for (let round = 0; round <= roundCount; round += 1) {
    const made = Array.from({ length: some }, () => eventsAt(start - hourMs));
    const inserting = await secondsOf(async () => {
      for (const events of made) await ctx.events.insertMany(events, new Date(start));
    });
    const rolling = await secondsOf(async () => {
      for (const events of made) await tell((told += 1), events);
      await foldChanges(ctx);
    });
    if (round > 0) rounds.push({ inserting, rolling });
  }
  const { inserting, rolling } = medianOf(rounds, (one) => one.rolling / one.inserting);
  const each = (seconds: number) => `${((seconds * 1e6) / (some * batchSize)).toFixed(1)} µs`;
  reportRatio(
    'P15 an event rolled up / inserted',
    `${each(rolling)} / ${each(inserting)}`,
    rolling / inserting,
  );
  // Else they wait for verdicts, and every answer counts them.
  await db.collection('events').deleteMany({});

  await plant(ctx, start, count);
  const range = { from: new Date(start), to: new Date(start + rangeMs) };
  const later = start + rangeMs;
  await plant(ctx, later, manyTimes * count);
  const laterRange = { from: new Date(later), to: new Date(later + rangeMs) };
  const times = await askByTurns(ctx, [range, laterRange]);
  const [median, medianOfMany] = times.map((all) => medianOf(all, (time) => time));
  const ms = (seconds: number) => `${(seconds * 1_000).toFixed(0)} ms`;
  report(`P14 ${days} days by the hour, ${count} events`, ms(median!));
  reportRatio(
    `P14c ${manyTimes * count} events / ${count}`,
    `${ms(medianOfMany!)} / ${ms(median!)}`,
    medianOfMany! / median!,
  );

  const byHour = { ...range, interval: 'hour' } as const;
  await measureTable(ctx, 'of an advertiser by creative', {
    ...byHour,
    ...{ side: 'advertiser', accountId: advertiserId, by: 'creative' },
  });
  await measureTable(ctx, 'of everybody by placement, a document each', {
    ...byHour,
    ...{ side: 'operator', accountId: null, by: 'placement' },
  });
});
