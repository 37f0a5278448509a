import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { campaignResource } from '../src/demand/campaigns/campaign.resource';
import { defaultTaxonomy } from '../src/demand/taxonomy/default-taxonomy';
import { replayInSlices } from '../src/insight/forecast/forecast.service';
import { CategorizedCampaigns } from '../src/market/inventory/categorized-campaigns';
import { FindSampler } from '../src/market/replay/find-sampler';
import type { RecentFind } from '../src/market/replay/recent-finds';
import { triedId } from '../src/market/replay/replay';
import { CandidateIndex } from '../src/market/selection/index/candidate-index';
import type { Candidate } from '../src/market/selection/types';
import { toKnownSite } from '../src/market/serving/known-supply';
import { exampleOf } from '../src/platform/resources/resource';
import { placementResource } from '../src/supply/placements/placement.resource';
import { siteResource } from '../src/supply/sites/site.resource';
import { report } from './support/report';
import { median } from './support/statistics';
import { type Find, finds, market } from './selection-population';

/**
 * P23: a forecast over as many creatives and finds as may be, each visitor of whom has seen the most that is replayed, on pages of as
 * many placements as are kept. The tried campaign and others have competitors.
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
const placementsOfPage = 8;
/** One campaign in so many has the category of the tried campaign. */
const competingOneIn = 20;

void main();

async function main(): Promise<void> {
  const candidates = market(Number(options.creatives), 'normal');
  const index = CandidateIndex.of(candidates);
  const terms = { category: 'IAB2-3', competitiveExclusion: true, hourlyBudget: 10n ** 13n };
  const campaign = { ...exampleOf(campaignResource), ...terms };
  const live = {
    index,
    hoursOfWeek: () => new Map(),
    findCapped: () => null,
    findCampaign: () => campaign,
    competitors: competitorsAmong(candidates),
    shownOncePerPage: new Set<string>(),
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

function competitorsAmong(candidates: readonly Candidate[]): CategorizedCampaigns {
  const competitors = new CategorizedCampaigns();
  for (const [nth, { campaignId: id, advertiserId }] of candidates.entries())
    if (nth % competingOneIn === 0)
      competitors.set({ id, advertiserId, category: 'IAB2', competitiveExclusion: false });
  return competitors;
}

/** The visitor has seen three ads. */
function toRecent({ imp, context }: Find, nth: number): RecentFind {
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
  const seen = { isTopFrame: null, isTracked: true, seen: 3, refusesPeers: false };
  const find = { placementId: 'p', visitor, isFromTag: true, ...seen };
  const known = {
    placement: { ...exampleOf(placementResource), ...(imp.nearBox ?? {}) },
    taxonomy: defaultTaxonomy,
    scopes: imp.scopes,
    bidFloor: undefined,
    site: toKnownSite(site, null),
  };
  const placements = Array.from({ length: placementsOfPage }, () => ({
    ...{ placementId: 'p', isTopFrame: null, known },
  }));
  return { weight: 100, page: { position: nth % placementsOfPage, placements }, find, known };
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
