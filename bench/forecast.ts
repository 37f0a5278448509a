import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { campaignResource } from '../src/demand/campaigns/campaign.resource';
import { defaultTaxonomy } from '../src/demand/taxonomy/default-taxonomy';
import { replayInSlices } from '../src/insight/forecast/forecast.service';
import { FindSampler } from '../src/market/replay/find-sampler';
import type { RecentFind } from '../src/market/replay/recent-finds';
import { triedId } from '../src/market/replay/replay';
import { CandidateIndex } from '../src/market/selection/index/candidate-index';
import { toKnownSite } from '../src/market/serving/known-supply';
import { exampleOf } from '../src/platform/resources/resource';
import { placementResource } from '../src/supply/placements/placement.resource';
import { siteResource } from '../src/supply/sites/site.resource';
import { report } from './support/report';
import { median } from './support/statistics';
import { type Find, finds, market } from './selection-population';

/**
 * P23: a forecast over as many creatives and finds as may be, each visitor of whom has seen the most that is replayed.
 * P23-sample: the finds that are kept for it, beside answering.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    finds: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '5' },
  },
});
const hours = 168;
const sampledFinds = 2_000_000;

void main();

async function main(): Promise<void> {
  const candidates = market(Number(options.creatives), 'normal');
  const index = CandidateIndex.of(candidates);
  const campaign = { ...exampleOf(campaignResource), hourlyBudget: 10n ** 13n };
  const live = {
    index,
    hoursOfWeek: () => new Map(),
    findCapped: () => null,
    findCampaign: () => campaign,
    roadblockOf: new Map<string, string>(),
    creativeIdsOf: () => new Set<string>(),
  };
  const [example] = candidates;
  const own = candidates.slice(0, 100).map((one) => ({ ...one, campaignId: triedId }));
  if (!example) throw new Error('there are no creatives');
  const sample = finds(Number(options.finds), 'known').map(toRecent);
  const perHour = Math.ceil(sample.length / hours);
  const byHour = Array.from({ length: hours }, (_, hour) => ({
    at: 1_000_000,
    finds: sample.slice(hour * perHour, (hour + 1) * perHour),
  }));
  const tried = { ...campaign, medium: 'web', candidates: own, replacedId: null };
  const times: { cpu: number; wall: number }[] = [];
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const { sampled } = await replayInSlices(
      { market: live, tried, terms: { viewRate: 0.5, auctionType: 'first_price' } },
      byHour,
    );
    if (sampled !== sample.length) throw new Error(`${sampled} finds were replayed`);
    const { user, system } = process.cpuUsage(cpu);
    times.push({ cpu: (user + system) / 1_000, wall: performance.now() - startedAt });
  }
  const of = (kind: 'cpu' | 'wall') => median(times.slice(1).map((time) => time[kind])).toFixed(0);
  report('P23 a forecast, CPU / time', `${of('cpu')} / ${of('wall')} ms`);
  reportSampling(sample);
}

/** The visitor has seen three ads. */
function toRecent({ imp, context }: Find): RecentFind {
  const { features } = context;
  const first = (key: string) => features.get(key)?.[0] ?? 'other';
  const site = {
    ...exampleOf(siteResource),
    host: first('site:domain'),
    medium: 'web',
    vendor: null,
    categories: features.get('site:category') ?? [],
  };
  const visitor = {
    device: {
      type: first('device:type'),
      os: first('device:os'),
      browser: first('device:browser'),
      // The names of the bench's market are its own.
    } as RecentFind['find']['visitor']['device'],
    languages: features.get('user:language') ?? [],
    country: features.get('user:country')?.[0] ?? null,
    hasWallet: false,
  };
  const known = { isTopFrame: null, isTracked: true, seen: 3, refusesPeers: false };
  return {
    weight: 100,
    page: null,
    find: { placementId: 'p', visitor, isFromTag: true, ...known },
    known: {
      placement: { ...exampleOf(placementResource), ...(imp.nearBox ?? {}) },
      taxonomy: defaultTaxonomy,
      scopes: imp.scopes,
      bidFloor: undefined,
      site: toKnownSite(site, null),
    },
  };
}

/** Three placements a find, all of one hour. */
function reportSampling([one]: readonly RecentFind[]): void {
  if (!one) return;
  const store = { put: () => Promise.resolve() };
  const now = () => new Date();
  const sampler = new FindSampler({ store, processId: 'bench', now });
  const imps = [one, one, one];
  const startedAt = process.cpuUsage();
  for (let nth = 0; nth < sampledFinds; nth += 1) sampler.note(imps, ({ find }) => ({ ...find }));
  const { user, system } = process.cpuUsage(startedAt);
  const ns = ((user + system) * 1_000) / sampledFinds;
  report('P23-sample keeping some finds, for each find', `${ns.toFixed(0)} ns`);
}
