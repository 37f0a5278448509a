import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { CandidateIndex } from '../src/market/selection/index/candidate-index';
import { Auction } from '../src/market/selection/ranking/auction';
import { isExploring, seedOf } from '../src/market/selection/ranking/rank';
import { select } from '../src/market/selection/select';
import type { Candidate } from '../src/market/selection/types';
import { selectByDefinition } from '../test/market/selection/definition';
import {
  type Choosiness,
  type Find,
  finds,
  market,
  onSites,
  type SiteKind,
  siteKinds,
} from './selection-population';
import { tuneCollector } from '../src/platform/process/collector';
import { againstOption, loadFrom, reportAgainst } from './support/against';
import { collectGarbage } from './support/collect-garbage';
import { aboveWinner, inHours, withModifiers } from './support/modified-market';
import { report } from './support/report';
import { median } from './support/statistics';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    finds: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '7' },
    /** Rules of the sites that the leaf files about filters and accepted creatives are measured with. */
    sites: { type: 'string', default: 'open' },
    /** So many creatives are another server's: only means at full size, each round beside those of ours alone. */
    foreign: { type: 'string' },
    /** This share of the campaigns has bid modifiers: only means at full size, each round beside a market without. */
    modified: { type: 'string' },
    /** Only means at full size, each round of another checkout's index and of ours. */
    ...againstOption,
  },
});
const size = Number(options.size);
const findCount = Number(options.finds);
const rounds = Number(options.rounds);
const sites = siteKinds.find((kind): kind is SiteKind => kind === options.sites) ?? 'open';
const smallSize = 1000;
const warmUpRounds = 5;
const linearFinds = 50;
const definitionFinds = 10;
const timesARound = 20;
const aPeer = '0001-00000004-DBEB';

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Mean µs of a find. */
function meanOf(index: CandidateIndex, requests: readonly Find[]): number {
  const startedAt = performance.now();
  for (const { imp, context } of requests) select(index, imp, context);
  return ((performance.now() - startedAt) * 1000) / requests.length;
}

interface Scenario {
  readonly name: 'normal' | 'heavy' | 'nothing';
  readonly requests: readonly Find[];
}

/** Means at full and at small size, round about; each request's context is compiled anew. */
function compareSizes(large: CandidateIndex, small: CandidateIndex, scenario: Scenario): number {
  const { name, requests } = scenario;
  const means = { large: [] as number[], small: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const [atSmall, atLarge] = [meanOf(small, requests), meanOf(large, requests)];
    if (round < 0) continue;
    means.small.push(atSmall);
    means.large.push(atLarge);
  }
  const [atLarge, atSmall] = [median(means.large), median(means.small)];
  const figures = `${atLarge.toFixed(2)} / ${atSmall.toFixed(2)} µs = ${(atLarge / atSmall).toFixed(2)}`;
  report(`P2-${name} mean at ${size} / at ${smallSize}`, figures);
  return atLarge;
}

/** The same checks, compiled alike, on every candidate of the placement's size, without any short cut. */
function scanAll(index: CandidateIndex, { imp, context }: Find): Candidate | null {
  const auction = new Auction(imp, context);
  for (const { eligible, buckets } of index.open(imp, context).stocks) {
    for (const { start, end } of buckets) {
      for (let place = start; place < end; place += 1) {
        if (eligible.isEligible(place)) auction.offer(eligible, place);
      }
    }
  }
  return auction.winner();
}

function compareWithScan(index: CandidateIndex, scenario: Scenario, mean: number): void {
  const requests = scenario.requests.slice(0, linearFinds);
  let disagreements = 0;
  const startedAt = performance.now();
  const scanned = requests.map((find) => scanAll(index, find));
  const scanMean = ((performance.now() - startedAt) * 1000) / requests.length;
  for (const [position, { imp, context }] of requests.entries()) {
    const isExploration = isExploring(seedOf(context, imp));
    if (!isExploration && select(index, imp, context) !== scanned[position]) disagreements += 1;
  }
  const ratio = `1/${Math.round(scanMean / mean)}`;
  report(
    `P3-${scenario.name} mean / linear scan (${disagreements} of ${requests.length} disagree)`,
    `${mean.toFixed(2)} / ${scanMean.toFixed(0)} µs = ${ratio}`,
  );
}

