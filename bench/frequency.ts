import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { FrequencyCounts } from '../src/market/frequency/frequency-counts';
import { collectGarbage } from './support/collect-garbage';
import { report } from './support/report';

/**
 * P1-caps: memory for the counts of a visitor of a campaign with caps, beside that of a `Map` of objects, and the question that a
 * find asks of each campaign that is about to win.
 */
const { values: options } = parseArgs({
  options: { visitors: { type: 'string', default: '5000000' } },
});
const visitors = Number(options.visitors);
const inMap = Math.min(visitors, 500_000);
const questions = 1_000_000;

const campaign = {
  ...{ id: 'c'.repeat(32), frequencyCaps: ['3/day', '9/life'], showsToUnknownVisitors: true },
  timeZone: 'Europe/Warsaw',
  since: 0,
};

main();

function main(): void {
  const counts = new FrequencyCounts({
    findCapped: (id) => (id === campaign.id ? campaign : null),
    timeZoneOf: () => campaign.timeZone,
    offerMinutes: 30,
    maxEntries: 4 * visitors,
    maxUncapped: visitors,
  });
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

  const known = Array.from({ length: 1_000 }, () => randomBytes(16).toString('hex'));
  const none = () => 0;
  const startedAt = process.cpuUsage();
  for (let nth = 0; nth < questions; nth += 1)
    counts.isReached({ trackingId: known[nth % 1_000]!, at: Date.now() }, campaign.id, none);
  const { user, system } = process.cpuUsage(startedAt);
  report('P1-caps a question', `${(((user + system) * 1_000) / questions).toFixed(0)} ns`);
}

/** Memory that each of so many visitors takes. */
function bytesOf(count: number, add: (trackingId: string) => void): number {
  const before = usedBytes();
  for (let nth = 0; nth < count; nth += 1) add(randomBytes(16).toString('hex'));
  return Math.round((usedBytes() - before) / count);
}

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
