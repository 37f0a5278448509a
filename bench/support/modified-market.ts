import type { CandidateIndex } from '../../src/market/selection/index/candidate-index';
import { Auction } from '../../src/market/selection/ranking/auction';
import { isExploring, seedOf } from '../../src/market/selection/ranking/rank';
import { offerAll } from '../../src/market/selection/select';
import type { BidModifiers, Candidate } from '../../src/market/selection/types';
import type { Find } from '../selection-population';

const timeZone = 'Europe/Warsaw';
const nothing: ReadonlyMap<string, number> = new Map();
const devices = new Map(Object.entries({ mobile: 125, desktop: 80 }));
const countries = new Map(Object.entries({ c0: 50, c3: 130 }));
const hours = new Map(Array.from({ length: 8 }, (_, hour) => [`${hour + 9}`, 120]));

/** Half by device alone, a quarter by country, too, a quarter by all three: up to 1.95 times the bid. */
const kinds: readonly BidModifiers[] = [
  { devices, countries: nothing, hours: nothing, timeZone },
  { devices, countries: nothing, hours: nothing, timeZone },
  { devices, countries, hours: nothing, timeZone },
  { devices, countries, hours, timeZone },
];

/** The same market, where a share of the campaigns has bid modifiers: drawn by their ids, so each run has the same. */
export function withModifiers(candidates: readonly Candidate[], share: number): Candidate[] {
  return candidates.map((candidate) => {
    const { campaignId } = candidate;
    if (Number.parseInt(campaignId.slice(0, 8), 16) >= share * 2 ** 32) return candidate;
    const kind = Number.parseInt(campaignId.slice(8, 16), 16) % kinds.length;
    return { ...candidate, modifiers: kinds[kind] ?? null };
  });
}

/** The same finds, some in the hours that modifiers name, as many not. */
export const inHours = (requests: readonly Find[]): Find[] =>
  requests.map(({ imp, context }, at) => ({
    imp,
    context: { ...context, hoursOfWeek: new Map([[timeZone, [at % 2 === 0 ? '10' : '20']]]) },
  }));

/**
 * Mean number of candidates in a find's buckets whose greatest bid is above the winner's true one: the search passes over
 * them all. The same under any load.
 */
export function aboveWinner(index: CandidateIndex, requests: readonly Find[]): number {
  const asked = requests.filter(({ imp, context }) => !isExploring(seedOf(context, imp)));
  let above = 0;
  for (const { imp, context } of asked) {
    const auction = new Auction(imp, context);
    const open = index.open(imp, context);
    offerAll(open, auction);
    for (const { segment, buckets } of open.stocks) {
      const { bids } = segment.data;
      for (const { start, end } of buckets) {
        let place = start;
        while (place < end && (bids[place] ?? 0) > auction.best) place += 1;
        above += place - start;
      }
    }
  }
  return above / asked.length;
}