/** The plain definition over all candidates, exploration included. */
function compareWithDefinition(
  index: CandidateIndex,
  candidates: readonly Candidate[],
  scenario: Scenario,
): void {
  const { ineligibleCampaignIds } = index;
  const exploring = scenario.requests.filter(({ imp, context }) =>
    isExploring(seedOf(context, imp)),
  );
  const requests = [...scenario.requests.slice(0, definitionFinds), ...exploring.slice(0, 2)];
  const disagreements = requests.filter(({ imp, context }) => {
    const expected = selectByDefinition(candidates, { imp, context, ineligibleCampaignIds });
    return select(index, imp, context) !== expected;
  });
  report(
    `P3-definition ${scenario.name}: disagreements`,
    `${disagreements.length} of ${requests.length}`,
  );
}

/** CPU of this thread alone, in ms: what others do on the machine does not count. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function measureBuild(candidates: readonly Candidate[], choosiness: Choosiness): CandidateIndex {
  const before = heldBytes();
  const startedAt = performance.now();
  const index = CandidateIndex.of(candidates);
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = (heldBytes() - before) / candidates.length;
  const arrays = index.byteLength / candidates.length;
  report(
    `P4-build ${choosiness}: ${candidates.length} creatives; bytes of one`,
    `${seconds.toFixed(2)} s; ${bytes.toFixed(0)} B (arrays ${arrays.toFixed(0)} B)`,
  );
  return index;
}

/**
 * The slices as a server runs them, one in each turn of the event loop. CPU and time differ by what the
 * collector does about a million candidates, and by what else runs on the machine.
 */
async function measureRebuild(
  index: CandidateIndex,
  candidates: readonly Candidate[],
  choosiness: Choosiness,
): Promise<void> {
  const slices: number[] = [];
  let longestTurn = 0;
  let turnStartedAt = performance.now();
  const steps = index.beginRebuild().slices(candidates);
  for (let isDone = false; !isDone; ) {
    const sliceStartedAt = threadCpuMs();
    isDone = steps.next().done === true;
    slices.push(threadCpuMs() - sliceStartedAt);
    await new Promise((resolve) => setImmediate(resolve));
    longestTurn = Math.max(longestTurn, performance.now() - turnStartedAt);
    turnStartedAt = performance.now();
  }
  slices.sort((one, other) => other - one);
  report(
    `P4-rebuild ${choosiness}: longest and 10th of ${slices.length} slices (CPU); longest turn`,
    `${slices[0]!.toFixed(1)}, ${slices[9]!.toFixed(1)} ms; ${longestTurn.toFixed(1)} ms`,
  );
}

/** Mean µs of a find, by the CPU of this thread: what others do on the machine does not count. */
function cpuOf(index: CandidateIndex, requests: readonly Find[], selectBy = select): number {
  const before = threadCpuMs();
  // So often that the clock's ticks do not count.
  for (let time = 0; time < timesARound; time += 1)
    for (const { imp, context } of requests) selectBy(index, imp, context);
  return ((threadCpuMs() - before) * 1000) / requests.length / timesARound;
}

/** Means where some creatives are another server's, and where all are ours, round about. */
function compareForeign(
  foreign: number,
  candidates: readonly Candidate[],
  { name, requests }: Scenario,
): void {
  const every = Math.round(size / foreign);
  const mixed = candidates.map((one, at) => (at % every === 0 ? { ...one, peer: aPeer } : one));
  const [index, ours] = [CandidateIndex.of(mixed), CandidateIndex.of(candidates)];
  const means = { mixed: [] as number[], ours: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const [some, none] = [cpuOf(index, requests), cpuOf(ours, requests)];
    if (round < 0) continue;
    means.mixed.push(some);
    means.ours.push(none);
  }
  const [some, none] = [median(means.mixed), median(means.ours)];
  const ratio = median(means.mixed.map((mean, round) => mean / (means.ours[round] ?? Number.NaN)));
  const figures = `${some.toFixed(2)} / ${none.toFixed(2)} µs = ${ratio.toFixed(3)}`;
  report(`P2-foreign ${name}: ${foreign} of ${size} foreign / none`, figures);
}

