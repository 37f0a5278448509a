import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { createFrequencyShareStore } from '../src/market/frequency/frequency-share.store';
import { createFrequencySliceStore } from '../src/market/frequency/frequency-slice.store';
import { FrequencyCounts, slices, sliceOf } from '../src/market/frequency/frequency-counts';
import { FrequencyExchange } from '../src/market/frequency/frequency-exchange';
import { noteBytes, SiblingNotes } from '../src/market/frequency/sibling-notes';
import { TakenShares } from '../src/market/frequency/taken-shares';
import { noViews } from '../src/market/frequency/view-count';
import { visitorKeyOf } from '../src/market/frequency/visitor-key';
import { SharedLog } from '../src/platform/process/shared-log';
import { collectGarbage } from './support/collect-garbage';
import { withDatabase } from './support/database';
import { report } from './support/report';

/**
 * P1-caps: memory for the counts of a visitor of a campaign with caps, beside that of a `Map` of objects; the question that a find asks of
 * each campaign that is about to win; and the look, once a find, for notes of other workers. P1-counts, alone with `--load`: the time
 * until a gateway that starts knows the counts of so many visitors, with the longest halt of its event loop.
 */
const { values: options } = parseArgs({
  options: {
    visitors: { type: 'string', default: '5000000' },
    load: { type: 'boolean', default: false },
  },
});
const visitors = Number(options.visitors);
const inMap = Math.min(visitors, 500_000);
const questions = 1_000_000;

const campaign = {
  ...{ id: 'c'.repeat(32), frequencyCaps: ['3/day', '9/life'], showsToUnknownVisitors: true },
  timeZone: 'Europe/Warsaw',
  since: 0,
};

const aVisitor = () => randomBytes(16).toString('hex');

if (options.load) void withDatabase(measureLoad);
else measureMemory();

function countsFor(siblings: SiblingNotes | null = null): FrequencyCounts {
  return new FrequencyCounts({
    findCapped: (id) => (id === campaign.id ? campaign : null),
    timeZoneOf: () => campaign.timeZone,
    offerMinutes: 30,
    maxEntries: 4 * visitors,
    maxUncapped: visitors,
    siblings,
  });
}

function measureMemory(): void {
  const counts = countsFor();
  const bytes = bytesOf(visitors, (trackingId) => {
    counts.noteOffer(
      { trackingId, at: Date.now() },
      { campaignId: campaign.id, creativeId: 'without caps' },
    );
    if (counts.size % 100_000 === 0) counts.takeWaiting();
  });
  counts.takeWaiting();
  const map = new Map<string, object>();
  const bytesInMap = bytesOf(inMap, (trackingId) => {
    map.set(trackingId, { hour: 1, inHour: 1, inDay: 1, inWeek: 1, inLife: 1, open: 1 });
  });
  report('P1-caps a visitor of a campaign / in a Map', `${bytes} / ${bytesInMap} bytes`);

  const known = Array.from({ length: 1_000 }, aVisitor);
  const none = () => 0;
  const question = cpuOfEach((nth) =>
    counts.isReached({ trackingId: known[nth % 1_000]!, at: Date.now() }, campaign.id, none),
  );
  report('P1-caps a question', `${question} ns`);
  report('P1-caps a look for notes of other workers', `${cpuOfLook()} ns`);
}

function cpuOfLook(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const log = new SharedLog({ folder, recordBytes: noteBytes });
  const onError = (error: unknown) => {
    throw error;
  };
  const counts = countsFor(new SiblingNotes({ log, taken: new TakenShares(), onError }));
  try {
    return cpuOfEach(() => {
      counts.takeUp();
    });
  } finally {
    log.close();
    rmSync(folder, { recursive: true });
  }
}

/** Nanoseconds. */
function cpuOfEach(ask: (nth: number) => unknown): string {
  const startedAt = process.cpuUsage();
  for (let nth = 0; nth < questions; nth += 1) ask(nth);
  const { user, system } = process.cpuUsage(startedAt);
  return (((user + system) * 1_000) / questions).toFixed(0);
}

async function measureLoad(db: Connection): Promise<void> {
  const frequencyShares = createFrequencyShareStore(db);
  const frequencySlices = createFrequencySliceStore(db);
  await store(frequencySlices);
  collectGarbage();
  const before = usedBytes();
  const counts = countsFor();
  const exchange = new FrequencyExchange({
    ...{ frequencyCounts: counts, frequencyShares, frequencySlices },
    now: () => new Date(),
  });
  const halts = monitorEventLoopDelay({ resolution: 1 });
  halts.enable();
  const startedAt = performance.now();
  await exchange.load();
  const seconds = (performance.now() - startedAt) / 1_000;
  halts.disable();
  if (counts.size < visitors) throw new Error(`${counts.size} of ${visitors} visitors are known`);
  const longest = `longest halt ${(halts.max / 1e6).toFixed(0)} ms`;
  const bytes = `${((usedBytes() - before) / visitors).toFixed(0)} bytes each`;
  report(
    'P1-counts visitors who are known after a start',
    `${seconds.toFixed(1)} s; ${longest}; ${bytes}`,
  );
}

/** Stores counts as the job that merges shares does. */
async function store(store: ReturnType<typeof createFrequencySliceStore>): Promise<void> {
  const hour = Math.floor(Date.now() / 3_600_000);
  const count = { ...noViews, hour, inHour: 1, inDay: 1, inWeek: 1, inLife: 1 };
  const change = { kind: 'view', hour, offeredAt: null } as const;
  const bySlice = Map.groupBy(
    Array.from({ length: visitors }, () => visitorKeyOf(aVisitor(), campaign.id)),
    (key) => sliceOf({ key, change }),
  );
  for (let slice = 0; slice < slices; slice += 1) {
    const counts = (bySlice.get(slice) ?? []).map((key) => [key, count] as const);
    await store.replace({ slice, mergedTo: new Date(), counts }, new Date(0));
  }
}

/** Memory that each of so many visitors takes. */
function bytesOf(count: number, add: (trackingId: string) => void): number {
  const before = usedBytes();
  for (let nth = 0; nth < count; nth += 1) add(aVisitor());
  return Math.round((usedBytes() - before) / count);
}

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