/** Means, and candidates above the winner, where a share of the campaigns has bid modifiers, and where none has, round about. */
function compareModified(
  share: number,
  candidates: readonly Candidate[],
  { name, requests: anyHour }: Scenario,
): void {
  const requests = inHours(anyHour);
  const index = CandidateIndex.of(withModifiers(candidates, share));
  const plain = CandidateIndex.of(candidates);
  const means = { modified: [] as number[], plain: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const [some, none] = [cpuOf(index, requests), cpuOf(plain, requests)];
    if (round < 0) continue;
    means.modified.push(some);
    means.plain.push(none);
  }
  const [some, none] = [median(means.modified), median(means.plain)];
  const counts = [index, plain].map((each) => aboveWinner(each, requests).toFixed(0)).join(' / ');
  const times = `${some.toFixed(2)} / ${none.toFixed(2)} µs = ${(some / none).toFixed(2)}`;
  report(
    `P2-modified ${name}: ${share} of campaigns modified / none; above the winner`,
    `${times}; ${counts}`,
  );
}

/** Means by the selection of another checkout and by ours, round about. */
async function compareWithCheckout(
  folder: string,
  candidates: readonly Candidate[],
  { name, requests }: Scenario,
): Promise<void> {
  const room = 'src/market/selection';
  const theirs = {
    ...(await loadFrom(folder, `${room}/index/candidate-index`, { CandidateIndex })),
    ...(await loadFrom(folder, `${room}/select`, { select })),
  };
  const [oldIndex, index] = [theirs.CandidateIndex.of(candidates), CandidateIndex.of(candidates)];
  const means = { old: [] as number[], now: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const [old, now] = [cpuOf(oldIndex, requests, theirs.select), cpuOf(index, requests)];
    if (round < 0) continue;
    means.old.push(old);
    means.now.push(now);
  }
  reportAgainst(`${name} mean at ${size} before / now`, means.old, means.now);
}

async function run(choosiness: Choosiness, scenarios: readonly Scenario[]): Promise<void> {
  const candidates = market(size, choosiness);
  const { against, foreign, modified } = options;
  if (modified !== undefined) {
    for (const { name, requests } of scenarios)
      compareModified(Number(modified), candidates, {
        name,
        requests: onSites(requests, sites, candidates),
      });
    return;
  }
  if (foreign !== undefined) {
    for (const { name, requests } of scenarios)
      compareForeign(Number(foreign), candidates, {
        name,
        requests: onSites(requests, sites, candidates),
      });
    return;
  }
  if (against !== undefined) {
    for (const { name, requests } of scenarios)
      await compareWithCheckout(against, candidates, {
        name,
        requests: onSites(requests, sites, candidates),
      });
    return;
  }
  const small = CandidateIndex.of(market(smallSize, choosiness));
  const large = measureBuild(candidates, choosiness);
  await measureRebuild(large, candidates, choosiness);
  for (const { name, requests } of scenarios) {
    const scenario = { name, requests: onSites(requests, sites, candidates) };
    const mean = compareSizes(large, small, scenario);
    compareWithScan(large, scenario, mean);
    compareWithDefinition(large, candidates, scenario);
  }
}

async function main(): Promise<void> {
  // As a gateway does.
  tuneCollector();
  console.log(
    `${size} creatives, ${findCount} finds a round on ${sites} sites, ${rounds} rounds, medians`,
  );
  await run('normal', [{ name: 'normal', requests: finds(findCount, 'known') }]);
  const strangers = finds(findCount, 'strangers');
  await run('heavy', [
    { name: 'heavy', requests: finds(findCount, 'known') },
    { name: 'nothing', requests: strangers },
  ]);
}

void main();
